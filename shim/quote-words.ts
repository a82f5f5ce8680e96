/** Words of a command line as a person would type them. */
export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/** As a shell would take it, on one line. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_/.,:=@%+\x80-\xff-]+$/.test(word)) return word;
  if (!/[\x00-\x1f\x7f]/.test(word)) return "'" + word.replace(/'/g, "'\\''") + "'";
  const escaped = word
    .replace(/[\\']/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/[\x00-\x1f\x7f]/g, "?");
  return "$'" + escaped + "'";
}
