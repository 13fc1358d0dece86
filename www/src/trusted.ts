// The page's own Trusted Types policy: scripts are this origin's own, and no text is ever made HTML or code.
// It has to be there before the first worker starts.

interface Types {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

(globalThis as { trustedTypes?: Types }).trustedTypes?.createPolicy("default", {
  createScriptURL(url) {
    if (new URL(url, document.baseURI).origin === location.origin) return url;
    throw new TypeError("scripts of other origins are not run here");
  },
});

export {};
