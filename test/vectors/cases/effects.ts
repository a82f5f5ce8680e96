import type { UnwantedTrailer } from "../../../engine/core/effects/remove-trailer.ts";
import type { CleanupSettings } from "../../../engine/core/cleanup-settings.ts";
import type { Vector } from "../vector.ts";

const whitespace: CleanupSettings = { mode: "whitespace", commentChar: "#" };
const strip: CleanupSettings = { mode: "strip", commentChar: "#" };
const verbatim: CleanupSettings = { mode: "verbatim", commentChar: "#" };
const cut = "# ------------------------ >8 ------------------------";
const anyKey: UnwantedTrailer = { key: "Key", values: null, keep: [] };

function removes(
  title: string,
  before: string,
  after: string,
  unwanted: UnwantedTrailer = anyKey,
  cleanup: CleanupSettings = whitespace,
): Vector {
  return { title, input: [before, unwanted, cleanup], output: after };
}

export const removeTrailerCases: readonly Vector[] = [
  removes("as many as stay go", "fix\n\nFoo: 1\nKey: v\nKey: w\nFoo: 2\n", "fix\n\nFoo: 1\nFoo: 2\n"),
  removes("one of several goes", "fix\n\nFoo: 1\nKey: v\nBar: 2\n", "fix\n\nFoo: 1\nBar: 2\n"),
  removes("all of the key go, in any case", "fix\n\nkey: v\nFoo: 1\nKEY : w\n", "fix\n\nFoo: 1\n"),
  removes("a longer key stays", "fix\n\nKey-2: v\n", "fix\n\nKey-2: v\n"),
  removes("an empty block goes with its blank line", "fix\n\nKey: v\n", "fix\n"),
  removes("so it does with several blank lines", "fix\n\nbody\n\n \n\nKey: v\n", "fix\n\nbody\n"),
  removes("no final line end, none afterwards", "fix\n\nKey: v", "fix"),
  removes("CRLF", "fix\r\n\r\nFoo: 1\r\nKey: v\r\n", "fix\r\n\r\nFoo: 1\r\n"),
  removes("CRLF without a final line end", "fix\r\n\r\nKey: v", "fix"),
  removes("blank lines below the block stay", "fix\n\nKey: v\n\n\n", "fix\n\n\n"),
  removes("its continuation lines go too", "fix\n\nKey: v\n more\n\tand more\nFoo: 1\n", "fix\n\nFoo: 1\n"),
  removes("a folded value is matched whole", "fix\n\nKey: a\n  b\nKey: a\n", "fix\n\nKey: a\n", {
    ...anyKey,
    values: ["a b"],
  }),
  removes(
    "values are globs without regard to case",
    "fix\n\nKey: A Bot <x@BOTS.org>\nKey: A <a@x.org>\n",
    "fix\n\nKey: A <a@x.org>\n",
    { ...anyKey, values: ["*@bots.org>"] },
  ),
  removes(
    "a star may stand for nothing, and parts do not overlap",
    "fix\n\nKey: aba\nKey: ab\nKey: abxba\n",
    "fix\n\nKey: aba\nKey: ab\n",
    { ...anyKey, values: ["ab*ba"] },
  ),
  removes("other characters of a glob are themselves", "fix\n\nKey: a.c\nKey: abc\n", "fix\n\nKey: abc\n", {
    ...anyKey,
    values: ["a.c"],
  }),
  removes("what is to be kept stays", "fix\n\nKey: one\nKey: two\n", "fix\n\nKey: one\n", {
    ...anyKey,
    keep: ["ONE"],
  }),
  removes(
    "a person with two addresses is either of them",
    "fix\n\nAcked-by: A <a@x> <b@x>\nAcked-by: A <b@x> <a@x>\nAcked-by: A <c@x>\n",
    "fix\n\nAcked-by: A <c@x>\n",
    { ...anyKey, key: "Acked-by", values: ["*<a@x>"] },
  ),
  removes(
    "and is not the one to be kept",
    "fix\n\nAcked-by: A <a@x>\nAcked-by: E <e@x> <a@x>\nAcked-by: A <a@x> x\n",
    "fix\n\nAcked-by: A <a@x>\n",
    { ...anyKey, key: "Acked-by", keep: ["*<a@x>", "*x"] },
  ),
  removes("no values, nothing goes", "fix\n\nKey: v\n", "fix\n\nKey: v\n", { ...anyKey, values: [] }),
  removes("the title is no trailer", "Key: v\n", "Key: v\n"),
  removes("in the body it is no trailer", "fix\n\nKey: v\n\nend\n", "fix\n\nKey: v\n\nend\n"),
  removes("a block that comes to the end is searched too", "fix\n\nKey: 1\n\nKey: 2\n", "fix\n"),
  removes("and what is left of it are trailers", "fix\n\nKey: 1\nFoo: 1\n\nKey: 2\n", "fix\n\nFoo: 1\n"),
  removes("text above ends the search", "fix\n\nKey: 1\n\ntext\n\nKey: 2\n", "fix\n\nKey: 1\n\ntext\n"),
  removes(
    "a mixed block stays a block while enough trailers are left",
    "fix\n\nSigned-off-by: A <a@x>\ntext\nKey: v\n",
    "fix\n\nSigned-off-by: A <a@x>\ntext\n",
  ),
  removes(
    "if the sign-off goes by which git knew a mixed block, the rest is text to git",
    "fix\n\nSigned-off-by: A <a@x>\ntext\nKey: v\n",
    "fix\n\ntext\nKey: v\n",
    { key: "signed-off-by", values: null, keep: [] },
  ),
  removes(
    "a comment that will be committed keeps its blank line",
    "fix\n\nKey: v\n#12 too\n",
    "fix\n\n#12 too\n",
  ),
  removes(
    "a comment that will be dropped does not",
    "fix\n\nKey: v\n# note\n",
    "fix\n# note\n",
    anyKey,
    strip,
  ),
  removes(
    "a dropped comment inside a trailer stays",
    "fix\n\nKey: v\n# note\n more\nFoo: 1\n",
    "fix\n\n# note\nFoo: 1\n",
    anyKey,
    strip,
  ),
  removes("above a scissors line", "fix\n\nKey: v\n" + cut + "\nKey: d\n", "fix\n" + cut + "\nKey: d\n"),
  removes("above a Conflicts block", "fix\n\nKey: v\n\nConflicts:\n\ta.c\n", "fix\n\nConflicts:\n\ta.c\n"),
  removes(
    "verbatim, Conflicts above a scissors line without a final line end is no trailer",
    "fix\n\nConflicts:\n" + cut,
    "fix\n\nConflicts:\n" + cut,
    { key: "Conflicts", values: null, keep: [] },
    verbatim,
  ),
  removes(
    "bytes that are not UTF-8 match themselves",
    "fix\n\nKey: \xc9\xff\nKey: \xe9\xff\n",
    "fix\n\nKey: \xe9\xff\n",
    {
      ...anyKey,
      values: ["\xc9*"],
    },
  ),
];

