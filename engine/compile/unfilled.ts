/**
 * References as other programs write them. They parse as plain text, and would stand in commits as they are.
 */
import type { Finding } from "./diagnostic.ts";

const shellVariable = /\$((?:env|config|git)\.[A-Za-z0-9_.-]*[A-Za-z0-9_]|[A-Za-z_][A-Za-z0-9_]*)/i;
const mustache = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/;
const braces = /\{((?:env|config|git)\.[A-Za-z0-9_.-]+)\}/i;
const percent = /%([A-Z_][A-Z0-9_]*)%/;

/** What is wrong with a text between references; null if nothing is. */
export function findUnfilled(text: string): Finding | null {
  const found = [shellVariable, mustache, braces, percent]
    .map((form) => form.exec(text))
    .find((match) => match !== null);
  if (found === undefined) return null;
  const [written, name] = found as unknown as [string, string];
  return {
    code: "bad-reference",
    message: `'${written}' is no reference, and would stand in the text as it is`,
    hint: `write ${referenceTo(name)}; for the text itself, put it under 'config:' and write \${config.key}`,
  };
}

/** For a value that is taken as it stands, with all its signs: it is a slip only if it is nothing but a reference. */
export function isReferenceOnly(text: string): boolean {
  return /^\$(?:\{[^}]*\}|[A-Za-z_][A-Za-z0-9_]*)$|^\{\{.*\}\}$/.test(text.trim());
}

/** How to name what was meant: a plain name is that of a variable. */
export function referenceTo(name: string): string {
  const [, namespace, rest] = /^(env|config|git)(\..*)$/i.exec(name) ?? [];
  return namespace === undefined ? `\${env.${name}}` : `\${${namespace.toLowerCase()}${rest}}`;
}
