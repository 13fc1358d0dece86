// The page's Content-Security-Policy: one text, for the page's own meta tag and for the server's header.

/** What the page may do. Everything that is not here is forbidden. */
const page = [
  "default-src 'none'",
  // WebAssembly is the engine. No other text becomes code.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  // A policy cannot know the address that the person sets for a model, so it allows what such an address may
  // be: any server by https, and this device. Without a model, nothing but the app's own files is asked for.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  // No text becomes HTML or a script's address but by these policies: Lit's own templates, and trusted.ts.
  "require-trusted-types-for 'script'",
  "trusted-types lit-html default 'allow-duplicates'",
];

export const policy = page.join("; ");

/** Headers of every answer. Who may frame the page can be said in a header alone. */
export const headers = {
  "content-security-policy": `${policy}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};