function section(
  title: string,
  before: string,
  after: string,
  wanted: object = { heading: "Test plan" },
): Vector {
  return { title, input: [before, wanted], output: after };
}

function hasSection(title: string, text: string): Vector {
  return section(title, text, text);
}

function lacksSection(title: string, text: string): Vector {
  return section(title, text, text + "\n## Test plan\n");
}

export const sectionCases: readonly Vector[] = [
  section("nothing becomes the section", "", "## Test plan"),
  section("a text gets it behind a blank line", "Text\n", "Text\n\n## Test plan\n"),
  section("no final line end, none added", "Text", "Text\n\n## Test plan"),
  section("a blank line that is there is enough", "Text\n\n", "Text\n\n## Test plan\n"),
  section("with level and body", "Text\n", "Text\n\n### Test plan\n\n- a\n- b\n", {
    heading: "Test plan",
    level: 3,
    body: "\n- a\r\n- b\n\n",
  }),
  section("CRLF follows the text", "Text\r\n", "Text\r\n\r\n## Test plan\r\n\r\nrun it\r\n", {
    heading: "Test plan",
    body: "run it",
  }),
  section("an open code block is closed first", "```sh\nmake\n", "```sh\nmake\n```\n\n## Test plan\n"),
  section("with as many marks as it began with", "~~~~\n~~~\n", "~~~~\n~~~\n~~~~\n\n## Test plan\n"),
  section("an open comment too", "<!-- note\n", "<!-- note\n-->\n\n## Test plan\n"),
  section("code that is open in a list item ends with it", "- ```\n  x\n", "- ```\n  x\n\n## Test plan\n"),
  section("a # at the heading's end is no part of it", "# A\n", "# A\n", { heading: "a #" }),
  section("but C# is", "## C#\n", "## C#\n", { heading: "c#" }),
  section("letters beyond ASCII in either case", "## \xc3\x9cBER\n", "## \xc3\x9cBER\n", {
    heading: "\xc3\xbcber",
  }),
  hasSection("the same level", "## Test plan\n"),
  hasSection("another level, another case, closed, more space", "Text\n  ####   TEST \t plan  ## \n"),
  hasSection("underlined with =", "Test plan\n===\n"),
  hasSection("underlined with one -", "Text\n\n Test plan\n  -  \n"),
  hasSection("underlined over two lines", "Test\nplan\n----\n"),
  hasSection("CRLF", "x\r\n## Test plan\r\n"),
  hasSection("behind code that was closed", "```\n## x\n```  \n## Test plan\n"),
  hasSection("backticks in an info string make no code block", "``` a`b\n## Test plan\n"),
  hasSection("behind a comment", "<!-- x -->\n## Test plan\n"),
  hasSection("behind a list item with open code", "- ```\n## Test plan\n"),
  hasSection("interrupting a paragraph", "Text\n## Test plan\ntext\n"),
  lacksSection("without a space it is text", "##Test plan\n"),
  lacksSection("seven marks are text", "####### Test plan\n"),
  lacksSection("in a code block", "```\n## Test plan\n```\n"),
  lacksSection("in a code block with an info string", "~~~ md `x`\n## Test plan\n~~~\n"),
  lacksSection("fewer marks do not close", "````\n```\n## Test plan\n````\n"),
  lacksSection("marks of the other kind do not close", "```\n~~~\n## Test plan\n```\n"),
  lacksSection("marks with an info string do not close", "```\n```md\n## Test plan\n```\n"),
  lacksSection("marks four columns in do not close", "```\n    ```\n## Test plan\n```\n"),
  lacksSection("in code in a list item", "- ```\n  ## Test plan\n  ```\n"),
  lacksSection("indented", "Text\n\n    ## Test plan\n"),
  lacksSection("indented by a tab", "\t## Test plan\n"),
  lacksSection("in a comment", "<!--\n## Test plan\n-->\n"),
  lacksSection("in a quote", "> ## Test plan\n"),
  lacksSection("in a list item", "- Test plan\n---\n"),
  lacksSection("behind a quote the line below goes on with it", "> Text\nTest plan\n---\n"),
  lacksSection("a line above a blank one is not underlined", "Test plan\n\n---\n"),
  lacksSection("part of a heading", "## Test plan and more\n"),
];

