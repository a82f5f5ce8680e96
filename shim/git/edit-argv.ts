/**
 * Replaces the message in a command line. Words are edited by index,
 * so every other word is passed on unchanged.
 */
import type { ArgvWord } from "../host.ts";
import type { OptionUse } from "./parse-options.ts";

/** How git gets the new message: as an argument, or on standard input (`-F -`). */
export type Carrier = { kind: "argument"; message: string } | { kind: "stdin" };

/** The first of `uses` (all `-m`, or all `-F`) gets the message; the others are removed. */
export function replaceMessage(
  argv: readonly string[],
  uses: readonly OptionUse[],
  carrier: Carrier,
): ArgvWord[] {
  const words: ArgvWord[] = [];
  for (let i = 0; i < argv.length; i++) {
    let edit: ArgvWord[] | null = null;
    for (const use of uses) {
      if (use.word === i) edit = withoutUse(argv, use, use === uses[0] ? carrier : null);
      else if (use.valueWord === i) edit = [];
    }
    if (edit === null) words[words.length] = i;
    else for (const word of edit) words[words.length] = word;
  }
  return words;
}

/** In place of the word of an option. Keeps the letters before it in a cluster (-a of -am). */
function withoutUse(argv: readonly string[], use: OptionUse, carrier: Carrier | null): ArgvWord[] {
  const kept = use.cluster > 1 ? (argv[use.word] as string).slice(0, use.cluster) : "";
  return carrier !== null ? messageWords(kept, carrier) : kept === "" ? [] : [kept];
}

/** Replacements for words of the command line, by index; an index after the last one appends. */
export interface WordEdits {
  [index: number]: ArgvWord[];
}

/** `count`: how many words the command line has. */
export function editWords(count: number, edits: WordEdits): ArgvWord[] {
  const words: ArgvWord[] = [];
  for (let i = 0; i <= count; i++) {
    const edit = edits[i];
    if (edit !== undefined) for (const word of edit) words[words.length] = word;
    else if (i < count) words[words.length] = i;
  }
  return words;
}

/** The words of a command line, each passed on as it is. */
export function sameWords(argv: readonly string[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < argv.length; i++) words[i] = i;
  return words;
}

/** Adds the message at a place where no option gives it yet. */
export function addMessage(argv: readonly string[], at: number, carrier: Carrier): ArgvWord[] {
  const words: ArgvWord[] = sameWords(argv);
  words.splice(at, 0, ...messageWords("", carrier));
  return words;
}

function messageWords(cluster: string, carrier: Carrier): ArgvWord[] {
  const letters = cluster === "" ? "-" : cluster;
  return carrier.kind === "stdin" ? [letters + "F", "-"] : [letters + "m", carrier.message];
}

export function withoutUses(argv: readonly string[], uses: readonly OptionUse[]): WordEdits {
  const edits: WordEdits = {};
  for (const { word } of uses) {
    const letters = uses.filter((use) => use.word === word && use.cluster > 0).map(({ cluster }) => cluster);
    const text = argv[word] as string;
    const rest = letters.length === 0 ? "-" : dropLetters(text, letters);
    edits[word] = rest === "-" ? [] : [rest];
  }
  return edits;
}

function dropLetters(text: string, places: readonly number[]): string {
  let rest = "";
  for (let i = 0; i < text.length; i++) if (places.indexOf(i) < 0) rest += text.charAt(i);
  return rest;
}
