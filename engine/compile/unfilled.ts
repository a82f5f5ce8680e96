/**
 * References as other programs write them. They parse as plain text, and would stand in commits as they are.
 */
import type { Finding } from "./diagnostic.ts";

const shellVariable = /\$([A-Za-z_][A-Za-z0-9_]*)/;
const mustache = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/;

/** What is wrong with a text between references; null if nothing is. */
export function findUnfilled(text: string): Finding | null {
  const found = shellVariable.exec(text) ?? mustache.exec(text);
  if (found === null) return null;
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
  return /^(?:env|config|git)\./.test(name) ? `\${${name}}` : `\${env.${name}}`;
}
