/**
 * Command lines for an option table, in every spelling that parse-options.c knows and some that it
 * does not.
 */
import * as fc from "fast-check";
import { readOption, type OptionTable } from "../../shim/git/option-table.ts";

export interface LineSource {
  table: OptionTable;
  /** Values that the command takes, by option; `any` for the rest. */
  values: { [option: string]: readonly string[] };
  operands: readonly string[];
  /** Options that shall come up more often. */
  often: readonly string[];
}

interface Spelling {
  letter: string;
  long: string;
  value: "" | "=" | "?";
  values: readonly string[];
}

/** How many lines a test takes. */
export const lineCount = Number(process.env["INTERLOCK_FUZZ"] ?? 600);
/** For that many, each a process of git with its hooks. */
export const timeout = 60_000 + lineCount * 200;

export function sampleLines(source: LineSource, numRuns: number): string[][] {
  const seed = Number(process.env["INTERLOCK_SEED"] ?? 42);
  return fc.sample(linesOf(source), { numRuns: Math.ceil(numRuns), seed });
}

/** Messages that are easily misread. */
export const texts = ["one", "two words", "", "-m", "three\n", "a=b", "# four"];
export const cleanups = ["strip", "whitespace", "verbatim", "scissors", "default"];

/** Lines of up to six options and operands. */
function linesOf(source: LineSource): fc.Arbitrary<string[]> {
  const all = source.table.options
    .trim()
    .split(" ")
    .map((entry): Spelling => {
      const { name, long, value } = readOption(entry);
      const values = source.values[name] ?? source.values["any"] ?? [""];
      return { letter: entry.slice(0, entry.indexOf(",")), long, value, values };
    });
  const often = all.filter((option) => source.often.includes(option.long || option.letter));
  const option = fc.oneof(fc.constantFrom(...all), fc.constantFrom(...often));
  const group = fc.oneof(
    { weight: 6, arbitrary: option.chain(usual) },
    { weight: 3, arbitrary: option.chain(abbreviated) },
    { weight: 2, arbitrary: cluster(all) },
    { weight: 2, arbitrary: option.chain(wrong) },
    { weight: 2, arbitrary: fc.constantFrom(...source.operands).map((word) => [word]) },
    { weight: 1, arbitrary: fc.constantFrom(...oddities).map((word) => [word]) },
  );
  return (
    fc
      .array(group, { maxLength: 6 })
      .map((groups) => groups.flat())
      // As the first word it is `git help`, which shows a manual page.
      .filter((words) => words[0] !== "--help")
  );
}

const oddities = [
  "--",
  "--end-of-options",
  "-",
  "",
  "--=x",
  "--no",
  "--n",
  "--no-",
  "--no=x",
  "-h",
  "--help",
];

function valueOf(option: Spelling): fc.Arbitrary<string> {
  return fc.constantFrom(...option.values);
}

function usual(option: Spelling): fc.Arbitrary<string[]> {
  const names = [
    ...(option.letter === "" ? [] : [`-${option.letter}`]),
    ...(option.long === "" ? [] : [`--${option.long}`]),
  ];
  return fc.tuple(fc.constantFrom(...names), valueOf(option), fc.boolean()).map(([name, value, attach]) => {
    if (option.value === "") return [name];
    if (attach) return [name.startsWith("--") ? `${name}=${value}` : name + value];
    return option.value === "?" ? [name] : [name, value];
  });
}

/** Part of the name or of its negation, at times with the value attached. */
function abbreviated(option: Spelling): fc.Arbitrary<string[]> {
  const { long } = option;
  const negated = long.startsWith("no-") ? long.slice(3) : `no-${long}`;
  return fc
    .tuple(fc.constantFrom(long, long, negated), fc.nat(), fc.boolean(), valueOf(option), fc.boolean())
    .map(([name, cut, whole, value, attach]) => {
      const word = `--${whole ? name : name.slice(0, 1 + (cut % Math.max(1, name.length)))}`;
      if (option.value === "" || name === negated) return [word];
      return attach ? [`${word}=${value}`] : [word, value];
    });
}

function cluster(all: readonly Spelling[]): fc.Arbitrary<string[]> {
  const lettered = all.filter(({ letter }) => letter !== "");
  return fc.array(fc.constantFrom(...lettered), { minLength: 2, maxLength: 4 }).chain((options) =>
    fc
      .tuple(fc.constant(options), valueOf(options[options.length - 1] as Spelling), fc.boolean())
      .map(([chosen, value, attach]) => {
        const word = `-${chosen.map(({ letter }) => letter).join("")}`;
        const last = (chosen[chosen.length - 1] as Spelling).value;
        if (last === "") return [word];
        return attach ? [word + value] : [word, value];
      }),
  );
}

/** One dash for two, a value where none is taken, letters that are no options. */
function wrong({ long, letter, values, value }: Spelling): fc.Arbitrary<string[]> {
  return fc
    .tuple(fc.nat(20), fc.constantFrom("short", "value", "negated", "letters", "more"))
    .map(([cut, kind]) => {
      if (kind === "short") return [`-${long.slice(0, 2 + cut)}`];
      if (kind === "value") return [`--${long}=${value === "" ? "x" : values[0]}`];
      if (kind === "negated") return [`--no-${long.slice(0, cut + 1)}=x`];
      return [kind === "letters" ? `-${letter}Zq` : `--${long}x`];
    });
}
