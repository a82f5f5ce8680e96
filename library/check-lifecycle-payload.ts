/**
 * Checks the payload of a lifecycle point. Fields that the table does not list are kept: runtimes send more with every
 * version. `toolName` is accepted for `tool_name`, because the systems that the points come from differ in that.
 */
import { pointOf, type Point, type PointName } from "../engine/lifecycle/all-points.ts";
import { isRecord, type Result } from "../engine/lifecycle/merge-results.ts";
import { fieldsOf } from "../engine/lifecycle/payload-forms.ts";
import { readable } from "./check-call.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";

/** Names that a field has elsewhere, where the point has the field. */
const otherNames: readonly (readonly [string, string])[] = [
  ["params", "tool_input"],
  ["tool_output", "tool_response"],
];

interface Checked {
  payload: Result | null;
  diagnostics: EngineDiagnostic[];
  /** The names that the caller has for fields, and ours. */
  spelled?: { [callers: string]: string };
}

export function checkLifecyclePayload(name: PointName, given: unknown): Checked {
  return readable(name, () => check(pointOf(name), given));
}

function check(point: Point, given: unknown): Checked {
  if (!isRecord(given)) {
    const message = `the payload of '${point.name}' must be an object`;
    const hint = `pass { ${Object.keys(point.payload)[0]}: ... }`;
    return { payload: null, diagnostics: [wrongCall("wrong-payload", message, hint)] };
  }
  const names = callersNames(point);
  const payload: Result = {};
  const spelled: { [callers: string]: string } = {};
  for (const key of Object.keys(given)) {
    const field = names.get(key);
    if (field !== undefined && !Object.hasOwn(given, field)) {
      spelled[key] = field;
      payload[field] = given[key];
    } else if (key === "__proto__") setOwn(payload, key, given[key]);
    else payload[key] = given[key];
  }
  const diagnostics = problemsIn(point, payload);
  return diagnostics.length > 0 ? { payload: null, diagnostics } : { payload, diagnostics, spelled };
}

/** Assigned, `__proto__` would be what the payload inherits from. */
function setOwn(payload: Result, field: string, value: unknown): void {
  Object.defineProperty(payload, field, { value, enumerable: true, configurable: true, writable: true });
}

function problemsIn(point: Point, payload: Result): EngineDiagnostic[] {
  const problems: EngineDiagnostic[] = [];
  for (const { name, holds, called, isOptional } of fieldsOf(point).values()) {
    const value = payload[name];
    const isMissing = value === undefined || value === null;
    if (isMissing ? isOptional : holds(value)) continue;
    const message = isMissing
      ? `the payload of '${point.name}' needs '${name}', ${called}`
      : `'${name}' in the payload of '${point.name}' must be ${called}`;
    const hint = isMissing ? `pass { ${name}: ... }` : `pass ${called}, or leave it out`;
    problems.push(wrongCall("wrong-payload", message, hint));
  }
  return problems;
}

const namesByPoint = new Map<Point, ReadonlyMap<string, string>>();

/** The names that others have for the fields of a point; derived once. */
function callersNames(point: Point): ReadonlyMap<string, string> {
  const known = namesByPoint.get(point);
  if (known !== undefined) return known;
  const fields = fieldsOf(point);
  const inCamelCase = [...fields.keys()].map((field) => [camelCased(field), field] as const);
  const names = [...inCamelCase, ...otherNames].filter(
    ([name, field]) => !fields.has(name) && fields.has(field),
  );
  const derived = new Map(names);
  namesByPoint.set(point, derived);
  return derived;
}

function camelCased(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