function prefixed(
  title: string,
  before: string,
  after: string,
  cleanup: CleanupSettings = whitespace,
  prefix = "ABC-1: ",
): Vector {
  return { title, input: [before, prefix, cleanup], output: after };
}

export const prefixCases: readonly Vector[] = [
  prefixed("a title gets it", "fix\n\nbody\n", "ABC-1: fix\n\nbody\n"),
  prefixed("already there", "ABC-1: fix\n", "ABC-1: fix\n"),
  prefixed("in another case it is not there", "abc-1: fix", "ABC-1: abc-1: fix"),
  prefixed("blank lines before the title stay", "\n \nfix\n", "\n \nABC-1: fix\n"),
  prefixed("nothing stays nothing", "", ""),
  prefixed("blank lines stay so", "\n\n", "\n\n"),
  prefixed("blank lines stay so under verbatim", "\n\n", "\n\n", verbatim),
  prefixed("a sign-off alone is a title", "Signed-off-by: A <a@x>\n", "ABC-1: Signed-off-by: A <a@x>\n"),
  prefixed("comments are skipped where git drops them", "# a\nfix\n", "# a\nABC-1: fix\n", strip),
  prefixed("and are the title where it does not", "# a\nfix\n", "ABC-1: # a\nfix\n"),
  prefixed("comments alone are an empty message", "# a\n", "# a\n", strip),
  prefixed("nothing above a scissors line", cut + "\nfix\n", cut + "\nfix\n"),
  prefixed("behind fixup!", "fixup! fix\n", "fixup! ABC-1: fix\n"),
  prefixed("behind several marks", "fixup! squash! amend! fix\n", "fixup! squash! amend! ABC-1: fix\n"),
  prefixed("behind the space that git skips", "fixup!   fix\n", "fixup!   ABC-1: fix\n"),
  prefixed("already there behind fixup!", "fixup! ABC-1: fix\n", "fixup! ABC-1: fix\n"),
  prefixed("a mark in another case is text", "Fixup! fix\n", "ABC-1: Fixup! fix\n"),
  prefixed("a commit id behind a mark", "fixup! 0a1B2c3\n", "fixup! 0a1B2c3\n"),
  prefixed("a commit id and more", "fixup! 0a1b2c3 fix\r\n", "fixup! 0a1b2c3 fix\r\n"),
  prefixed("a commit id, CRLF", "fixup! 0a1b2c3\r\n", "fixup! 0a1b2c3\r\n"),
  prefixed("six digits are no commit id", "fixup! 0a1b2c\n", "fixup! ABC-1: 0a1b2c\n"),
  prefixed("65 digits are none", "fixup! " + "a".repeat(65), "fixup! ABC-1: " + "a".repeat(65)),
  prefixed("a commit id without a mark is text", "0a1b2c3\n", "ABC-1: 0a1b2c3\n"),
  prefixed("a mark with nothing behind it", "fixup! \n", "fixup! \n"),
  prefixed("the prefix alone, as cleanup left it", "ABC-1:\n", "ABC-1:\n"),
  prefixed("a prefix that would make the title a comment", "fix\n", "fix\n", strip, "#1 "),
  prefixed("a comment only to git's editor", "fix\n", "#1 fix\n", whitespace, "#1 "),
  prefixed("a prefix that would make the message empty", "fix\n", "fix\n", whitespace, "Signed-off-by: "),
  prefixed("no prefix", "fix\n", "fix\n", whitespace, ""),
];

