/**
 * git's parse-options.c, for deciding: which options a command line sets, and where their words
 * are. It never reports an error itself; a line that git rejects is left to git.
 */
export interface OptionSpec {
  /** Long name without dashes, as in git's own table. */
  long: string;
  short?: string;
  /** `required`: attached or the next word; `optional`: attached only. */
  value?: "required" | "optional";
  /** PARSE_OPT_NONEG: there is no `--no-` form. */
  noNegation?: true;
}

/** One option as it stands on the command line. */
export interface OptionUse {
  spec: OptionSpec;
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

export type ParsedOptions =
  | { kind: "parsed"; uses: OptionUse[]; operands: number[] }
  /** git answers with usage, help or an error, and makes nothing. */
  | { kind: "rejected" };

export function parseOptions(
  argv: readonly string[],
  first: number,
  table: readonly OptionSpec[],
): ParsedOptions {
  const uses: OptionUse[] = [];
  const operands: number[] = [];
  let i = first;
  for (; i < argv.length; i++) {
    const word = argv[i] as string;
    if (!word.startsWith("-") || word === "-") {
      operands.push(i);
      continue;
    }
    if (word === "--" || word === "--end-of-options") {
      for (i++; i < argv.length; i++) operands.push(i);
      break;
    }
    const next = word.startsWith("--") ? parseLong(argv, i, table, uses) : parseCluster(argv, i, table, uses);
    if (next < 0) return { kind: "rejected" };
    i = next;
  }
  return { kind: "parsed", uses, operands };
}

/** Returns the last word used, or -1 if git would stop here. */
function parseCluster(
  argv: readonly string[],
  at: number,
  table: readonly OptionSpec[],
  uses: OptionUse[],
): number {
  const word = argv[at] as string;
  for (let k = 1; k < word.length; k++) {
    const spec = findShort(table, word.charAt(k));
    if (!spec) return -1;
    // "-amend" is a typing error for "--amend" (check_typos).
    if (k === 1 && takesNoMore(spec, word) && looksLikeLong(word.slice(1), table)) return -1;
    const use = { spec, negated: false, value: null, word: at, valueOffset: 0, valueWord: at, cluster: k };
    const rest = word.slice(k + 1);
    if (!spec.value || (spec.value === "optional" && rest === "")) {
      uses.push(use);
    } else if (rest !== "") {
      uses.push({ ...use, value: rest, valueOffset: k + 1 });
      return at;
    } else {
      if (at + 1 >= argv.length) return -1;
      uses.push({ ...use, value: argv[at + 1] as string, valueWord: at + 1 });
      return at + 1;
    }
  }
  return at;
}

function findShort(table: readonly OptionSpec[], letter: string): OptionSpec | null {
  for (const spec of table) if (spec.short === letter) return spec;
  return null;
}

/** git looks for a typing error only if letters are left after the first option took its value. */
function takesNoMore(spec: OptionSpec, word: string): boolean {
  return !spec.value && word.length > 2;
}

function looksLikeLong(letters: string, table: readonly OptionSpec[]): boolean {
  if (letters.length < 3) return false;
  return letters.startsWith("no-") || table.some((spec) => spec.long.startsWith(letters));
}

/** parse_long_opt: an exact name wins at once, else a unique abbreviation. */
function parseLong(
  argv: readonly string[],
  at: number,
  table: readonly OptionSpec[],
  uses: OptionUse[],
): number {
  const arg = (argv[at] as string).slice(2);
  const equals = arg.indexOf("=");
  const name = equals < 0 ? arg : arg.slice(0, equals);
  const found = findLong(name, table);
  if (!found) return -1;
  const { spec, negated } = found;
  if (equals >= 0 && (negated || !spec.value)) return -1;
  const use = { spec, negated, value: null, word: at, valueOffset: 0, valueWord: at, cluster: 0 };
  if (negated || !spec.value || (spec.value === "optional" && equals < 0)) {
    uses.push(use);
    return at;
  }
  if (equals >= 0) {
    uses.push({ ...use, value: arg.slice(equals + 1), valueOffset: equals + 3 });
    return at;
  }
  if (at + 1 >= argv.length) return -1;
  uses.push({ ...use, value: argv[at + 1] as string, valueWord: at + 1 });
  return at + 1;
}

interface LongMatch {
  spec: OptionSpec;
  negated: boolean;
}

function findLong(name: string, table: readonly OptionSpec[]): LongMatch | null {
  let abbreviated: LongMatch | null = null;
  let ambiguous = false;
  for (const spec of table) {
    const match = matchLong(name, spec);
    if (match === null) continue;
    const found = { spec, negated: match.negated };
    if (match.exact) return found;
    if (abbreviated) ambiguous = true;
    abbreviated = found;
  }
  return ambiguous ? null : abbreviated;
}

/** How `name` (as typed, without dashes and value) matches one option. */
function matchLong(name: string, spec: OptionSpec): { exact: boolean; negated: boolean } | null {
  if (name === spec.long) return { exact: true, negated: false };
  if (spec.long.startsWith(name)) return { exact: false, negated: false };
  if (spec.noNegation) return null;
  // "--n", "--no" and "--no-" abbreviate the negation of every option.
  if ("no-".startsWith(name)) return { exact: false, negated: true };
  if (name.startsWith("no-")) {
    const positive = name.slice(3);
    if (positive === spec.long) return { exact: true, negated: true };
    return spec.long.startsWith(positive) ? { exact: false, negated: true } : null;
  }
  // An option whose own name begins with "no-" is undone by the rest of it: --verify.
  if (!spec.long.startsWith("no-")) return null;
  const positive = spec.long.slice(3);
  if (name === positive) return { exact: true, negated: true };
  return positive.startsWith(name) ? { exact: false, negated: true } : null;
}
