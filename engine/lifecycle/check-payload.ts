/**
 * Checks the payload of a lifecycle point. Fields that the table does not list are kept: runtimes send more with every
 * version. `toolName` is accepted for `tool_name`, because the systems that the points come from differ in that.
 */
import type { Field } from "./points/payload-fields.ts";
import type { Result } from "./points/result.ts";

/** Names that a field has elsewhere, where the point has the field. */
const otherNames: readonly (readonly [string, string])[] = [
  ["params", "tool_input"],
  ["tool_output", "tool_response"],
];

/** The names that callers have for fields, and ours. */
export type Spelling = { [callers: string]: string };

export interface CheckedFields {
  /** The payload under our names. */
  payload: Result;
  /** The names that this caller uses in place of ours. */
  spelled: Spelling;
  /** Fields that are missing, or of another type than the table says. */
  wrong: Field[];
}

/** The names that others have for these fields. */
export function othersNames(fields: readonly Field[]): Spelling {
  const names: Spelling = {};
  const inCamelCase = fields.map(({ name }) => [camelCased(name), name] as const);
  const isField = (name: string): boolean => fields.some((field) => field.name === name);
  for (const [name, field] of inCamelCase.concat(otherNames))
    if (!isField(name) && isField(field)) names[name] = field;
  return names;
}

export function checkFields(fields: readonly Field[], names: Spelling, given: Result): CheckedFields {
  const payload: Result = {};
  const spelled: Spelling = {};
  for (const key of Object.keys(given)) {
    const field = has(names, key) ? (names[key] as string) : undefined;
    if (field !== undefined && !has(given, field)) {
      spelled[key] = field;
      payload[field] = given[key];
    } else if (key === "__proto__") setOwn(payload, key, given[key]);
    else payload[key] = given[key];
  }
  const wrong = fields.filter(({ name, holds, isOptional }) => {
    const value = payload[name];
    return !(isMissing(value) ? isOptional : holds(value));
  });
  return { payload, spelled, wrong };
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function has(object: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}

/** Assigned, `__proto__` would be what the payload inherits from. */
function setOwn(payload: Result, field: string, value: unknown): void {
  Object.defineProperty(payload, field, { value, enumerable: true, configurable: true, writable: true });
}

function camelCased(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
