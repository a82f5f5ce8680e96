/**
 * Trailers whose value names a person, `Name <mail>`: the mail address says who it is.
 */
import { lowerAscii, matchesBeginning } from "../glob.ts";

const personKeys = [
  "acked-by",
  "co-authored-by",
  "helped-by",
  "reported-by",
  "reviewed-by",
  "signed-off-by",
  "tested-by",
];

/** `name`: a key in lower case. */
export function namesPerson(name: string): boolean {
  return personKeys.indexOf(name) >= 0;
}

/**
 * What is in the brackets at the end, in lower case. Null for a value with no brackets or with several: some programs
 * take the first address, others the last.
 */
export function mailAddress(value: string): string | null {
  const match = /^[^<>]*<([^<>]*)>[ \t]*$/.exec(value);
  return match ? lowerAscii(match[1] as string) : null;
}

/**
 * Does the glob match a person that a program could read in the value: the whole value, or a beginning that ends in a
 * bracket? `value`: in lower case. The beginnings are not built: with thousands of brackets they would take gigabytes.
 */
export function matchesPerson(value: string, glob: string): boolean {
  return matchesBeginning(value, glob, ">");
}

/** Can only one person be read in it? */
export function namesOnePerson(value: string): boolean {
  const at = value.indexOf(">");
  return at < 0 || at === value.length - 1;
}
