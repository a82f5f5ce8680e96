import type { CleanupSettings } from "../../../engine/core/cleanup-settings.ts";
import type { PatternDfa } from "../../../engine/core/pattern-dfa.ts";
import { plainTextAsItIs } from "../../../engine/core/text/plain-text.ts";
import type { Vector } from "../vector.ts";
import { compiledPatterns } from "./compiled-patterns.ts";

const whitespace: CleanupSettings = { mode: "whitespace", commentChar: "#" };
const strip: CleanupSettings = { mode: "strip", commentChar: "#" };
const verbatim: CleanupSettings = { mode: "verbatim", commentChar: "#" };

/** The compiler runs on Node only; what it makes of each pattern is kept beside this file. */
function compiled(source: string): PatternDfa {
  return JSON.parse(compiledPatterns[source] as string);
}

function found(source: string, text: string): Vector {
  return { title: "'" + source + "' is found", input: [compiled(source), text], output: true };
}

function notFound(source: string, text: string, why: string): Vector {
  return { title: "'" + source + "' is not: " + why, input: [compiled(source), text], output: false };
}

const conventional = "^(feat|fix|docs)(\\([\\w./-]+\\))?!?: .+";

export const matchesCases: readonly Vector[] = [
  found(conventional, "feat(core)!: a new thing\n\nbody"),
  found(conventional, "fix: x"),
  notFound(conventional, "Fix: x", "other case"),
  notFound(conventional, "fix: ", "nothing behind the colon"),
  notFound(conventional, "title\n\nfix: x", "it is not the title"),
  notFound(conventional, "", "no text"),
  found("(?m)^b$", "a\nb\nc"),
  found("(?m)^b$", "b"),
  notFound("(?m)^b$", "ab\nbc", "no line is"),
  notFound("^b$", "a\nb", "the text has two lines"),
  found("(?i)\\bwip\\b", "a WIP."),
  notFound("(?i)\\bwip\\b", "wiped", "a longer word"),
  found("^.$", "\xc3\xa9"),
  found("^.$", "\xf0\x9f\x98\x80"),
  found("^.$", "\r"),
  notFound("^.$", "\n", "a line end"),
  notFound("^.$", "ab", "two characters"),
  notFound("^.$", "\xff", "no UTF-8"),
  notFound("^.$", "\xed\xa0\x80", "a surrogate"),
  notFound("^.$", "\xc0\x80", "an overlong form"),
  found("(?i)[\xe4-\xf6]", "\xff\xc3\xc3\x84"),
  notFound("(?i)[\xe4-\xf6]", "\xe4", "a byte of Latin-1"),
  found("^(a+)+$", "a".repeat(2000)),
  notFound("^(a+)+$", "a".repeat(2000) + "b", "the last one spoils it"),
  found("(?:)", ""),
  notFound("abc^", "abc\nabc", "it cannot be"),
];

export const cleanMessageCases: readonly Vector[] = [
  { title: "nothing", input: ["", whitespace], output: "" },
  { title: "blank lines alone", input: ["\n \n\t\r\n", whitespace], output: "" },
  { title: "a line end is added", input: ["fix", whitespace], output: "fix\n" },
  { title: "blank lines around", input: ["\n\nfix\n\n\n", whitespace], output: "fix\n" },
  { title: "blank lines between", input: ["a\n\n \n\nb\n", whitespace], output: "a\n\nb\n" },
  { title: "white space at line ends", input: ["a \t\r\n  b\r\n", whitespace], output: "a\n  b\n" },
  { title: "other white space stays", input: ["a\f\v\n", whitespace], output: "a\f\v\n" },
  { title: "comments stay", input: ["a\n# b\n", whitespace], output: "a\n# b\n" },
  { title: "comments go under strip", input: ["# x\na\n#b\n c\n #d\n", strip], output: "a\n c\n #d\n" },
  { title: "a comment parts nothing", input: ["a\n# x\nb\n", strip], output: "a\nb\n" },
  { title: "blank lines around a comment are one", input: ["a\n\n# x\n\nb", strip], output: "a\n\nb\n" },
  { title: "a comment without a line end", input: ["a\n# x", strip], output: "a\n" },
  {
    title: "another comment character",
    input: ["a\n;x\n#y", { mode: "strip", commentChar: ";" }],
    output: "a\n#y\n",
  },
  { title: "verbatim", input: [" a \n\n\n# b", verbatim], output: " a \n\n\n# b" },
  { title: "bytes that are not UTF-8", input: ["a\xa0\n\xff \n", whitespace], output: "a\xa0\n\xff\n" },
];

export const checkCases: readonly Vector[] = [
  check("a title", "b  \n", "^b$", whitespace, true),
  check("blank lines before the title do not count", "\n\nb\n", "^b$", whitespace, true),
  check("under verbatim one line end is not judged", "b\n", "^b$", verbatim, true),
  check("and there need be none", "b", "^b$", verbatim, true),
  checkBoth("stored, below blank lines", "\n\nb\n", "^b$", false, false),
  checkBoth("stored, with blanks behind it", "b \t\n", "^b$", false, false),
  checkBoth("stored, with a CR behind it", "b\r\n", "^b$", false, false),
  checkBoth("stored, without a line end", "b\t", "^b$", false, false),
  checkBoth("stored, above a blank line", "b\n\n", "^b$", false, false),
  checkBoth("stored, between lines with blanks", "a \nb \nc\n", "(?m)^b$", false, false),
  checkBoth("stored, nothing but blanks behind the colon", "fix:  \n\nx\n", conventional, false, false),
  checkBoth("stored, in no reading", "\n\nc \n", "^b$", false, true),
  checkBoth("stored, in both", "\n\nc WIP \n", "(?i)\\bwip\\b", true, false),
  checkBoth("stored, nothing but blank lines", "\n \n", "(?i)\\bwip\\b", false, true),
  checkBoth("in a text that is no commit message blanks count", "b \n", "^b$", false, true, plainTextAsItIs),
  check("a comment is judged where it stays", "b\n# wip\n", "(?i)\\bwip\\b", whitespace, true),
  check("and not where it goes", "b\n# wip\n", "(?i)\\bwip\\b", strip, false),
];

/** Stored as it is, a message is matched as it is and as git shows it: what is required, in both; what is forbidden, in neither. */
function checkBoth(
  title: string,
  text: string,
  source: string,
  require: boolean,
  forbid: boolean,
  cleanup: CleanupSettings = verbatim,
): Vector {
  return { title, input: [text, compiled(source), cleanup], output: { require, forbid } };
}

/** What comes out is whether each of the two checks holds. */
function check(title: string, text: string, source: string, cleanup: CleanupSettings, is: boolean): Vector {
  return { title, input: [text, compiled(source), cleanup], output: { require: is, forbid: !is } };
}
