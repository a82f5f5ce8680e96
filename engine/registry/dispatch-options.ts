/**
 * Holds what a program says about the operation that it dispatches for to its form.
 */
import { suggestName } from "../core/nearest-name.ts";
import { commitKinds } from "../core/facts.ts";
import type { MessageRules } from "../core/message-rules.ts";
import { isPlain } from "./check-payload.ts";
import { wrongCall, type EngineDiagnostic } from "./engine-diagnostic.ts";
import type { DispatchOptions } from "./public-types.ts";

const cleanups: readonly MessageRules["cleanup"][] = ["whitespace", "strip", "verbatim"];

interface Form {
  holds(value: unknown): boolean;
  called: string;
}

const texts: Form = {
  holds: (value) => isPlain(value) && Object.values(value).every(isTextOrNothing),
  called: "an object whose values are texts",
};

const forms: { [O in keyof DispatchOptions]-?: Form } = {
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
