/**
 * Trailers whose value names a person, `Name <mail>`: the mail address says who it is.
 */
import { lowerAscii } from "../glob.ts";

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

/** Every person that a program could read in the value: the whole value, and each beginning that ends in a bracket. */
export function possiblePersons(value: string): string[] {
  const persons = [value];
  for (let at = value.indexOf(">"); at >= 0; at = value.indexOf(">", at + 1)) {
    if (at + 1 < value.length) persons.push(value.slice(0, at + 1));
  }
  return persons;
}
