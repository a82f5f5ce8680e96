import type { Vector } from "../vector.ts";

/** An effect as the plan has it, but for what all checks have. */
type Check = { type: string; part: string } & { [key: string]: unknown };

function says(title: string, text: string, check: Check, found: string | null): Vector {
  return { title, input: [text, check], output: found };
}

const titleLength = { type: "text.length", part: "title", max: 10 };
const bodyLines = { type: "text.lineLength", part: "body", max: 10, except: [] };
const byConvention = { format: "conventional" };
const types = {
  type: "text.oneOf",
  part: "type",
  in: ["feat", "fix", "docs"],
  delimiters: [],
  ...byConvention,
};
const scopes = { ...types, part: "scope", in: ["api", "web", "a/b"], delimiters: ["/", ","] };
const noStop = { type: "text.end", part: "subject", notIn: ["."], ...byConvention };
const format = { type: "text.format", part: "title", ...byConvention };
/** `^(?<type>[a-z]+)-(?<subject>.)`, for ASCII. */
const byPattern =
  "[10,[[5],[3,7,0],[0,0,9,1,11,127,1],[3,6,2],[0,45,45,3],[3,1,4],[1,7,5],[0,97,122,6],[0,97,122,6],[3,0,8],[2,0,9]]]";

function inCase(text: string, cases: readonly string[], found: string | null): Vector {
  return says(
    `${text} is ${cases.join(" or ")}`,
    text,
    { type: "text.case", part: "title", in: cases },
    found,
  );
}

export const partCheckCases: readonly Vector[] = [
  says("as long as it may be", "0123456789\n", titleLength, null),
  says("too long", "0123456789a\n", titleLength, "the title has 11 characters; at most 10"),
  says(
    "characters are code points",
    "\xc3\xa9\xf0\x9f\x98\x80234567890\n",
    titleLength,
    "the title has 11 characters; at most 10",
  ),
  says(
    "too short",
    "a\n",
    { type: "text.length", part: "title", min: 2 },
    "the title has 1 character; at least 2",
  ),
  says(
    "the body alone",
    "a title\n\n0123456789\nb\n",
    { ...titleLength, part: "body" },
    "the body has 12 characters; at most 10",
  ),
  says("no body, nothing to say", "a title\n", { ...titleLength, part: "body", min: 3 }, null),
  says(
    "without a blank line, too",
    "a title\nthe body of it\n",
    { ...titleLength, part: "body" },
    "the body has 14 characters; at most 10",
  ),
  says(
    "the second trailer of a key",
    "fix\n\nRefs: 1\nrefs: 01234567890\n",
    { ...titleLength, part: "trailer.Refs" },
    "the trailer 'Refs' in line 4 has 11 characters; at most 10",
  ),
  says(
    "the footer",
    "fix\n\nbody\n\nRefs: 1\nSee: 2\n",
    { ...titleLength, part: "footer" },
    "the footer has 14 characters; at most 10",
  ),
  says(
    "lines",
    "fix\n\n01234567890\nshort\n0123456789012\n",
    bodyLines,
    "line 1 of the body has 11 characters; at most 10; too long as well: 3",
  ),
  says("a trailer is no line of the body", "fix\n\nbody\n\nRefs: 01234567890\n", bodyLines, null),
  says(
    "trailers in the text",
    "fix\n\nbody\n\nRefs: 01234567890\n",
    { ...bodyLines, part: "text", except: ["trailers"] },
    null,
  ),
  says(
    "and without an exception",
    "fix\n\nbody\n\nRefs: 01234567890\n",
    { ...bodyLines, part: "text" },
    "line 5 of the text has 17 characters; at most 10",
  ),
  says("addresses", "fix\n\nsee https://acme.example/1\n", { ...bodyLines, except: ["urls"] }, null),
  says(
    "quotes and tables",
    "fix\n\n> quoted text\n| a | b | c | d |\n",
    { ...bodyLines, except: ["quotes", "tables"] },
    null,
  ),
  says(
    "code between fences, and indented",
    "fix\n\n```\n01234567890\n```\n\n    01234567890\n",
    { ...bodyLines, except: ["code"] },
    null,
  ),
  says(
    "a fence that is closed is over",
    "fix\n\n```\na\n```\n01234567890\n",
    { ...bodyLines, except: ["code"] },
    "line 4 of the body has 11 characters; at most 10",
  ),
  says("a known type", "fix: x\n", types, null),
  says(
    "an unknown type",
    "feature(api): x\n",
    types,
    "the type 'feature' is none of feat, fix, docs: did you mean 'feat'?",
  ),
  says(
    "a mistyped type",
    "fxi: x\n",
    types,
    "the type 'fxi' is none of feat, fix, docs: did you mean 'fix'?",
  ),
  says("a type like no other", "chore: x\n", types, "the type 'chore' is none of feat, fix, docs"),
  says("no form, no type", "Retry uploads\n", types, null),
  says(
    "behind the marks of autosquash",
    "fixup! squash! feature: x\n",
    types,
    "the type 'feature' is none of feat, fix, docs: did you mean 'feat'?",
  ),
  says("several scopes", "fix(api,web): x\n", scopes, null),
  says(
    "one of them wrong",
    "fix(api, wep): x\n",
    scopes,
    "the scope 'wep' is none of api, web, a/b: did you mean 'web'?",
  ),
  says("all of it is one", "fix(a/b): x\n", scopes, null),
  says(
    "a word that is refused",
    "wip: x\n",
    { ...types, in: undefined, notIn: ["wip"] },
    "the type is 'wip', which is not allowed",
  ),
  says(
    "the scope ends at the last bracket",
    "fix(a(b)): x\n",
    { ...scopes, in: ["a"] },
    "the scope 'a(b)' is none of a",
  ),
  says("a full stop", "fix: x.\n", noStop, "the subject ends with '.'"),
  says("three dots are none", "fix: x...\n", noStop, null),
  says(
    "an end that is wanted",
    "fix: x\n",
    { ...noStop, notIn: undefined, in: [".", "!"] },
    "the subject does not end with one of '.', '!'",
  ),
  says("a body that is missing", "fix\n", { type: "text.present", part: "body" }, "the body is missing"),
  says(
    "a trailer that is missing",
    "fix\n\nRefs:\n",
    { type: "text.present", part: "trailer.Refs" },
    "the trailer 'Refs' is missing",
  ),
  says(
    "a scope that is empty",
    "fix(): x\n",
    { type: "text.present", part: "scope", ...byConvention },
    "the scope is missing",
  ),
  says(
    "a title without the form lacks no scope",
    "Retry\n",
    { type: "text.present", part: "scope", ...byConvention },
    null,
  ),
  says(
    "a mark that must not be there",
    "fix(api)!: x\n",
    { type: "text.absent", part: "breaking", ...byConvention },
    "the mark '!' must not be there",
  ),
  says(
    "a scope that must not be there",
    "fix(api)!: x\n",
    { type: "text.absent", part: "scope", ...byConvention },
    "the scope 'api' must not be there",
  ),
  says("a blank line before the body", "fix\n\nbody\n", { type: "text.blankLine", part: "body" }, null),
  says(
    "none before the body",
    "fix\nbody\n",
    { type: "text.blankLine", part: "body" },
    "there is no blank line before the body, which begins in line 2",
  ),
  says(
    "none before a footer",
    "fix: x\n\nbody\nBREAKING CHANGE: all\n",
    { type: "text.blankLine", part: "footer", ...byConvention },
    "there is no blank line before the footer, which begins in line 4",
  ),
  says(
    "what closes an issue is a footer, too",
    "fix: x\n\nCloses #12\n",
    { type: "text.absent", part: "footer", ...byConvention },
    "the footer must not be there",
  ),
  says(
    "and no footer without a format",
    "fix: x\n\nCloses #12\n",
    { type: "text.absent", part: "footer" },
    null,
  ),
  says(
    "of a body, nothing is quoted",
    "fix\n\nkey-1234\n",
    { type: "text.case", part: "body", in: ["upper"] },
    "the body is not in upper case",
  ),
  says("the form", "fix(api)!: x\n", format, null),
  says(
    "no form",
    "Retry\n",
    format,
    "the title 'Retry' is not 'type(scope): subject', for example 'fix(api): retry failed uploads'",
  ),
  says(
    "no type",
    ": x\n",
    format,
    "the title ': x' is not 'type(scope): subject', for example 'fix(api): retry failed uploads'",
  ),
  says(
    "a pattern's form",
    "ab-c\n",
    { ...types, in: ["docs"], format: byPattern },
    "the type 'ab' is none of docs",
  ),
  says(
    "not a pattern's form",
    "ab c\n",
    { ...format, format: byPattern, expected: "as it must be" },
    "the title 'ab c' is not as it must be",
  ),
  says("blank lines that git does not show", "\n\n0123456789  \n", titleLength, null),
];

