// What a value is, where its type does not say.

/** Whether it is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether it is as good as left out. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
