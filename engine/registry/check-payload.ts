/**
 * Holds a payload to the table of hook points, whoever made it and whatever the types said.
 */
import { suggestName } from "../core/nearest-name.ts";
import {
  hookPoints,
  type FieldType,
  type HookPoint,
  type HookPointName,
  type Payload,
} from "../core/hook-points.ts";
import { wrongCall, type EngineDiagnostic } from "./engine-diagnostic.ts";

/** What every field can be, and what it is called. */
const fieldTypes: { [T in FieldType]: { holds(value: unknown): boolean; called: string; example: string } } =
  {
    text: { holds: (value) => typeof value === "string", called: "a text", example: "'...'" },
    list: {
      holds: (value) => Array.isArray(value) && Array.from(value).every((entry) => typeof entry === "string"),
      called: "a list of texts",
      example: "['...']",
    },
    map: {
      holds: (value) => isPlain(value) && Object.values(value).every((entry) => typeof entry === "string"),
      called: "an object whose values are texts",
      example: "{ name: '...' }",
    },
  };

export type CheckedPayload<P extends HookPointName> =
  | { payload: Payload<P>; diagnostics: [] }
  | { payload: null; diagnostics: EngineDiagnostic[] };

/** A copy of the payload, complete: a map that was left out is empty. Or everything that is wrong. */
export function checkPayload<P extends HookPointName>(point: P, given: unknown): CheckedPayload<P> {
  const fields: [string, FieldType][] = Object.entries((hookPoints[point] as HookPoint).payload);
  const refuse = (message: string, hint: string): EngineDiagnostic =>
    wrongCall("wrong-payload", message, hint);
  if (!isPlain(given)) {
    const example = fields.filter(([, type]) => type !== "map").map(renderField);
    const hint = `pass { ${example.join(", ")} }`;
    return { payload: null, diagnostics: [refuse(`the payload of '${point}' must be an object`, hint)] };
  }
  const diagnostics: EngineDiagnostic[] = [];
  const payload: { [field: string]: unknown } = {};
  const names = fields.map(([field]) => field);
  for (const field of Object.keys(given).filter((key) => !names.includes(key))) {
    diagnostics.push(refuse(`the payload of '${point}' has no field '${field}'`, suggestName(field, names)));
  }
  for (const [field, type] of fields) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    const { holds, called } = fieldTypes[type];
    if (value === undefined && type === "map") payload[field] = {};
    else if (holds(value)) payload[field] = copyOf(value);
    else {
      const message =
        value === undefined
          ? `the payload of '${point}' needs '${field}', ${called}`
          : `'${field}' in the payload of '${point}' must be ${called}`;
      diagnostics.push(refuse(message, `pass { ${renderField([field, type])} }`));
    }
  }
  if (diagnostics.length > 0) return { payload: null, diagnostics };
  return { payload: payload as Payload<P>, diagnostics: [] };
}

function renderField([field, type]: [string, FieldType]): string {
  return `${field}: ${fieldTypes[type].example}`;
}

export function isPlain(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  return isPlain(value) ? { ...value } : value;
}
