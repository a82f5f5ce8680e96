/**
 * A port of git's parse-options.c: which options a command line sets, and in which words. It never reports an
 * error; if git rejects a line, git says so. It does not validate values: what one version refuses (a number
 * with a unit, a new keyword) another may accept.
 */
import { beginsLong, findLong, type Options, type OptionSpec, type OptionTable } from "./option-table.ts";

/** One option as given on the command line. */
export interface OptionUse {
  /** Long name as in git's table, or the letter of an option that has no long name. */
  name: string;
  negated: boolean;
  /** Null if none was given. */
  value: string | null;
  /** Index of the word that names the option. */
  word: number;
  /** Where the value starts in its word. */
  valueOffset: number;
  /** Index of the word that holds the value: `word` itself if attached. */
  valueWord: number;
  /** For a short option, its position in the cluster (1 is the first letter); 0 for a long one. */
  cluster: number;
}

export interface ParsedOptions {
  uses: OptionUse[];
  /** Of each option that is used, the last one. */
  last: { [name: string]: OptionUse | undefined };
  /** Words that are not options; under `keepUnknown` also options that git passes on to another parser. */
  operands: number[];
  /** The one command mode given: `continue`, `abort` and the like. */
  mode: string | null;
}

/**
 * Null if git answers with usage, help or an error, and does nothing. The line is parsed as newer versions do
 * and, if that fails, as 2.39 does. If only one of the two accepts it, the installed git may still reject it.
 */
export function parseOptions(
  argv: readonly string[],
  first: number,
  table: OptionTable,
  keepUnknown = false,
): ParsedOptions | null {
  const parsed = parseWith(argv, first, table.latest, keepUnknown);
  return parsed === null && table.newer !== "" ? parseWith(argv, first, table.oldest, keepUnknown) : parsed;
}

function parseWith(
  argv: readonly string[],
  first: number,
  options: Options,
  keepUnknown: boolean,
): ParsedOptions | null {
  const parsed: ParsedOptions = { uses: [], last: {}, operands: [], mode: null };
  for (let i = first; i < argv.length; i++) {
    const word = argv[i] as string;
    if (!word.startsWith("-") || word === "-") {
      parsed.operands.push(i);
      continue;
    }
    if (word === "--" || word === "--end-of-options") {
      while (++i < argv.length) parsed.operands.push(i);
      break;
    }
    if (asksForHelp(word, argv.length - first)) return null;
    const parse = word.startsWith("--") ? parseLong : parseCluster;
    i = parse(argv, i, options, keepUnknown, parsed);
    if (i < 0) return null;
  }
  return parsed;
}

function asksForHelp(word: string, count: number): boolean {
  if (word === "--help" || word === "--help-all") return true;
  return count === 1 && (word === "--git-completion-helper" || word === "--git-completion-helper-all");
}

/** Returns the index of the last word used, or -1 if git would stop here. */
function parseCluster(
  argv: readonly string[],
  at: number,
  options: Options,
  keepUnknown: boolean,
  parsed: ParsedOptions,
): number {
  const word = argv[at] as string;
  for (let k = 1; k < word.length; k++) {
    const spec = options.byLetter[word.charAt(k)];
    const rest = word.slice(k + 1);
    // "-amend" is a typo for "--amend" (check_typos), unless the first letter takes the rest as its value.
    if (k === 1 && !(spec && (spec.value || rest === "")) && isTypo(word.slice(1), options)) return -1;
    if (!spec) {
      if (!keepUnknown || word.charAt(k) === "h") return -1;
      parsed.operands.push(at);
      return at;
    }
    const last = take(argv, at, spec, false, rest === "" ? -1 : k + 1, k, parsed);
    if (last !== at || spec.value !== "") return last;
  }
  return at;
}

function isTypo(letters: string, options: Options): boolean {
  return letters.length >= 3 && (letters.startsWith("no-") || beginsLong(options, letters));
}

function parseLong(
  argv: readonly string[],
  at: number,
  options: Options,
  keepUnknown: boolean,
  parsed: ParsedOptions,
): number {
  const word = argv[at] as string;
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const found = findLong(options, name, equals >= 0, keepUnknown);
  if (found === "ambiguous") return -1;
  if (found === "unknown") {
    if (!keepUnknown) return -1;
    parsed.operands.push(at);
    return at;
  }
  const { spec, negated } = found;
  if (equals >= 0 && (negated || spec.value === "")) return -1;
  return take(argv, at, spec, negated, equals < 0 ? -1 : equals + 1, 0, parsed);
}

/** As get_value. `attached`: where a value starts in the option's own word, or -1. */
function take(
  argv: readonly string[],
  at: number,
  spec: OptionSpec,
  negated: boolean,
  attached: number,
  cluster: number,
  parsed: ParsedOptions,
): number {
  if (spec.mode !== null) {
    if (parsed.mode !== null && parsed.mode !== spec.mode) return -1;
    parsed.mode = spec.mode;
  }
  const use: OptionUse = {
    name: spec.name,
    negated,
    value: null,
    word: at,
    valueOffset: 0,
    valueWord: at,
    cluster,
  };
  if (spec.value !== "" && attached >= 0) {
    use.value = (argv[at] as string).slice(attached);
    use.valueOffset = attached;
  } else if (spec.value === "=" && !negated) {
    use.valueWord = at + 1;
    if (use.valueWord >= argv.length) return -1;
    use.value = argv[use.valueWord] as string;
  }
  parsed.uses.push(use);
  parsed.last[use.name] = use;
  return use.valueWord;
}

/** The last use of an option, which wins. */
function lastUse(parsed: ParsedOptions, name: string): OptionUse | null {
  return parsed.last[name] ?? null;
}

/** True or false as given; null if the line does not say. */
export function choiceOf(parsed: ParsedOptions, name: string): boolean | null {
  const use = lastUse(parsed, name);
  return use && !use.negated;
}

export function isOn(parsed: ParsedOptions, name: string): boolean {
  return choiceOf(parsed, name) === true;
}

/** The value in force; null if there is none, or the option was negated. */
export function valueOf(parsed: ParsedOptions, name: string): string | null {
  const use = lastUse(parsed, name);
  return use && use.value;
}

/** All uses of a flag; none if the last one negates it. */
export function usesInForce(parsed: ParsedOptions, name: string): OptionUse[] {
  return isOn(parsed, name) ? parsed.uses.filter((use) => use.name === name && !use.negated) : [];
}
