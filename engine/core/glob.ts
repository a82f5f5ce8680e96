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
  const first = parts[0] as string;
  const last = parts[parts.length - 1] as string;
  if (parts.length === 1) return subject === first;
  if (!subject.startsWith(first)) return false;
  let at = first.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const part = parts[i] as string;
    const found = subject.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
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
