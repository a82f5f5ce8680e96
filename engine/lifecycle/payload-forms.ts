/** The types of payload fields, as the table of points names them. */
import type { Point } from "./all-points.ts";
import { isRecord, type Result } from "./merge-results.ts";
import type { FieldForm } from "./points/point-form.ts";

export interface Form {
  holds(value: unknown): boolean;
  called: string;
}

const isText = (value: unknown): boolean => typeof value === "string";

const isTextOrTexts = (value: unknown): boolean =>
  isText(value) || (Array.isArray(value) && value.every(isText));

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
    holds: (value) => isRecord(value) && Object.values(value).every(isTextOrTexts),
    called: "an object whose values are texts, or lists of texts",
  },
  object: { holds: isRecord, called: "an object" },
  items: { holds: Array.isArray, called: "a list" },
  value: { holds: (value) => value !== undefined, called: "a value" },
};

/** A field of a payload. */
export interface Field extends Form {
  name: string;
  isOptional: boolean;
}

const fieldsByPoint = new Map<Point, ReadonlyMap<string, Field>>();

/** The fields of a point by name, derived once: payloads are checked at every dispatch. */
export function fieldsOf(point: Point): ReadonlyMap<string, Field> {
  const known = fieldsByPoint.get(point);
  if (known !== undefined) return known;
  // In the table `?` marks a field that may be left out.
  const fields = Object.entries(point.payload).map(([name, written]) => {
    const form = forms[written.replace("?", "") as FieldForm];
    return [name, { ...form, name, isOptional: written.endsWith("?") }] as const;
  });
  const derived = new Map(fields);
  fieldsByPoint.set(point, derived);
  return derived;
}

/** Why a hook cannot have these fields put in place of the payload's; null if it can. */
export function whyUnfitChange(point: Point, changes: Result): string | null {
  const { isClosed } = point;
  for (const [field, value] of Object.entries(changes)) {
    const form = fieldsOf(point).get(field);
    if (form === undefined) {
      if (isClosed) return `the payload has no field '${field}'`;
      continue;
    }
    const { holds, called, isOptional } = form;
    if (!holds(value) && !(isOptional && (value === undefined || value === null)))
      return `its '${field}' is not ${called}`;
    // No command line can carry a NUL, and git cuts a message there.
    if (isClosed && [value].flat().some((each) => typeof each === "string" && each.includes("\0")))
      return "a NUL cannot be in a text";
  }
  return null;
}
