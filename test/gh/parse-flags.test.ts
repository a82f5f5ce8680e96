import { expect, test } from "vitest";
import { findCommand } from "../../shim/gh/commands.ts";
import { readCsv, writeCsv } from "../../shim/gh/csv.ts";
import { flagTables } from "../../shim/gh/flag-tables.ts";
import { isOn, listOf, parseFlags, valueOf } from "../../shim/gh/parse-flags.ts";

const found: [line: string, found: string][] = [
  ["pr create", "pr create"],
  ["pr new", "pr create"],
  ["issue new --title x", "issue create"],
  ["issue edit 3", "issue edit"],
  ["pr merge", "pr merge"],
  ["api user", "api"],
  // cobra skips what may be a flag's value: here -R is known to nobody yet, or to `pr`.
  ["-R o/r pr create", "pr create"],
  ["--repo o/r pr create", "pr create"],
  ["pr --repo o/r create", "pr create"],
  ["pr -R o/r create", "pr create"],
  ["pr -Ro/r create", "pr create"],
  ["--repo=o/r pr create", "pr create"],
  ["--title x pr create", "pr create"],
  ["pr --title create edit", "pr edit"],
  // After a flag with a value at least two words must follow, or cobra stops looking.
  ["--repo pr", "pass"],
  ["pr -R create", "pass"],
  ["pr -- create", "pass"],
  ["--help pr create", "pr create"],
  ["--version", "pass"],
  ["", "pass"],
  ["pr", "pass"],
  ["pr list", "pass"],
  ["pr review --body x", "pass"],
  ["pr comment --body x", "pass"],
  ["auth status", "pass"],
  ["help pr create", "pass"],
  ["pr creat", "unknown"],
  ["co 12", "unknown"],
  ["project list", "unknown"],
  ["constructor", "unknown"],
  ["pr toString", "unknown"],
];

test.each(found)("gh %s is: %s", (line, expected) => {
  const result = findCommand(["gh", ...line.split(" ").filter((word) => word !== "")]);
  if (result.kind === "command") expect(result.name).toBe(expected);
  else expect(result.kind).toBe(expected);
});

function parse(words: string[]) {
  const all = words.map((_, i) => i + 3);
  return parseFlags(["gh", "pr", "create", ...words], all, flagTables["pr create"]);
}

const bodies: [words: string[], body: string | null][] = [
  [["--body", "x"], "x"],
  [["--body=x"], "x"],
  [["--body="], ""],
  [["--body=a=b"], "a=b"],
  [["-b", "x"], "x"],
  [["-bx"], "x"],
  [["-b=x"], "x"],
  // pflag wants something behind the sign.
  [["-b="], "="],
  [["-b", ""], ""],
  [["-db", "x"], "x"],
  [["-dbx"], "x"],
  [["-dfb=x"], "x"],
  [["--body", "--title"], "--title"],
  [["--body", "--", "--draft"], "--"],
  [["-b", "one", "-b", "two"], "two"],
  [["x", "--body", "y"], "y"],
  [["--", "--body", "y"], null],
  // Left to Go's own test programs.
  [["-test.v"], null],
];

test.each(bodies)("%j has the body %j", (words, body) => {
  const line = parse(words);
  if (line.kind !== "line") throw new Error(line.kind);
  expect(valueOf(line, "body")).toBe(body);
});

test.each<[string[], string]>([
  [["--bod", "x"], "unknown flag"],
  [["--body"], "refused"],
  [["-b"], "refused"],
  [["---body=x"], "refused"],
  [["--=x"], "refused"],
  [["--draft=maybe"], "refused"],
  [["-d=maybe"], "refused"],
  [["--label", 'a"b'], "refused"],
  [["-Z"], "unknown flag"],
  [["--no-draft"], "unknown flag"],
  [["--help"], "help"],
  [["-dh"], "help"],
  [["-t", "x", "--help=true"], "help"],
  [["--help=false"], "line"],
])("%j is: %s", (words, kind) => {
  expect(parse(words).kind).toBe(kind);
});

test("switches take a value only after a sign", () => {
  const line = parse(["--draft", "false", "--web=false", "-f=0", "--editor=T"]);
  if (line.kind !== "line") throw new Error(line.kind);
  expect(line.operands).toEqual([4]);
  expect(["draft", "web", "fill", "editor"].map((name) => isOn(line, name))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("lists add up over all uses", () => {
  const line = parse(["--label", 'a,"b,c"', "-l", "d", "--label=", "-le"]);
  if (line.kind !== "line") throw new Error(line.kind);
  expect(listOf(line, "label")).toEqual(["a", "b,c", "d", "e"]);
  expect(listOf(line, "assignee")).toBe(null);
});

test.each<[string, string[] | null]>([
  ["", []],
  ["a", ["a"]],
  ["a,b", ["a", "b"]],
  ["a, b ", ["a", " b "]],
  [",", ["", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"a ""b"""', ['a "b"']],
  ['"a\nb"', ["a\nb"]],
  ['""', [""]],
  ["a\nb", ["a"]],
  ["\n\na", ["a"]],
  ["a\r\n", ["a"]],
  ["\n", null],
  ['a"b', null],
  ['"a', null],
  ['"a"b', null],
])("the list %j is read as %j", (text, fields) => {
  expect(readCsv(text)).toEqual(fields);
});

test("a list that is written reads back", () => {
  const labels = ["bug", "help wanted", "a,b", 'say "hi"', " lead", "", "zwei\nzeilen", "größe"];
  expect(readCsv(writeCsv(labels))).toEqual(labels);
  expect(readCsv(writeCsv([""]))).toEqual([""]);
});
