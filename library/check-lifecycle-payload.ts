/**
 * Checks the payload of a lifecycle point. Fields that the table does not list are kept: runtimes send more with every
 * version. `toolName` is accepted for `tool_name`, because the systems that the points come from differ in that.
 */
import { pointOf, type PointName } from "../engine/lifecycle/all-points.ts";
import { isRecord, type Result } from "../engine/lifecycle/merge-results.ts";
import { formOf } from "../engine/lifecycle/payload-forms.ts";
import { readable } from "./check-call.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";

/** Names that a field has elsewhere, where the point has the field. */
const otherNames: { [name: string]: string } = { params: "tool_input", tool_output: "tool_response" };

interface Checked {
  payload: Result | null;
  diagnostics: EngineDiagnostic[];
  /** The names that the caller has for fields, and ours. */
  spelled?: { [callers: string]: string };
}

export function checkLifecyclePayload(name: PointName, given: unknown): Checked {
  return readable(name, () => check(name, given));
}

function check(name: PointName, given: unknown): Checked {
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
  // Not by assignment: `__proto__` would be what the payload inherits from.
  const payload: Result = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [fieldNamed(key, fields, given), value]),
  );
  const diagnostics = Object.entries(fields).flatMap(([field, written]) => {
    const { holds, called, isOptional } = formOf(written);
    const value = payload[field];
    if (value === undefined || value === null) {
      if (isOptional) return [];
      return [refuse(`the payload of '${name}' needs '${field}', ${called}`, `pass { ${field}: ... }`)];
    }
    const message = `'${field}' in the payload of '${name}' must be ${called}`;
    return holds(value) ? [] : [refuse(message, `pass ${called}, or leave it out`)];
  });
  if (diagnostics.length > 0) return { payload: null, diagnostics };
  const names = Object.keys(given).map((key) => [key, fieldNamed(key, fields, given)]);
  return { payload, diagnostics, spelled: Object.fromEntries(names.filter(([key, field]) => key !== field)) };
}

/** The field of the table that a key means, or the key itself. */
function fieldNamed(key: string, fields: object, given: Result): string {
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const other = Object.hasOwn(otherNames, key) ? (otherNames[key] as string) : snake;
  const isMeant = !Object.hasOwn(fields, key) && Object.hasOwn(fields, other) && !Object.hasOwn(given, other);
  return isMeant ? other : key;
}
