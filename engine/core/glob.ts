/**
 * Simple globs: `*` stands for any run of characters, everything else for itself. Letters of ASCII
 * match in either case; the text is a byte string, of which no other byte is a letter.
 */
export function matchesGlob(text: string, glob: string): boolean {
  return matchesInLowerCase(lowerAscii(text), glob);
}

/** The same for a text in lower case, for callers that try several globs on it. */
export function matchesInLowerCase(subject: string, glob: string): boolean {
  const parts = partsOf(glob);
  if (parts.length === 1) return subject === parts[0];
  const at = endOfParts(subject, parts);
  const last = parts[parts.length - 1] as string;
  return at >= 0 && subject.length - last.length >= at && subject.endsWith(last);
}

/**
 * The same for the text and for each of its beginnings that ends in `end`, one character: does the glob match any of them?
 * All of them have the same first match of every part but the last, so one search for that part is enough.
 */
export function matchesBeginning(subject: string, glob: string, end: string): boolean {
  if (matchesInLowerCase(subject, glob)) return true;
  const parts = partsOf(glob);
  const last = parts[parts.length - 1] as string;
  if (!last.endsWith(end)) return false;
  if (parts.length === 1) return subject.startsWith(last);
  const at = endOfParts(subject, parts);
  return at >= 0 && subject.indexOf(last, at) >= 0;
}

/** Where all parts but the last end at the earliest; -1 if the text does not have them. */
function endOfParts(subject: string, parts: readonly string[]): number {
  const first = parts[0] as string;
  if (!subject.startsWith(first)) return -1;
  let at = first.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const part = parts[i] as string;
    const found = subject.indexOf(part, at);
    if (found < 0) return -1;
    at = found + part.length;
  }
  return at;
}

/** Globs come from the plan, so the same few are used again: each is split once. */
const knownParts: { [glob: string]: string[] | undefined } = Object.create(null);

function partsOf(glob: string): string[] {
  return knownParts[glob] || (knownParts[glob] = lowerAscii(glob).split("*"));
}

/** `toLowerCase` would change bytes of UTF-8 that are letters in Latin 1. */
export function lowerAscii(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
