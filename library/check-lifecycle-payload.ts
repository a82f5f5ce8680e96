/**
 * Checks the payload of a lifecycle point. Fields that the table does not list are kept: runtimes send more with every
 * version. `toolName` is accepted for `tool_name`, because the systems that the points come from differ in that.
 */
import { pointOf, type PointName } from "../engine/lifecycle/all-points.ts";
import { isRecord, type Result } from "../engine/lifecycle/merge-results.ts";
import type { FieldForm } from "../engine/lifecycle/points/point-form.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";

interface Form {
  holds(value: unknown): boolean;
  called: string;
}

const isText = (value: unknown): boolean => typeof value === "string";

const forms: { [F in FieldForm]: Form } = {
  text: { holds: isText, called: "a text" },
  number: { holds: (value) => typeof value === "number", called: "a number" },
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

/** Names that a field has elsewhere, where the point has the field. */
const otherNames: { [name: string]: string } = { params: "tool_input", tool_output: "tool_response" };

export function checkLifecyclePayload(
  name: PointName,
  given: unknown,
): { payload: Result | null; diagnostics: EngineDiagnostic[] } {
  const { payload: fields } = pointOf(name);
  const refuse = (message: string, hint: string): EngineDiagnostic =>
    wrongCall("wrong-payload", message, hint);
  if (!isRecord(given)) {
    const wrong = refuse(
      `the payload of '${name}' must be an object`,
      `pass { ${Object.keys(fields)[0]}: ... }`,
    );
    return { payload: null, diagnostics: [wrong] };
  }
  const payload: Result = {};
  for (const [key, value] of Object.entries(given)) payload[fieldNamed(key, fields, given)] = value;
  const diagnostics = Object.entries(fields).flatMap(([field, written]) => {
    const isOptional = written.endsWith("?");
    const { holds, called } = forms[written.replace("?", "") as FieldForm];
    const value = payload[field];
    if (value === undefined || value === null) {
      if (isOptional) return [];
      return [refuse(`the payload of '${name}' needs '${field}', ${called}`, `pass { ${field}: ... }`)];
    }
    const message = `'${field}' in the payload of '${name}' must be ${called}`;
    return holds(value) ? [] : [refuse(message, `pass ${called}, or leave it out`)];
  });
  return { payload: diagnostics.length === 0 ? payload : null, diagnostics };
}

/** The field of the table that a key means, or the key itself. */
function fieldNamed(key: string, fields: object, given: Result): string {
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const other = Object.hasOwn(otherNames, key) ? (otherNames[key] as string) : snake;
  const isMeant = !Object.hasOwn(fields, key) && Object.hasOwn(fields, other) && !Object.hasOwn(given, other);
  return isMeant ? other : key;
}