function has(title: string, text: string, wanted: string, is: boolean, cleanup = verbatim): Vector {
  return { title, input: [text, wanted, cleanup], output: is };
}

export const hasPrefixCases: readonly Vector[] = [
  has("a title that begins with it", "ABC-1: fix\n", "ABC-1: ", true),
  has("below blank lines", "\n \r\nABC-1: fix", "ABC-1: ", true),
  has("alone, as cleanup left it", "ABC-1:\n", "ABC-1: ", true),
  has("in the second line of the title", "fix\nABC-1: fix\n", "ABC-1: ", false),
  has("behind marks", "fixup! squash! ABC-1: fix\n", "ABC-1: ", true),
  has("a commit id behind a mark", "fixup! 0a1b2c3\n\ntext\n", "ABC-1: ", true),
  has("a commit id and more", "fixup! 0a1b2c3 fix\n", "ABC-1: ", false),
  has("a commit id and another line of the title", "fixup! 0a1b2c3\nfix\n", "ABC-1: ", false),
  has("a mark with nothing behind it", "fixup!\n", "ABC-1: ", false),
  has("no text", "", "ABC-1: ", false),
  has("blank lines", "\n \n", "ABC-1: ", false),
  has("comments that go", "# a\n", "ABC-1: ", false, strip),
  has("below comments that go", "# a\nABC-1: fix\n", "ABC-1: ", true, strip),
  has("below a scissors line", cut + "\nABC-1: fix\n", "ABC-1: ", false),
  has("above a scissors line", "ABC-1: fix\n" + cut + "\n", "ABC-1: ", true),
  has("nothing is asked for", "", " ", true),
];

export const textPrefixCases: readonly Vector[] = [
  { title: "a text starts with it", input: ["text", "> note\n\n"], output: "> note\n\ntext" },
  { title: "already there", input: ["> note\n\ntext", "> note\n\n"], output: "> note\n\ntext" },
  { title: "an empty text", input: ["", "note\n"], output: "note\n" },
  { title: "the prefix alone, trimmed", input: ["note", "note\n"], output: "note" },
  { title: "CRLF follows the text", input: ["a\r\nb", "note\n"], output: "note\r\na\r\nb" },
  { title: "CRLF, already there", input: ["note\r\na", "note\n"], output: "note\r\na" },
];

function suffixed(
  title: string,
  before: string,
  after: string,
  cleanup: CleanupSettings = whitespace,
  suffix = "The end.",
): Vector {
  return { title, input: [before, suffix, cleanup], output: after };
}

