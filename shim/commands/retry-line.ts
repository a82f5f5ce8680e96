/**
 * A refused command line once more, with another message.
 */
import type { CommitLine } from "../git/commit-line.ts";
import { has } from "../git/commit-line.ts";
import { replaceMessage } from "../git/edit-argv.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { OptionUse } from "../git/parse-options.ts";
import type { ArgvWord, Host } from "../host.ts";
import { quoteWord } from "../report/quote-words.ts";
import { commitStaged, newMessage, sameCommand } from "../rules/next-command.ts";

const longest = 300;

/** What has to go, by the option that names a message; a new -m takes the place of an old one. */
const insteadOf: { [option: string]: string } = {
  file: " instead of -F",
  "reuse-message": " instead of -C",
  "reedit-message": " instead of -c",
};

/** `uses`: where the message stands now. */
export function withNewMessage(argv: readonly string[], uses: readonly OptionUse[]): string {
  const words = replaceMessage(argv, uses, { kind: "argument", message: newMessage });
  const [{ name }] = uses as [OptionUse];
  return render(argv, words, "-m " + newMessage + (insteadOf[name] ?? ""));
}

/** Options whose message cannot stand beside a new one. */
const otherSources = ["fixup", "squash"];

/** `isStep`: git itself has started it, with words of its own. */
export function commitAgain(
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
  // -C gives the commit its author and date, too. These are not kept; git has no short way to name both.
  if (has(line, "reuse-message") || has(line, "reedit-message"))
    return withNewMessage(argv, line.reuses.concat(amends ? [] : line.resetsAuthor));
  // What was typed in an editor is worth keeping.
  const source = line.usesEditor ? ["-e", "-F", gitDir + "/COMMIT_EDITMSG"] : ["-m", newMessage];
  const words: ArgvWord[] = argv.map((_, i) => i);
  words.splice(commandIndex + 1, 0, ...source);
  return render(argv, words, source.map(showWord).join(" "));
}

/** `change`: what differs from the command line as it was. A shorter command would commit something else. */
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
