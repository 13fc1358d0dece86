// The browser's built-in model, by the Prompt API. Pages have it, workers do not.
import { invalid } from "../errors.ts";
import type { Ask, Model } from "../services.ts";
import { guarded, type Progress } from "./guard.ts";

/** The part of the Prompt API that is used; TypeScript's own declarations have none of it yet. */
export interface LanguageModels {
  availability(options: object): Promise<"unavailable" | "downloadable" | "downloading" | "available">;
  create(options: object): Promise<Session>;
}

export interface Session {
  prompt(text: string, options: object): Promise<string>;
  clone(options?: object): Promise<Session>;
  destroy(): void;
}

export interface BuiltInSettings {
  /**
   * Whether a model that is not on the device yet may be downloaded, which is gigabytes. The browser wants
   * a click or a key just before. Default: false, and then such a model counts as absent.
   */
  download?: boolean | undefined;
  progress?: Progress | undefined;
  /** Of questions and replies, as BCP 47 tags. Default: `["en"]`. */
  languages?: string[] | undefined;
}

/**
 * The browser's own model. Undefined where there is none: another browser, a worker, a page without TLS, a
 * device that is too small, or one without the model while `download` is not allowed.
 *
 * Each question has a session of its own, so none sees another. A question that is longer than the model
 * takes, or a session that the browser refuses, is `other`.
 */
export async function builtInModel(
  settings: BuiltInSettings = {},
  signal?: AbortSignal,
): Promise<Model | undefined> {
  const models = (globalThis as { LanguageModel?: LanguageModels }).LanguageModel;
  if (!models) return undefined;
  const text = [{ type: "text", languages: settings.languages ?? ["en"] }];
  const options = { expectedInputs: text, expectedOutputs: text };
  const availability = await guarded("the browser's model", signal, () => models.availability(options));
  if (availability === "unavailable" || (availability !== "available" && !settings.download))
    return undefined;
  const session = await opened(models, { ...options, monitor: monitor(settings.progress) }, signal);
  return { name: "built-in", ask: (ask, signal) => answer(session, ask, signal) };
}

/** The signal ends the download; passed on as it is, it would end the session later too. */
async function opened(models: LanguageModels, options: object, signal?: AbortSignal): Promise<Session> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await guarded("the browser's model", signal, () =>
      models.create({ ...options, signal: stop.signal }),
    );
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The prompt has the schema in it already, so the browser need not add it. */
function answer(session: Session, ask: Ask, signal?: AbortSignal): Promise<string> {
  return guarded("the browser's model", signal, async () => {
    const own = await session.clone({ signal });
    try {
      const constraint = { responseConstraint: parsed(ask.schema), omitResponseConstraintInput: true };
      return await own.prompt(ask.prompt, { ...constraint, signal }).catch((thrown: unknown) => {
        if (!isUnsupported(thrown)) throw thrown;
        return own.prompt(ask.prompt, { signal });
      });
    } finally {
      own.destroy();
    }
  });
}

/** What a browser says to a schema that it cannot hold its model to. */
function isUnsupported(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "NotSupportedError";
}

function monitor(progress: Progress | undefined): (target: EventTarget) => void {
  return (target) =>
    target.addEventListener("downloadprogress", (event) => {
      const { loaded, total } = event as ProgressEvent;
      progress?.(loaded, total || 1);
    });
}

function parsed(schema: string): unknown {
  try {
    return JSON.parse(schema);
  } catch (cause) {
    throw invalid("schema is JSON", { cause });
  }
}
