/**
 * A command's options, written as one string and read into tables when the build makes the heap image: a line then only looks
 * up the options that it has.
 *
 * Each option is `letter,name` after a space; either may be missing. Then, where it applies:
 * `=` a value is required, `?` a value may be attached; `!` there is no `--no-` form (PARSE_OPT_NONEG);
 * `*` only one of these may be given (OPT_CMDMODE), with the mode's name if it differs from the option's;
 * `@` an alias (OPT_ALIAS) of the named option.
 */
export interface OptionTable {
  /** The options of git 2.39, in the order of its source. */
  options: string;
  /** Options that later versions added or changed. */
  newer: string;
  /** As 2.39 reads them, and as later versions do. */
  oldest: Options;
  latest: Options;
}

/** The first of each name counts. No prototypes. */
export interface Options {
  text: string;
  byLetter: { [letter: string]: OptionSpec | undefined };
  byName: { [long: string]: OptionSpec | undefined };
}

export function optionTable(options: string, newer = ""): OptionTable {
  const oldest = readOptions(options);
  return { options, newer, oldest, latest: newer === "" ? oldest : readOptions(options + newer) };
}

function readOptions(text: string): Options {
  const options: Options = { text, byLetter: Object.create(null), byName: Object.create(null) };
  for (const entry of text.split(" ").slice(1)) {
    const spec = readOption(entry);
    const letter = entry.charAt(0);
    if (letter !== "," && options.byLetter[letter] === undefined) options.byLetter[letter] = spec;
    if (spec.long !== "" && options.byName[spec.long] === undefined) options.byName[spec.long] = spec;
  }
  return options;
}

export interface OptionSpec {
  /** The long name (for an alias, that of its target), or the letter if there is none. */
  name: string;
  long: string;
  value: "" | "=" | "?";
  canNegate: boolean;
  mode: string | null;
}

export interface LongMatch {
  spec: OptionSpec;
  negated: boolean;
}

/** `letter,long`, then `=` or `?`, `!`, and `*mode` or `@source`; all may be missing. */
export function readOption(entry: string): OptionSpec {
  const comma = entry.charAt(0) === "," ? 0 : 1;
  const star = entry.indexOf("*");
  const at = entry.indexOf("@");
  let end = star >= 0 ? star : at >= 0 ? at : entry.length;
  const isFixed = entry.charAt(end - 1) === "!";
  if (isFixed) end--;
  const last = entry.charAt(end - 1);
  const value = last === "=" || last === "?" ? last : "";
  const long = entry.slice(comma + 1, value === "" ? end : end - 1);
  return {
    name: (at < 0 ? "" : entry.slice(at + 1)) || long || entry.charAt(0),
    long,
    value,
    canNegate: !isFixed && star < 0,
    mode: star < 0 ? null : entry.slice(star + 1) || long,
  };
}

function readEntry(table: string, start: number): OptionSpec {
  const end = table.indexOf(" ", start);
  return readOption(end < 0 ? table.slice(start) : table.slice(start, end));
}

/** Does a long option start with `letters`? */
export function beginsLong({ text }: Options, letters: string): boolean {
  return isName(letters) && text.includes("," + letters);
}

function isName(text: string): boolean {
  return /^[a-z0-9-]*$/.test(text);
}

/**
 * As parse_long_opt: an exact name wins at once, otherwise a unique abbreviation. `exactOnly` is the effect
 * of PARSE_OPT_KEEP_UNKNOWN_OPT: only negations may be abbreviated. (Since 2.44 not even these; git then
 * rejects the line itself.)
 */
export function findLong(
  { text: table, byName }: Options,
  name: string,
  hasValue: boolean,
  exactOnly: boolean,
): LongMatch | "unknown" | "ambiguous" {
  const exact = byName[name];
  if (exact !== undefined) return { spec: exact, negated: false };
  if (!isName(name)) return "unknown";
  const found: LongMatch[] = [];
  if (!exactOnly) collect(table, name, false, false, found);
  if (name.startsWith("no-")) {
    if (collect(table, name.slice(3), true, hasValue, found)) return found[0] as LongMatch;
  } else if (collect(table, "no-" + name, true, exactOnly, found)) {
    // An option named "no-..." is negated by dropping the "no-": --verify.
    return found[0] as LongMatch;
  }
  // "--n", "--no" and "--no-" abbreviate the negation of every option.
  if (!hasValue && "no-".startsWith(name)) collect(table, "", true, false, found);
  const first = found[0];
  if (!first) return "unknown";
  for (const { spec, negated } of found) {
    if (spec.name !== first.spec.name || negated !== first.negated) return "ambiguous";
  }
  return first;
}

/** Adds the options that start with `text`. On an exact match, keeps only that one and returns true. */
function collect(
  table: string,
  text: string,
  negated: boolean,
  exactOnly: boolean,
  found: LongMatch[],
): boolean {
  const wanted = "," + text;
  for (let at = table.indexOf(wanted); at >= 0; at = table.indexOf(wanted, at + 1)) {
    const spec = readEntry(table, table.lastIndexOf(" ", at) + 1);
    if (spec.long === "" || (negated && !spec.canNegate)) continue;
    if (spec.long === text) {
      found.length = 0;
      found.push({ spec, negated });
      return true;
    }
    if (!exactOnly) found.push({ spec, negated });
  }
  return false;
}
