/**
 * git's parse-options.c, for deciding: which options a command line sets, and where their words
 * are. It never reports an error itself; a line that git rejects is left to git. Values are not
 * judged: what one version refuses (a number with a unit, a new keyword) another may take.
 */
import { beginsLong, findLong, findShort, type OptionSpec, type OptionTable } from "./option-table.ts";

/** One option as it stands on the command line. */
export interface OptionUse {
  /** Long name as in git's table, or the letter of an option that has none. */
  name: string;
  negated: boolean;
  /** null where none was given. */
  value: string | null;
  /** The word that names the option. */
  word: number;
  /** Where the value begins in its word. */
  valueOffset: number;
  /** The word that holds the value: `word` itself if attached. */
  valueWord: number;
  /** For a short option its position in the cluster (1 is the first letter), for a long one 0. */
  cluster: number;
}

export interface ParsedOptions {
  uses: OptionUse[];
  /** Of each option that is used, the last one. */
  last: { [name: string]: OptionUse | undefined };
  /** Words that are no options; under `keepUnknown` also the options that git leaves to others. */
  operands: number[];
  /** The one command mode given: `continue`, `abort` and the like. */
  mode: string | null;
}

/**
 * null: git answers with usage, help or an error, and makes nothing. The line is read as later
 * versions do and, if that fails, as 2.39 does: one that only the other version accepts is git's to
 * reject.
 */
export function parseOptions(
  argv: readonly string[],
  first: number,
  table: OptionTable,
  keepUnknown = false,
): ParsedOptions | null {
  const parsed = parseWith(argv, first, table.options + table.newer, keepUnknown);
  return parsed === null && table.newer !== "" ? parseWith(argv, first, table.options, keepUnknown) : parsed;
}

function parseWith(
  argv: readonly string[],
  first: number,
  table: string,
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
    i = parse(argv, i, table, keepUnknown, parsed);
    if (i < 0) return null;
  }
  return parsed;
}

function asksForHelp(word: string, count: number): boolean {
  if (word === "--help" || word === "--help-all") return true;
  return count === 1 && (word === "--git-completion-helper" || word === "--git-completion-helper-all");
}

/** Returns the last word used, or -1 if git would stop here. */
function parseCluster(
  argv: readonly string[],
  at: number,
  table: string,
  keepUnknown: boolean,
  parsed: ParsedOptions,
): number {
  const word = argv[at] as string;
  for (let k = 1; k < word.length; k++) {
    const spec = findShort(table, word.charAt(k));
    const rest = word.slice(k + 1);
    // "-amend" is a typing error for "--amend" (check_typos), unless its first letter takes the rest.
    if (k === 1 && !(spec && (spec.value || rest === "")) && isTypo(word.slice(1), table)) return -1;
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

function isTypo(letters: string, table: string): boolean {
  return letters.length >= 3 && (letters.startsWith("no-") || beginsLong(table, letters));
}

function parseLong(
  argv: readonly string[],
  at: number,
  table: string,
  keepUnknown: boolean,
  parsed: ParsedOptions,
): number {
  const word = argv[at] as string;
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const found = findLong(table, name, equals >= 0, keepUnknown);
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

/** get_value: `attached` is where a value begins in the option's own word, or -1. */
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

/** The use that counts of an option whose last use wins. */
function lastUse(parsed: ParsedOptions, name: string): OptionUse | null {
  return parsed.last[name] ?? null;
}

/** true and false as the line says, null if it says nothing. */
export function choiceOf(parsed: ParsedOptions, name: string): boolean | null {
  const use = lastUse(parsed, name);
  return use && !use.negated;
}

export function isOn(parsed: ParsedOptions, name: string): boolean {
  return choiceOf(parsed, name) === true;
}

/** The value in force: null if there is none, or the option was undone. */
export function valueOf(parsed: ParsedOptions, name: string): string | null {
  const use = lastUse(parsed, name);
  return use && use.value;
}

/** Every use of a flag, or none if the last one takes it back. */
export function usesInForce(parsed: ParsedOptions, name: string): OptionUse[] {
  return isOn(parsed, name) ? parsed.uses.filter((use) => use.name === name && !use.negated) : [];
}
