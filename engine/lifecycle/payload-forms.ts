/** The types of payload fields, as the table of points names them. */
import type { Point } from "./all-points.ts";
import { isRecord, type Result } from "./merge-results.ts";
import type { FieldForm } from "./points/point-form.ts";

export interface Form {
  holds(value: unknown): boolean;
  called: string;
}

const isText = (value: unknown): boolean => typeof value === "string";

const forms: { [F in FieldForm]: Form } = {
  text: { holds: isText, called: "a text" },
  number: { holds: (value) => typeof value === "number", called: "a number" },
  time: {
    holds: (value) => typeof value === "string" || typeof value === "number",
    called: "a text or a number",
  },
  flag: { holds: (value) => typeof value === "boolean", called: "true or false" },
  list: { holds: (value) => Array.isArray(value) && value.every(isText), called: "a list of texts" },
  map: {
    holds: (value) => isRecord(value) && Object.values(value).every(isText),
    called: "an object whose values are texts",
  },
  object: { holds: isRecord, called: "an object" },
  items: { holds: Array.isArray, called: "a list" },
  value: { holds: (value) => value !== undefined, called: "a value" },
};

/** `written`: as the table has it, with `?` for a field that may be left out. */
export function formOf(written: string): Form & { isOptional: boolean } {
  return { ...forms[written.replace("?", "") as FieldForm], isOptional: written.endsWith("?") };
}

/** Why a hook cannot have these fields put in place of the payload's; null if it can. */
export function whyUnfitChange({ payload: fields, isClosed }: Point, changes: Result): string | null {
  for (const [field, value] of Object.entries(changes)) {
    const written = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (written === undefined) {
      if (isClosed) return `the payload has no field '${field}'`;
      continue;
    }
    const { holds, called, isOptional } = formOf(written);
    if (!holds(value) && !(isOptional && (value === undefined || value === null)))
      return `its '${field}' is not ${called}`;
    // No command line can carry a NUL, and git cuts a message there.
    if (isClosed && [value].flat().some((each) => typeof each === "string" && each.includes("\0")))
      return "a NUL cannot be in a text";
  }
  return null;
}
