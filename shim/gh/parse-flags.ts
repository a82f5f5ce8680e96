/** pflag's parser, for deciding: which flags a line sets, and where their words are. A line that gh rejects is gh's. */
import { readCsv } from "./csv.ts";
import { findFlag, findLetter, globalFlags, type FlagSpec, type FlagTable } from "./flag-tables.ts";

/** One flag as it stands on the command line. */
export interface FlagUse {
  name: string;
  /** `true` for a switch that is just named. */
  value: string;
  /** The word that names the flag. */
  word: number;
  /** The word that holds the value: `word` itself if attached. */
  valueWord: number;
  /** Where a flag of one letter stands in its word, 1 for the first letter; 0 for a long one. */
  letterAt: number;
}

export interface FlagLine {
  kind: "line";
  uses: FlagUse[];
  /** Words that are no flags. */
  operands: number[];
}

export type ParsedFlags =
  | FlagLine
  /** gh prints help and does nothing. */
  | { kind: "help" }
  /** Every version of gh refuses the line. */
  | { kind: "refused" }
  /** A later version may know the flag. */
  | { kind: "unknown flag"; flag: string };

type Stop = Exclude<ParsedFlags, FlagLine>;

/** `words`: what the command is given, without the words of its own name. */
export function parseFlags(
  argv: readonly string[],
  words: readonly number[],
  { flags, newer }: FlagTable,
): ParsedFlags {
  const table = globalFlags + flags + newer;
  const line: FlagLine = { kind: "line", uses: [], operands: [] };
  for (let k = 0; k < words.length; k++) {
    const at = words[k] as number;
    const word = argv[at] as string;
    if (word.length < 2 || !word.startsWith("-")) {
      line.operands.push(at);
      continue;
    }
    if (word === "--") {
      line.operands = line.operands.concat(words.slice(k + 1));
      break;
    }
    const next = k + 1 < words.length ? (words[k + 1] as number) : -1;
    const parse = word.startsWith("--") ? parseLong : parseLetters;
    const stop = parse(argv, at, next, table, line.uses);
    if (stop) return stop;
    const last = line.uses[line.uses.length - 1];
    if (last && last.word === at && last.valueWord !== at) k++;
  }
  return isOn(line, "help") ? { kind: "help" } : line;
}

function parseLong(
  argv: readonly string[],
  at: number,
  next: number,
  table: string,
  uses: FlagUse[],
): Stop | null {
  const word = argv[at] as string;
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  if (name === "" || name.startsWith("-")) return { kind: "refused" };
  const spec = findFlag(table, name);
  if (!spec) return { kind: "unknown flag", flag: "--" + name };
  return take(argv, spec, at, 0, equals < 0 ? -1 : equals + 1, next, uses);
}

function parseLetters(
  argv: readonly string[],
  at: number,
  next: number,
  table: string,
  uses: FlagUse[],
): Stop | null {
  const word = argv[at] as string;
  for (let k = 1; k < word.length; k++) {
    // pflag leaves these to Go's own test programs.
    if (word.slice(k, k + 5) === "test.") return null;
    const spec = findLetter(table, word.charAt(k));
    if (!spec) {
      return word.charAt(k) === "h" ? { kind: "help" } : { kind: "unknown flag", flag: "-" + word.charAt(k) };
    }
    // "-b=x" is x, but "-b=" is "=": pflag wants something behind the sign.
    const hasSign = word.charAt(k + 1) === "=" && k + 2 < word.length;
    let attached = -1;
    if (hasSign) attached = k + 2;
    else if (spec.takes !== "" && k + 1 < word.length) attached = k + 1;
    const stop = take(argv, spec, at, k, attached, next, uses);
    if (stop || attached >= 0) return stop;
  }
  return null;
}

/** `attached` is where a value begins in the flag's own word, or -1. */
function take(
  argv: readonly string[],
  spec: FlagSpec,
  at: number,
  letterAt: number,
  attached: number,
  next: number,
  uses: FlagUse[],
): Stop | null {
  const use: FlagUse = { name: spec.name, value: "true", word: at, valueWord: at, letterAt };
  if (attached >= 0) {
    use.value = (argv[at] as string).slice(attached);
  } else if (spec.takes !== "") {
    if (next < 0) return { kind: "refused" };
    use.value = argv[next] as string;
    use.valueWord = next;
  }
  if (spec.takes === "" && parseBool(use.value) === null) return { kind: "refused" };
  if (spec.takes === "+" && readCsv(use.value) === null) return { kind: "refused" };
  uses.push(use);
  return null;
}

/** strconv.ParseBool */
function parseBool(text: string): boolean | null {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : null;
}

export function usesOf(line: FlagLine, ...names: string[]): FlagUse[] {
  return line.uses.filter(({ name }) => names.indexOf(name) >= 0);
}

/** The value in force; null if the flag is not given. */
export function valueOf(line: FlagLine, name: string): string | null {
  const uses = usesOf(line, name);
  const last = uses[uses.length - 1];
  return last ? last.value : null;
}

export function isOn(line: FlagLine, name: string): boolean {
  const value = valueOf(line, name);
  return value !== null && parseBool(value) === true;
}

/** What all uses of a list flag name together; null if it is not given. */
export function listOf(line: FlagLine, name: string): string[] | null {
  const uses = usesOf(line, name);
  if (uses.length === 0) return null;
  let all: string[] = [];
  for (const { value } of uses) all = all.concat(readCsv(value) || []);
  return all;
}
