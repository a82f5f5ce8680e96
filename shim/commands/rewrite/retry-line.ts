/** Builds the command to suggest after a refusal: the same command line with a new message. */
import type { CommitLine } from "../../git/commit-line.ts";
import { has } from "../../git/commit-line.ts";
import { replaceMessage } from "../../git/edit-argv.ts";
import type { GlobalPart } from "../../git/global-options.ts";
import type { OptionUse } from "../../git/parse-options.ts";
import type { ArgvWord, Host } from "../../host.ts";
import { quoteWord } from "../../../engine/core/quote-words.ts";
import { commitStaged, newMessage, sameCommand } from "../../rules/next-command.ts";

const longest = 300;

/** What the new -m replaces, by option. A new -m in place of an old one needs no mention. */
const insteadOf: { [option: string]: string } = {
  file: " instead of -F",
  "reuse-message": " instead of -C",
  "reedit-message": " instead of -c",
};

/** `uses`: the options that give the message now. */
export function withNewMessage(argv: readonly string[], uses: readonly OptionUse[]): string {
  const words = replaceMessage(argv, uses, { kind: "argument", message: newMessage });
  const [{ name }] = uses as [OptionUse];
  return render(argv, words, "-m " + newMessage + (insteadOf[name] ?? ""));
}

/** Options that supply part of the message themselves, so that a new message cannot simply replace it. */
const otherSources = ["fixup", "squash"];

/** `isStep`: git itself started the commit, with its own arguments, so the user did not type this line. */
export function renderCommitRetry(
  { argv }: Host,
  { commandIndex }: GlobalPart,
  line: CommitLine | null,
  gitDir: string,
  isStep: boolean,
): string {
  const amends = line !== null && has(line, "amend");
  const plain = amends ? "git commit --amend -m " + newMessage : commitStaged;
  if (line === null || isStep || otherSources.some((name) => has(line, name))) return plain;
  if (line.messages.length > 0) return withNewMessage(argv, line.messages);
  if (line.files.length > 0) return withNewMessage(argv, line.files);
  // -C also sets author and date. The suggested command does not keep them: git has no short way to name
  // both.
  if (has(line, "reuse-message") || has(line, "reedit-message"))
    return withNewMessage(argv, line.reuses.concat(amends ? [] : line.resetsAuthor));
  // Keep what the user typed in the editor.
  const source = line.usesEditor ? ["-e", "-F", gitDir + "/COMMIT_EDITMSG"] : ["-m", newMessage];
  const words: ArgvWord[] = argv.map((_, i) => i);
  words.splice(commandIndex + 1, 0, ...source);
  return render(argv, words, source.map(showWord).join(" "));
}

/**
 * `change`: what differs from the original line. If the line is too long, only this is shown: a shortened
 * command would commit something else.
 */
function render(argv: readonly string[], words: readonly ArgvWord[], change: string): string {
  const shown = words
    .slice(1)
    .map((word) => showWord(typeof word === "number" ? (argv[word] as string) : word));
  const line = ["git"].concat(shown).join(" ");
  return line.length > longest ? sameCommand + change : line;
}

function showWord(word: string): string {
  return word === newMessage ? word : quoteWord(word);
}
