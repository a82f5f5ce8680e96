/**
 * Which command a line names, as cobra finds it (`Find` in its command.go): the words that are no flags, from the
 * left. What follows a flag that the command so far does not know counts as that flag's value.
 */

/** The commands whose text, labels or commit messages we read. */
export type GhCommand =
  | "pr create"
  | "pr edit"
  | "pr merge"
  | "pr revert"
  | "issue create"
  | "issue edit"
  | "api";

/**
 * Commands of gh 2.23 that send none of these, with their other names, sorted. A command that a later version adds
 * is left out on purpose: in 2.23 that name may be an alias for one that does.
 */
export const passCommands =
  "__complete __completeNoDesc actions alias auth browse codespace completion config credits cs environment " +
  "exit-codes ext extension extensions formatting gist gpg-key help label mintty reference release repo run search " +
  "secret ssh-key status version workflow";

/** The same below each of them that has commands of its own. Comments and reviews are no descriptions. */
export const passSubcommands: { readonly [parent: string]: string } = {
  alias: "delete list ls set",
  auth: "git-credential login logout refresh setup-git status token",
  codespace: "code cp create delete edit jupyter list logs ls ports rebuild select ssh stop",
  config: "get list ls set",
  extension: "browse create exec install list ls remove search upgrade",
  gist: "clone create delete edit list ls new view",
  "gpg-key": "add delete list ls",
  label: "clone create delete edit list ls",
  release: "create delete delete-asset download edit list ls new upload view",
  repo: "archive clone create credits delete deploy-key edit fork garden list ls new rename set-default sync view",
  "repo deploy-key": "add delete list ls",
  run: "cancel download list ls rerun view watch",
  search: "commits issues prs repos",
  secret: "delete list ls remove set",
  "ssh-key": "add delete list ls",
  workflow: "disable enable list ls run view",
  pr: "checkout checks close comment diff list lock ls ready reopen review status unlock view",
  issue: "close comment delete develop list lock ls pin reopen status transfer unlock unpin view",
};

const intercepted: { readonly [parent: string]: { readonly [name: string]: GhCommand } } = {
  pr: { create: "pr create", new: "pr create", edit: "pr edit", merge: "pr merge", revert: "pr revert" },
  issue: { create: "issue create", new: "issue create", edit: "issue edit" },
};

const otherNames: { readonly [name: string]: string } = {
  cs: "codespace",
  ext: "extension",
  extensions: "extension",
};

export type FoundCommand =
  /** gh's own command, which is none of ours, or no command at all. */
  | { kind: "pass" }
  /** `at` is the last word of the command's name, `rest` what it is given. */
  | { kind: "command"; name: GhCommand; at: number; rest: number[] }
  /** An alias, an extension, a command that is newer than our table, or a mistake. */
  | { kind: "unknown" };

/** `argv` has the program's name first. */
export function findCommand(argv: readonly string[]): FoundCommand {
  const words = commandWords(argv, 2);
  const [first, second] = words;
  if (first === undefined) return { kind: "pass" };
  const name = argv[first] as string;
  if (name === "api") return { kind: "command", name: "api", at: first, rest: wordsWithout(argv, [first]) };
  if (isListed(passCommands, name)) return { kind: "pass" };
  const children = own(intercepted, name);
  if (!children) return { kind: "unknown" };

  if (second === undefined) return { kind: "pass" };
  const child = argv[second] as string;
  const command = own(children, child);
  if (command) return { kind: "command", name: command, at: second, rest: wordsWithout(argv, words) };
  return { kind: isListed(passSubcommands[name] as string, child) ? "pass" : "unknown" };
}

/** The first words that are no flags, where they stand; fewer than `most` if there are no more. */
export function commandWords(argv: readonly string[], most: number): number[] {
  const found: number[] = [];
  while (found.length < most) {
    const switches = found.length === 0 ? ["help", "version"] : ["help"];
    const next = firstWord(argv, wordsWithout(argv, found), switches);
    if (next < 0) break;
    found.push(next);
  }
  return found;
}

/** All words but the program's name and these. */
export function wordsWithout(argv: readonly string[], taken: readonly number[]): number[] {
  const words: number[] = [];
  for (let i = 1; i < argv.length; i++) if (taken.indexOf(i) < 0) words.push(i);
  return words;
}

/** Could these words be an alias? gh heeds none that has the name of its own command, or stands below one that has no others. */
export function mayBeAlias(words: readonly string[]): boolean {
  const name = words[words.length - 1] as string;
  if (words.length === 1) return !isListed(passCommands, name) && name !== "api" && !own(intercepted, name);
  const above = words.slice(0, -1);
  const parent = [own(otherNames, above[0] as string) || (above[0] as string)]
    .concat(above.slice(1))
    .join(" ");
  const children = own(passSubcommands, parent);
  if (children === null) return mayBeAlias(above);
  const ours = own(intercepted, parent);
  return !isListed(children, name) && !(ours && own(ours, name));
}

/** Does this command have others below it? */
export function isGroup(name: string): boolean {
  return own(passSubcommands, own(otherNames, name) || name) !== null;
}

export function own<T>(table: { readonly [name: string]: T }, name: string): T | null {
  return Object.prototype.hasOwnProperty.call(table, name) ? (table[name] as T) : null;
}

function isListed(list: string, name: string): boolean {
  return name !== "" && !/\s/.test(name) && (" " + list + " ").includes(" " + name + " ");
}

/** stripFlags: the first word that is neither a flag nor a flag's value, or -1. */
function firstWord(argv: readonly string[], words: readonly number[], switches: readonly string[]): number {
  for (let k = 0; k < words.length; k++) {
    const word = argv[words[k] as number] as string;
    if (word === "--") return -1;
    if (takesNext(word, switches)) {
      // cobra gives up unless two words follow: the value, and something that could be the command.
      if (words.length - k - 1 <= 1) return -1;
      k++;
    } else if (word !== "" && !word.startsWith("-")) {
      return words[k] as number;
    }
  }
  return -1;
}

function takesNext(word: string, switches: readonly string[]): boolean {
  if (word.includes("=")) return false;
  if (word.startsWith("--")) return switches.indexOf(word.slice(2)) < 0;
  // Neither gh nor `gh pr` has a switch of one letter.
  return word.startsWith("-") && word.length === 2;
}
