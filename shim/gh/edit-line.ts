/** Changes to a command line: flags that go, and words that come. */
import { writeCsv } from "./csv.ts";
import type { FlagUse } from "./parse-flags.ts";

/** A number forwards that word of the line as it came; a string is a new word. */
export type EditedWord = number | string;

export interface LineEdit {
  remove: readonly FlagUse[];
  /** Whole words, each a flag with its value attached by `=`. */
  add: readonly string[];
}

/** One argument may have 128 KB on Linux (MAX_ARG_STRLEN); above this a text goes by a file. */
export const mostInArgument = 100000;

/** `file`: where the integration has written the text, or `-` if gh gets it as standard input. */
export type CarriedText = { by: "argument"; text: string } | { by: "file"; file: string };

export function mustGoByFile(text: string): boolean {
  return text.length > mostInArgument || text.includes("\0");
}

/**
 * The line with all edits made. New words stand right behind the command's name (`at`): in front of any `--`, and
 * never where they would be taken for another flag's value.
 */
export function editLine(argv: readonly string[], at: number, edits: readonly LineEdit[]): EditedWord[] {
  const words: EditedWord[] = argv.map((_, i) => i);
  const gone: boolean[] = [];
  let added: string[] = [];
  for (const edit of edits) {
    added = added.concat(edit.add);
    for (const use of edit.remove) {
      // "-db text" and "-dbtext": what stands before the letter stays.
      if (use.letterAt > 1) words[use.word] = (argv[use.word] as string).slice(0, use.letterAt);
      else gone[use.word] = true;
      if (use.valueWord !== use.word) gone[use.valueWord] = true;
    }
  }
  const result: EditedWord[] = [];
  words.forEach((word, i) => {
    if (!gone[i]) result.push(word);
    if (i === at) for (const each of added) result.push(each);
  });
  return result;
}

/** The words as text, for a line that is not the caller's own: an alias, expanded. */
export function spellWords(argv: readonly string[], words: readonly EditedWord[]): string[] {
  return words.map((word) => (typeof word === "number" ? (argv[word] as string) : word));
}

/** `--body` with the text, or `--body-file`. */
export function bodyWord(carried: CarriedText): string {
  return carried.by === "file" ? "--body-file=" + carried.file : "--body=" + carried.text;
}

export function listWord(flag: string, values: readonly string[]): string {
  return "--" + flag + "=" + writeCsv(values);
}
