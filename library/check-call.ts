/**
 * Checks the payload and the options of a dispatch at run time: the caller may not use TypeScript.
 */
import { suggestName } from "../engine/core/nearest-name.ts";
import {
  hookPoints,
  type FieldType,
  type HookPoint,
  type HookPointName,
  type Payload,
} from "../engine/core/hook-points.ts";
import { describeError } from "../engine/lifecycle/call-hook.ts";
import { dialectNames } from "../engine/lifecycle/dialects/dialects.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";
import { commitKinds } from "../engine/core/occasion.ts";
import type { CleanupSettings } from "../engine/core/cleanup-settings.ts";
import type { DispatchOptions } from "./public-types.ts";
import type { RunOptions } from "./run-types.ts";

/** The types of payload fields, and what messages call them. */
const fieldTypes: { [T in FieldType]: { holds(value: unknown): boolean; called: string; example: string } } =
  {
    text: { holds: (value) => typeof value === "string", called: "a text", example: "'...'" },
    list: {
      holds: (value) => Array.isArray(value) && Array.from(value).every((entry) => typeof entry === "string"),
      called: "a list of texts",
      example: "['...']",
    },
    map: {
      holds: (value) => isPlain(value) && Object.values(value).every(isTextOrTexts),
      called: "an object whose values are texts, or lists of texts",
      example: "{ name: '...' }",
    },
  };

function isTextOrTexts(value: unknown): boolean {
  return typeof value === "string" || fieldTypes.list.holds(value);
}

export type CheckedPayload<P extends HookPointName> =
  | { payload: Payload<P>; diagnostics: [] }
  | { payload: null; diagnostics: EngineDiagnostic[] };

/** A copy of the payload, in which an omitted map is empty; or everything that is wrong with it. */
export function checkPayload<P extends HookPointName>(point: P, given: unknown): CheckedPayload<P> {
  return readable(point, () => check(point, given));
}

/** A program may pass an object that throws when it is read. */
export function readable<T>(
  point: string,
  read: () => T,
): T | { payload: null; diagnostics: EngineDiagnostic[] } {
  try {
    return read();
  } catch (error) {
    const message = `the payload of '${point}' cannot be read: ${describeError(error)}`;
    return { payload: null, diagnostics: [wrongCall("wrong-payload", message, "pass plain data")] };
  }
}

function check<P extends HookPointName>(point: P, given: unknown): CheckedPayload<P> {
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

const cleanups: readonly CleanupSettings["mode"][] = ["whitespace", "strip", "verbatim"];

interface Form {
  holds(value: unknown): boolean;
  called: string;
}

const texts: Form = {
  holds: (value) => isPlain(value) && Object.values(value).every(isTextOrNothing),
  called: "an object whose values are texts",
};

const text: Form = { holds: (value) => typeof value === "string" && value !== "", called: "a text" };

const forms: { [O in keyof (DispatchOptions & RunOptions)]-?: Form } = {
  plugin: text,
  cwd: text,
  runId: text,
  context: { holds: isPlain, called: "an object" },
  dialect: { holds: oneOf(dialectNames), called: `one of: ${dialectNames.join(", ")}` },
  env: texts,
  cleanup: { holds: oneOf(cleanups), called: `one of: ${cleanups.join(", ")}` },
  commentChar: {
    holds: (value) => typeof value === "string" && /^[\x21-\x7e]$/.test(value),
    called: "one visible ASCII character",
  },
  allowEmpty: { holds: (value) => typeof value === "boolean", called: "true or false" },
  commit: { holds: oneOf(commitKinds), called: `one of: ${commitKinds.join(", ")}` },
  remotes: {
    holds: (value) => Array.isArray(value) && Array.from(value).every((entry) => typeof entry === "string"),
    called: "a list of texts",
  },
  git: {
    holds: (value) =>
      texts.holds(value) && Object.keys(value as object).every((key) => oneOf(["author", "committer"])(key)),
    called: "an object with 'author' and 'committer', texts",
  },
};

/** Everything that is wrong with the options of a dispatch. */
export function checkDispatchOptions(given: unknown): EngineDiagnostic[] {
  try {
    return checkOptions(given);
  } catch (error) {
    const message = `the options of 'dispatch' cannot be read: ${describeError(error)}`;
    return [wrongCall("wrong-context", message, "pass plain data")];
  }
}

function checkOptions(given: unknown): EngineDiagnostic[] {
  const refuse = (message: string, hint: string): EngineDiagnostic =>
    wrongCall("wrong-context", message, hint);
  const names = Object.keys(forms);
  const hint = `the options of 'dispatch' are: ${names.join(", ")}`;
  if (!isPlain(given)) return [refuse("the options of 'dispatch' must be an object", hint)];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!names.includes(name))
      return [refuse(`'dispatch' has no option '${name}'`, suggestName(name, names))];
    const { holds, called } = forms[name as keyof DispatchOptions];
    if (value === undefined || holds(value)) return [];
    return [refuse(`'${name}' must be ${called}`, "correct it, or leave it out")];
  });
}

function oneOf(words: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === "string" && words.includes(value);
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
