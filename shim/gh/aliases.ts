/** gh's aliases, expanded as gh does it (expand.go in 2.23, root/alias.go since 2.30). */
import {
  commandWords,
  findCommand,
  isGroup,
  mayBeAlias,
  own,
  wordsWithout,
  type FoundCommand,
} from "./commands.ts";
import type { GhConfig } from "./config-file.ts";
import { splitShellWords } from "./shell-words.ts";

export type Expanded =
  /** The line as it is, or what its aliases made of it, with the program's name first. */
  | { kind: "line"; argv: readonly string[]; found: FoundCommand; isExpanded: boolean }
  /** gh has a shell run it, and finds us again if that calls gh. */
  | { kind: "shell" }
  /** gh refuses the alias. */
  | { kind: "refused" }
  | { kind: "unclear"; reason: string };

/** An alias may lead to another one; gh would run in circles, we do not. */
const mostSteps = 10;
/** `repo deploy-key mine` has three words, and gh has no deeper commands. */
const mostWords = 4;

/** `isOld`: is it a gh before 2.30? That looks for an alias only at the first word, and only once. */
export function expandLine(argv: readonly string[], config: GhConfig, isOld: () => boolean): Expanded {
  const odd = oddAlias(argv, config);
  if (odd !== "" && isOld())
    return { kind: "unclear", reason: "the alias '" + odd + "' hides a command or flag of gh" };
  let line = argv;
  for (let step = 0; step < mostSteps; step++) {
    const found = findCommand(line);
    const alias = found.kind === "command" ? null : findAlias(line, config);
    if (alias === null) return { kind: "line", argv: line, found, isExpanded: step > 0 };
    const isPlain = step === 0 && alias.words.length === 1 && alias.words[0] === 1;
    if (!isPlain && isOld()) return { kind: "refused" };
    if (alias.value.startsWith("!")) return { kind: "shell" };
    const given = wordsWithout(line, alias.words).map((word) => (line as string[])[word] as string);
    const words = expandAlias(alias.value, given);
    if (!words) return { kind: "refused" };
    line = [argv[0] as string].concat(words);
  }
  return { kind: "unclear", reason: "one alias leads to another too often" };
}

interface FoundAlias {
  value: string;
  /** Where its name stands. */
  words: number[];
}

/** The alias whose name the line begins with. Since 2.30 one may stand below a command: `pr mine`. */
function findAlias(argv: readonly string[], { aliases }: GhConfig): FoundAlias | null {
  const words = commandWords(argv, mostWords);
  for (const name of Object.keys(aliases)) {
    const parts = splitShellWords(name) || [];
    const isMeant =
      parts.length > 0 && parts.every((part, i) => i < words.length && part === argv[words[i] as number]);
    if (isMeant && mayBeAlias(parts))
      return { value: aliases[name] as string, words: words.slice(0, parts.length) };
  }
  return null;
}

/**
 * An alias that has the name of a flag or of a command. An old gh heeds it where it takes the line for none of its
 * commands: a flag comes first or between its words, or it is `help`. Empty if there is none.
 */
function oddAlias(argv: readonly string[], { aliases }: GhConfig): string {
  const [, first = "", second = ""] = argv;
  if (first === "help" && argv.length === 3 && own(aliases, second) !== null) return second;
  if (own(aliases, first) === null || (!first.startsWith("-") && mayBeAlias([first]))) return "";
  const isFound = !/^(?:-|help$|__complete)/.test(first) && !(isGroup(first) && second.startsWith("-"));
  return isFound ? "" : first;
}

/** `$1` is put in before the alias is split into words, so that an argument with a space becomes two. */
export function expandAlias(alias: string, given: readonly string[]): string[] | null {
  let expansion = alias;
  const more: string[] = [];
  given.forEach((argument, i) => {
    if (expansion.includes("$")) expansion = expansion.split("$" + (i + 1)).join(argument);
    else more.push(argument);
  });
  // Some argument is missing.
  if (/\$\d/.test(expansion)) return null;
  const words = splitShellWords(expansion);
  return words && words.concat(more);
}
