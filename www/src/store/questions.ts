// What answers the memory's own questions: which claims a sentence makes that no rule reads, and how two claims meet.
import type { Model } from "memolet";
import { openAI } from "memolet/models";
import { loadKey, type Preferences } from "../settings/preferences.ts";

/** The model at an endpoint, where that is what answers. The rules need none. */
export function questioned(preferences: Preferences): Model | undefined {
  const { answers, endpoint: url, model } = preferences;
  if (answers !== "endpoint" || !model) return undefined;
  try {
    return openAI({ url, model, key: loadKey() || undefined }).model;
  } catch {
    return undefined; // The chat says what is wrong with the address.
  }
}

/** Two preferences that name the same here are answered by the same. */
export function whose({ answers, endpoint, model }: Preferences): string {
  return answers === "endpoint" ? [endpoint, model, loadKey()].join("\n") : "";
}
