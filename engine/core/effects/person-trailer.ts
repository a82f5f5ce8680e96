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
 * The whole of what stands in the brackets at the end, in lower case. Null for a value that has no such brackets, or
 * more of them: some readers take the first address for the person's, others the last.
 */
export function mailAddress(value: string): string | null {
  const match = /^[^<>]*<([^<>]*)>[ \t]*$/.exec(value);
  return match ? lowerAscii(match[1] as string) : null;
}

/** Everybody that some reader could take the value for: it, and its beginnings up to a bracket. */
export function possiblePersons(value: string): string[] {
  const persons = [value];
  for (let at = value.indexOf(">"); at >= 0; at = value.indexOf(">", at + 1)) {
    if (at + 1 < value.length) persons.push(value.slice(0, at + 1));
  }
  return persons;
}
