/**
 * `--no-verify` would leave out the hook that our rules run in. It is taken off the command line, and the hooks
 * of the repository that it means are left out of the folder that git gets.
 */
import type { ArgvWord } from "../host.ts";
import type { OptionUse } from "./parse-options.ts";

export function withoutUses(
  argv: readonly string[],
  uses: readonly OptionUse[],
): { [index: number]: ArgvWord[] } {
  const edits: { [index: number]: ArgvWord[] } = {};
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
