/**
 * Parses git's options before the command as `handle_options` in git.c does: exact strings, no abbreviation,
 * no bundling. The native host's copy is generated from these tables.
 */

/** Options with a value: the next word, or also `--name=value` for those in `attachableOptions`. */
export const valueOptions = [
  "-C",
  "-c",
  "--attr-source",
  "--config-env",
  "--git-dir",
  "--namespace",
  "--shallow-file",
  "--super-prefix",
  "--work-tree",
] as const;

/** Options that accept `--name=value`. */
export const attachableOptions = [
  "--attr-source",
  "--config-env",
  "--exec-path",
  "--git-dir",
  "--namespace",
  "--super-prefix",
  "--work-tree",
] as const;

export const flagOptions = [
  "-P",
  "-p",
  "--bare",
  "--glob-pathspecs",
  "--icase-pathspecs",
  "--literal-pathspecs",
  "--no-advice",
  "--no-lazy-fetch",
  "--no-literal-pathspecs",
  "--no-optional-locks",
  "--no-pager",
  "--no-replace-objects",
  "--noglob-pathspecs",
  "--paginate",
] as const;

export interface GlobalOption {
  name: string;
  /** Empty for a flag. */
  value: string;
  /** Index of its last word in argv. */
  at: number;
}

export interface GlobalPart {
  options: GlobalOption[];
  /** Index of the command word in argv. */
  commandIndex: number;
}

/** The words before the command, for a git that interlock asks: it starts its own programs, not those of a caller's exec-path. */
export function wordsBeforeCommand(argv: readonly string[], { options, commandIndex }: GlobalPart): string[] {
  const paths = options.filter(({ name }) => name === "--exec-path").map(({ at }) => at);
  return argv.slice(1, commandIndex).filter((_, i) => paths.indexOf(i + 1) < 0);
}

/**
 * Parses the words before the command. Null if git would run no command (help, version, a listing, an unknown
 * option, a missing value): git answers such a line itself.
 */
export function parseGlobalOptions(argv: readonly string[]): GlobalPart | null {
  const options: GlobalOption[] = [];
  let i = 1;
  while (i < argv.length) {
    const word = argv[i] as string;
    if (!word.startsWith("-")) return { options, commandIndex: i };
    const equals = word.indexOf("=");
    if (contains(flagOptions, word)) {
      options.push({ name: word, value: "", at: i });
    } else if (contains(valueOptions, word)) {
      i++;
      if (i >= argv.length) return null;
      options.push({ name: word, value: argv[i] as string, at: i });
    } else if (equals > 0 && contains(attachableOptions, word.slice(0, equals))) {
      options.push({ name: word.slice(0, equals), value: word.slice(equals + 1), at: i });
    } else {
      return null;
    }
    i++;
  }
  return null;
}

function contains(list: readonly string[], word: string): boolean {
  return list.indexOf(word) >= 0;
}