export const suffixCases: readonly Vector[] = [
  suffixed("a title alone gets a body", "fix\n", "fix\n\nThe end.\n"),
  suffixed("no final line end, none added", "fix", "fix\n\nThe end."),
  suffixed("a body gets a paragraph", "fix\n\nbody\n", "fix\n\nbody\n\nThe end.\n"),
  suffixed("before the trailers", "fix\n\nbody\n\nKey: v\n", "fix\n\nbody\n\nThe end.\n\nKey: v\n"),
  suffixed("between title and trailers", "fix\n\nKey: v", "fix\n\nThe end.\n\nKey: v"),
  suffixed("CRLF follows the message", "fix\r\n\r\nKey: v\r\n", "fix\r\n\r\nThe end.\r\n\r\nKey: v\r\n"),
  suffixed(
    "before a mixed block",
    "fix\n\nSigned-off-by: A\ntext\n",
    "fix\n\nThe end.\n\nSigned-off-by: A\ntext\n",
  ),
  suffixed("above comments that git drops", "fix\n\n# note\n", "fix\n\nThe end.\n\n# note\n", strip),
  suffixed("below those it keeps", "fix\n\n#12\n", "fix\n\n#12\n\nThe end.\n"),
  suffixed("above a scissors line", "fix\n" + cut + "\nd\n", "fix\n\nThe end.\n" + cut + "\nd\n"),
  suffixed("already there", "fix\n\nThe end.\n", "fix\n\nThe end.\n"),
  suffixed(
    "already there, as the end of a paragraph",
    "fix\n\nbody\nThe end. \n\n\nKey: v\n",
    "fix\n\nbody\nThe end. \n\n\nKey: v\n",
  ),
  suffixed("as the title it is not there", "The end.\n", "The end.\n\nThe end.\n"),
  suffixed(
    "in the middle it is not there",
    "fix\n\nThe end.\n\nmore\n",
    "fix\n\nThe end.\n\nmore\n\nThe end.\n",
  ),
  suffixed("an empty message stays so", "\n", "\n"),
  suffixed("a sign-off alone is a title", "Signed-off-by: A\n", "Signed-off-by: A\n\nThe end.\n"),
  suffixed("nothing above a scissors line", cut + "\n", cut + "\n"),
  suffixed(
    "several paragraphs",
    "fix\n\nKey: v\n",
    "fix\n\na\nb\n\nc\n\nKey: v\n",
    whitespace,
    "\na\r\nb\n\nc\n",
  ),
  suffixed(
    "several paragraphs, there with more blank lines",
    "fix\n\na\n\n\n\nb\n",
    "fix\n\na\n\n\n\nb\n",
    whitespace,
    "a\n\nb",
  ),
  suffixed("two paragraphs are not one", "fix\n\na\nb\n", "fix\n\na\nb\n\na\n\nb\n", whitespace, "a\n\nb"),
  suffixed(
    "one that looks like a trailer is added once",
    "fix\n\nNote: x\n",
    "fix\n\nNote: x\n",
    whitespace,
    "Note: x",
  ),
  suffixed(
    "also when a trailer joined it",
    "fix\n\nNote: x\nKey: v\n",
    "fix\n\nNote: x\nKey: v\n",
    whitespace,
    "Note: x",
  ),
  suffixed("one that git would drop is not added", "fix\n", "fix\n", strip, "# x"),
  suffixed("verbatim keeps blank lines at the end", "fix\n\n", "fix\n\nThe end.\n", verbatim),
];

const picked = "(cherry picked from commit 0123456789abcdef0123456789abcdef01234567)";

