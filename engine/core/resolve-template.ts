/**
 * Fills `${env.NAME}`, `${config.key}` and `${git.author}` in a value. An empty value counts as missing: a trailer
 * without a name is never what its author meant.
 */
import type { GitIdent, Plan, Reference, Template } from "./plan.ts";

/** Where values come from: sealed values first, then the caller's environment. */
export interface Values {
  /** What was asked for before: many contributions ask for the same few values. No prototype. */
  known: { [reference: Reference]: Value | undefined };
  find(reference: Reference): Value;
}

/**
 * Empty if it is missing. Null if it has a control character in it, which could end the line, or reach
 * somebody's terminal.
 */
export type Value = string | null;

export interface Unresolved {
  reference: Reference;
  why: "missing" | "unsafe";
}

export function resolveTemplate(template: Template, values: Values): string | Unresolved {
  let text = template.length === 0 ? "" : (template[0] as string);
  for (let i = 1; i < template.length; i += 2) {
    const reference = template[i] as Reference;
    const known = values.known[reference];
    const value = known === undefined ? lookUp(reference, values) : known;
    if (value === null) return { reference, why: "unsafe" };
    if (value === "") return { reference, why: "missing" };
    text += value + (template[i + 1] as string);
  }
  return text;
}

/** As its author wrote it: which values a layer may read is decided when the plan is compiled. */
export function asWritten(reference: Reference): string {
  return "${" + reference.replace(/^caller\./, "env.") + "}";
}

/** For a value that is not known yet: a call costs the script engine more than to look whether it is. */
export function lookUp(reference: Reference, values: Values): Value {
  return (values.known[reference] = values.find(reference));
}

export function makeValues(
  plan: Plan,
  sealedFile: { [name: string]: string },
  callerEnv: (name: string) => string | undefined,
  git: (which: GitIdent) => string,
): Values {
  const find = (reference: Reference): string | undefined => {
    const dot = reference.indexOf(".");
    const name = reference.slice(dot + 1);
    if (reference.startsWith("git.")) return git(name as GitIdent);
    if (reference.startsWith("config.")) return own(plan.config, name);
    if (reference.startsWith("caller.")) return callerEnv(name);
    // A sealed value wins even if it is empty: it then says that there is none.
    return own(sealedFile, name) ?? own(plan.env, name) ?? callerEnv(name);
  };
  return { known: Object.create(null), find: (reference) => judge(find(reference)) };
}

/** A value of nothing but spaces says nothing. */
function judge(value: string | undefined): Value {
  if (value === undefined || /^ *$/.test(value)) return "";
  return /[\x00-\x1f\x7f]|\xc2[\x80-\x9f]/.test(value) ? null : value;
}

function own(map: { [name: string]: string }, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(map, name) ? map[name] : undefined;
}
