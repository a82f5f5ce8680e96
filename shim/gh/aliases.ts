/** gh's aliases, expanded as gh does it (expand.go in 2.23, root/alias.go since 2.30). */
import { findCommand, type FoundCommand } from "./commands.ts";
import type { GhConfig } from "./config-file.ts";
import { splitShellWords } from "./shell-words.ts";

export type Expanded =
  /** The line as it is, or what its aliases made of it, with the program's name first. */
  | { kind: "line"; argv: readonly string[]; found: FoundCommand; isExpanded: boolean }
  /** gh has a shell run it, and finds us again if that calls gh. */
  | { kind: "shell" }
  /** gh refuses the alias. */
  | { kind: "refused" }
  /** One alias leads to another for too long. */
  | { kind: "endless" };

/** An alias may lead to another one; gh would run in circles, we do not. */
const mostSteps = 10;

export function expandLine(argv: readonly string[], config: GhConfig): Expanded {
  let line = argv;
  for (let step = 0; step < mostSteps; step++) {
    const found = findCommand(line);
    const alias = found.kind === "unknown" ? aliasOf(config, found.name) : null;
    if (found.kind !== "unknown" || alias === null) {
      return { kind: "line", argv: line, found, isExpanded: step > 0 };
    }
    if (alias.startsWith("!")) return { kind: "shell" };
    const given = found.rest.map((word) => line[word] as string);
    const words = expandAlias(alias, given);
    if (!words) return { kind: "refused" };
    line = [argv[0] as string].concat(words);
  }
  return { kind: "endless" };
}

/** Since 2.30 an alias may stand below a command: `pr mine`. */
function aliasOf({ aliases }: GhConfig, name: string): string | null {
  return Object.prototype.hasOwnProperty.call(aliases, name) ? (aliases[name] as string) : null;
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