export const hasSuffixCases: readonly Vector[] = [
  has("the last paragraph", "fix\n\nThe end.\n", "The end.", true),
  has("the last line, with blanks behind it", "fix\n\nbody\nThe end. \r\n\n \n", "The end.", true),
  has("before trailers", "fix\n\nThe end.\n\nKey: v\n more\nFoo: 1\n", "The end.", true),
  has("before trailers and blank lines", "fix\n\nThe end.\n\nKey: v\n\n", "The end.", true),
  has("before trailers and a comment that stays", "fix\n\nThe end.\n\nKey: v\n# x\n", "The end.", false),
  has("before trailers and one that goes", "fix\n\nThe end.\n\nKey: v\n# x\n", "The end.", true, strip),
  has("before text", "fix\n\nThe end.\n\nKey: v\n\ntext\n", "The end.", false),
  has("before a comment and trailers", "fix\n\nThe end.\n\n# x\nKey: v\n", "The end.", false),
  has("before one that goes, and trailers", "fix\n\nThe end.\n\n# x\nKey: v\n", "The end.", true, strip),
  has("before a comment between trailers", "fix\n\nThe end.\n\nA: v\n# x\nB: v\n", "The end.", false),
  has("before text in the block", "fix\n\nThe end.\n\nSigned-off-by: A\ntext\n", "The end.", false),
  has("before text above a sign-off", "fix\n\nThe end.\n\ntext\nSigned-off-by: A\n", "The end.", false),
  has("in the block, before text", "fix\n\nSigned-off-by: A\nThe end.\ntext\n", "The end.", false),
  has("in the block, below text", "fix\n\nSigned-off-by: A\ntext\nThe end.\nKey: v\n", "The end.", true),
  has("before a line that continues it", "fix\n\nSigned-off-by: A\nThe end.\n x\nK: v\n", "The end.", false),
  has(
    "before trailers and what continues them",
    "fix\n\nThe end.\n\nA: v\n x\n\ty\nB:\n z\n",
    "The end.",
    true,
  ),
  has("before a line that continues a comment", "fix\n\nThe end.\n\nA: v\n#\n x\nB: v\n", "The end.", false),
  has(
    "before what cherry-pick -x writes",
    "fix\n\nThe end.\n\nA: v\n" + picked + "\nB: v\n",
    "The end.",
    true,
  ),
  has("before text like that", "fix\n\nThe end.\n\n(cherry picked from commit x y)\n", "The end.", false),
  has("before what continues that", "fix\n\nThe end.\n\n" + picked + "\n x\nA: v\n", "The end.", false),
  has("as the title", "The end.\n", "The end.", false),
  has("as a title that trailers follow", "The end.\n\nKey: v\n", "The end.", false),
  has("above a scissors line", "fix\n\nThe end.\n" + cut + "\n", "The end.", false),
  has("above trailers and a scissors line", "fix\n\nThe end.\n\nKey: v\n" + cut, "The end.", false),
  has("below a scissors line", "fix\n" + cut + "\n\nThe end.\n", "The end.", true),
  has("no text", "", "The end.", false),
  has("nothing but a scissors line", cut + "\n", "The end.", false),
  has("a trailer that goes on", "fix\n\nNote: x\n more\nKey: v\n", "Note: x", false),
  has("a trailer, among others", "fix\n\nFoo: 1\nNote: x\nKey: v\n", "Note: x", true),
  has("several paragraphs", "fix\n\na\n\n\nb\n\nKey: v\n", "a\n\nb\n", true),
  has("one that cleanup drops", "fix\n\n# x\n", "# x", false, strip),
  has("one that cleanup drops a part of", "fix\n\na\n# x\n", "a\n# x", false, strip),
  has("nothing is asked for", "fix\n", "\n", true),
];

export const textSuffixCases: readonly Vector[] = [
  { title: "a text ends with it", input: ["text\n", "end"], output: "text\n\nend\n" },
  { title: "no final line end, none added", input: ["text", "end\n"], output: "text\n\nend" },
  { title: "an empty text", input: ["", "end"], output: "end" },
  { title: "already there", input: ["text\nend \r\n\r\n", "end"], output: "text\nend \r\n\r\n" },
  {
    title: "trailers stay last",
    input: ["a\n\nKey: v\n", "end"],
    output: "a\n\nend\n\nKey: v\n",
  },
  { title: "CRLF follows the text", input: ["a\r\nb", "c\nd"], output: "a\r\nb\r\n\r\nc\r\nd" },
];

export const appendUniqueCases: readonly Vector[] = [
  { title: "new values go behind, in their order", input: [["b"], ["c", "a"]], output: ["b", "c", "a"] },
  {
    title: "what is there is not added",
    input: [
      ["a", "b"],
      ["b", "c", "c"],
    ],
    output: ["a", "b", "c"],
  },
  { title: "ASCII letters count in either case", input: [["a"], ["A", "B", "b"]], output: ["a", "B"] },
  { title: "other letters do not", input: [["\xc3\xa9"], ["\xc3\x89"]], output: ["\xc3\xa9", "\xc3\x89"] },
  { title: "the list itself stays as it is", input: [["a", "a"], []], output: ["a", "a"] },
  {
    title: "names of the language are values",
    input: [[], ["__proto__", "constructor"]],
    output: ["__proto__", "constructor"],
  },
];