const wrong = (text: string, cases: string): string => `the title '${text}' is not in ${cases} case`;

export const caseCases: readonly Vector[] = [
  inCase("add x", ["lower"], null),
  inCase("add X", ["lower"], wrong("add X", "lower")),
  inCase("add X", ["lower", "camel", "kebab"], wrong("add X", "lower or camel or kebab")),
  inCase("add 'X' and `Y`", ["lower"], null),
  inCase("add it's X", ["lower"], wrong("add it's X", "lower")),
  inCase("ADD", ["upper"], null),
  inCase("ADd", ["upper"], wrong("ADd", "upper")),
  inCase("Add x Y", ["sentence"], null),
  inCase("add", ["sentence"], wrong("add", "sentence")),
  inCase("Add X", ["start"], null),
  inCase("Add x", ["start"], wrong("Add x", "start")),
  inCase("Add-X", ["start"], wrong("Add-X", "start")),
  inCase("addXyz", ["camel"], null),
  inCase("addXYz", ["camel"], null),
  inCase("addXY", ["camel"], wrong("addXY", "camel")),
  inCase("AddXyz", ["pascal"], null),
  inCase("addXyz", ["pascal"], wrong("addXyz", "pascal")),
  inCase("add-xyz", ["kebab"], null),
  inCase("add--xyz", ["kebab"], wrong("add--xyz", "kebab")),
  inCase("add_xyz", ["snake"], null),
  inCase("add_Xyz", ["snake"], wrong("add_Xyz", "snake")),
  inCase("1. Add X", ["lower"], null),
  // É and é, the sharp s that no capital is mapped to, Dz in title case, Deseret beyond the BMP, Georgian.
  inCase("\xc3\x89a", ["lower"], wrong("\xc3\x89a", "lower")),
  inCase("\xc3\xa9a", ["lower"], null),
  inCase("STRA\xc3\x9fE", ["upper"], null),
  inCase("\xc7\xb2", ["lower", "upper"], wrong("\xc7\xb2", "lower or upper")),
  inCase("\xf0\x90\x90\x80", ["lower"], wrong("\xf0\x90\x90\x80", "lower")),
  inCase("\xf0\x90\x90\xa8", ["lower"], null),
  inCase("\xf0\x90\x90\xa8", ["upper", "sentence"], wrong("\xf0\x90\x90\xa8", "upper or sentence")),
  inCase("\xe1\x83\x90", ["upper"], wrong("\xe1\x83\x90", "upper")),
  inCase("\xe6\x97\xa5\xe6\x9c\xac", ["lower"], null),
];
