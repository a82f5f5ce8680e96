/**
 * The variables that a handler gets beside the usual few: a list of names, or a map from names to values, in which
 * `${env.NAME}` is filled in when the program starts. Nothing else is expanded: a value may have a `$` in it.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import type { ProgramVariable, Reference, Template } from "../core/plan.ts";
import type { WrittenEnv } from "./schema/handler-schema.ts";

/** `referenceTo`: the plan's reference to a variable that is named at this key. */
export function declareEnv(
  env: WrittenEnv,
  referenceTo: (name: string, key: string | number) => Reference,
): ProgramVariable[] {
  if (Array.isArray(env)) return env.map((name, i) => ({ name, reference: referenceTo(name, i) }));
  return Object.entries(env).map(([name, value]) => ({
    name,
    value: templateOf(String(value), (named) => referenceTo(named, name)),
  }));
}

function templateOf(text: string, referenceTo: (name: string) => Reference): Template {
  return text
    .split(/\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/)
    .map((piece, i) => (i % 2 === 1 ? referenceTo(piece) : encodeUtf8(piece)));
}
