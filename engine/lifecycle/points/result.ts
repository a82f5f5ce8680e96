/** What a hook answers, or a payload: an object of named fields. */
export type Result = { [field: string]: unknown };

export function isRecord(value: unknown): value is Result {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
