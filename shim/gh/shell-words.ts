/** google/shlex, with which gh splits aliases: quotes, backslashes and comments, but nothing is expanded. */

/** null: a quote that is not closed, or nothing behind a backslash. gh then refuses the alias. */
export function splitShellWords(text: string): string[] | null {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.charAt(at);
    if (isSpace(start)) {
      at++;
    } else if (start === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
    } else {
      const end = readWord(text, at, words);
      if (end < 0) return null;
      at = end;
    }
  }
  return words;
}

function isSpace(unit: string): boolean {
  return unit === " " || unit === "\t" || unit === "\r" || unit === "\n";
}

/** Adds the word and gives where it ends, or -1. A `#` inside a word is a part of it. */
function readWord(text: string, start: number, words: string[]): number {
  let word = "";
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const unit = text.charAt(at);
    if (quote === "" && isSpace(unit)) {
      words.push(word);
      return at;
    }
    if (unit === quote) {
      quote = "";
    } else if (quote === "" && (unit === '"' || unit === "'")) {
      quote = unit;
    } else if (unit === "\\" && quote !== "'") {
      at++;
      if (at === text.length) return -1;
      word += text.charAt(at);
    } else {
      word += unit;
    }
  }
  if (quote !== "") return -1;
  words.push(word);
  return text.length;
}
