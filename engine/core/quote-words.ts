/** Quotes command-line arguments as a person would type them. */
export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/**
 * Quotes for a shell, on one line. The bytes 85 and A0 are white space in some locales, so they are quoted.
 */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_/.,:=@%+\x80-\x84\x86-\x9f\xa1-\xff-]+$/.test(word)) return word;
  if (!/[\x00-\x1f\x7f]/.test(word)) return "'" + word.replace(/'/g, "'\\''") + "'";
  const escaped = word
    .replace(/[\\']/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/[\x00-\x1f\x7f]/g, "?");
  return "$'" + escaped + "'";
}
