/**
 * Fills `${env.NAME}`, `${config.key}` and `${git.author}` in a value. An empty value counts as missing: a trailer
 * without a name is never what its author meant.
 */
import {
  isListEffect,
  type Contribution,
  type Effect,
  type EffectWithoutLine,
  type GitIdent,
  type Plan,
  type ProgramVariable,
  type Reference,
  type Template,
} from "./plan.ts";

/** Where values come from: sealed values first, then the caller's environment. */
export interface Values {
  /** What was looked up before: many contributions name the same few values. No prototype. */
  known: { [reference: Reference]: Value | undefined };
  find(reference: Reference): Value;
}

/** Empty if it is missing. Null if it has a control character in it, which could end the line or steer a terminal. */
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

/** The variables that a program asks for, without those that have no value, or an unsafe one. */
export function askedVariables(
  env: readonly ProgramVariable[],
  values: Values,
): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (const variable of env) {
    const value =
      "reference" in variable ? lookUp(variable.reference, values) : resolveTemplate(variable.value, values);
    if (typeof value === "string" && ("value" in variable || value !== ""))
      found.push([variable.name, value]);
  }
  return found;
}

/** The reference as its author wrote it; `caller.` is the compiler's, for layers that may not read sealed values. */
export function asWritten(reference: Reference): string {
  return "${" + reference.replace(/^caller\./, "env.") + "}";
}

/** For a value that is not in `known`. Callers look there first, because a call is expensive in the script engine. */
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
    const source = reference.slice(0, dot);
    if (source === "git") return git(name as GitIdent);
    if (source === "config") return own(plan.config, name);
    if (source === "caller") return callerEnv(name);
    // An empty sealed value unsets the variable.
    return own(sealedFile, name) ?? own(plan.env, name) ?? callerEnv(name);
  };
  return { known: Object.create(null), find: (reference) => checkValue(find(reference)) };
}

/** A value of nothing but spaces counts as missing. */
function checkValue(value: string | undefined): Value {
  if (value === undefined || (value.charAt(0) <= " " && /^ *$/.test(value))) return "";
  return /[\x00-\x1f\x7f]|\xc2[\x80-\x9f]/.test(value) ? null : value;
}

/** What a map of strings inherits is no string. */
function own(map: { [name: string]: string }, name: string): string | undefined {
  const value: unknown = map[name];
  return typeof value === "string" ? value : undefined;
}

/** The references in an effect's values. In a template they stand at odd places. */
export function referencesIn(effect: EffectWithoutLine): Reference[] {
  const references: Reference[] = [];
  for (const template of templatesOf(effect))
    for (let i = 1; i < template.length; i += 2) references.push(template[i] as Reference);
  return references;
}

export function templatesOf(effect: EffectWithoutLine): Template[] {
  return isListEffect(effect) ? effect.values : [effect.value];
}

export type Replace = (reference: Reference) => Reference;

/** Replaces the references in a contribution, in its conditions and its effects. */
export function mapReferences(contribution: Contribution, replace: Replace): Contribution {
  const { when } = contribution;
  const mapped: Contribution = {
    ...contribution,
    effects: contribution.effects.map((effect) => mapEffect(effect, replace)),
  };
  if (when !== undefined && when.present !== undefined)
    mapped.when = { ...when, present: when.present.map(replace) };
  return mapped;
}

function mapEffect(effect: Effect, replace: Replace): Effect {
  const map = (template: Template): Template =>
    template.map((part, i) => (i % 2 === 1 ? replace(part) : part));
  if (isListEffect(effect)) return { ...effect, values: effect.values.map(map) };
  return { ...effect, value: map(effect.value) };
}
