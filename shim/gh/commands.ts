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

/** The same below `pr` and `issue`. Comments and reviews are no descriptions. */
export const passSubcommands: { readonly [parent: string]: string } = {
  pr: "checkout checks close comment diff list lock ls ready reopen review status unlock view",
  issue: "close comment delete develop list lock ls pin reopen status transfer unlock unpin view",
};

const intercepted: { readonly [parent: string]: { readonly [name: string]: GhCommand } } = {
  pr: { create: "pr create", new: "pr create", edit: "pr edit", merge: "pr merge", revert: "pr revert" },
  issue: { create: "issue create", new: "issue create", edit: "issue edit" },
};

export type FoundCommand =
  /** gh's own command, which is none of ours, or no command at all. */
  | { kind: "pass" }
  /** `at` is the last word of the command's name, `rest` what it is given. */
  | { kind: "command"; name: GhCommand; at: number; rest: number[] }
  /** An alias, an extension, a command that is newer than our table, or a mistake. */
  | { kind: "unknown"; name: string; rest: number[] };

/** `argv` has the program's name first. */
export function findCommand(argv: readonly string[]): FoundCommand {
  const words: number[] = [];
  for (let i = 1; i < argv.length; i++) words.push(i);
  const first = firstWord(argv, words, ["help", "version"]);
  if (first < 0) return { kind: "pass" };
  const name = argv[first] as string;
  const rest = without(words, first);
  if (name === "api") return { kind: "command", name: "api", at: first, rest };
  if (isListed(passCommands, name)) return { kind: "pass" };
  const children = own(intercepted, name);
  if (!children) return { kind: "unknown", name, rest };

  const second = firstWord(argv, rest, ["help"]);
  if (second < 0) return { kind: "pass" };
  const child = argv[second] as string;
  const command = own(children, child);
  if (command) return { kind: "command", name: command, at: second, rest: without(rest, second) };
  if (isListed(passSubcommands[name] as string, child)) return { kind: "pass" };
  return { kind: "unknown", name: name + " " + child, rest: without(rest, second) };
}

function own<T>(table: { readonly [name: string]: T }, name: string): T | null {
  return Object.prototype.hasOwnProperty.call(table, name) ? (table[name] as T) : null;
}

export function isListed(list: string, name: string): boolean {
  return name !== "" && !/\s/.test(name) && (" " + list + " ").includes(" " + name + " ");
}

function without(words: readonly number[], word: number): number[] {
  return words.filter((each) => each !== word);
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
