import type { CleanupSettings } from "../../../engine/core/cleanup-settings.ts";
import type { Vector } from "../vector.ts";

const whitespace: CleanupSettings = { mode: "whitespace", commentChar: "#" };
const strip: CleanupSettings = { mode: "strip", commentChar: "#" };
const verbatim: CleanupSettings = { mode: "verbatim", commentChar: "#" };
const bot = { key: "Co-authored-by", value: "Bot <bot@x.org>", dedupe: true };
const line = "Co-authored-by: Bot <bot@x.org>";
const cut = "# ------------------------ >8 ------------------------";

function adds(
  title: string,
  before: string,
  after: string,
  cleanup: CleanupSettings = whitespace,
  wanted = bot,
): Vector {
  return { title, input: [before, wanted, cleanup], output: after };
}

function keeps(title: string, message: string, cleanup: CleanupSettings = whitespace, wanted = bot): Vector {
  return { title, input: [message, wanted, cleanup], output: message };
}

export const trailerCases: readonly Vector[] = [
  adds("a title alone gets a new block", "fix\n", "fix\n\n" + line + "\n"),
  adds("no final line end, none added", "fix", "fix\n\n" + line),
  adds("a body", "fix\n\nbody\n", "fix\n\nbody\n\n" + line + "\n"),
  adds("a title that looks like a trailer is the title", "Fix: it\n", "Fix: it\n\n" + line + "\n"),
  adds("an existing block is joined", "fix\n\nFoo: bar\n", "fix\n\nFoo: bar\n" + line + "\n"),
  adds("an existing block without a final line end", "fix\n\nFoo: bar", "fix\n\nFoo: bar\n" + line),
  adds(
    "a folded trailer stays whole",
    "fix\n\nFoo: bar\n  more\n",
    "fix\n\nFoo: bar\n  more\n" + line + "\n",
  ),
  adds(
    "one line of text spoils a block",
    "fix\n\nFoo: bar\ntext\n",
    "fix\n\nFoo: bar\ntext\n\n" + line + "\n",
  ),
  adds(
    "a sign-off and 25 % make a block",
    "fix\n\nSigned-off-by: A <a@x>\ntext\nmore\n",
    "fix\n\nSigned-off-by: A <a@x>\ntext\nmore\n" + line + "\n",
  ),
  adds(
    "below 25 % they do not",
    "fix\n\nSigned-off-by: A <a@x>\n1\n2\n3\n4\n",
    "fix\n\nSigned-off-by: A <a@x>\n1\n2\n3\n4\n\n" + line + "\n",
  ),
  adds(
    "a cherry-pick line is recognised",
    "fix\n\n(cherry picked from commit 1234)\n",
    "fix\n\n(cherry picked from commit 1234)\n" + line + "\n",
  ),
  adds("blank lines at the end stay", "fix\n\nFoo: bar\n\n\n", "fix\n\nFoo: bar\n" + line + "\n\n\n"),
  adds("blank lines before the title", "\n\nfix\n", "\n\nfix\n\n" + line + "\n"),
  adds("CRLF follows the message", "fix\r\n\r\nFoo: bar\r\n", "fix\r\n\r\nFoo: bar\r\n" + line + "\r\n"),
  adds("CRLF, new block", "fix\r\n", "fix\r\n\r\n" + line + "\r\n"),
  adds(
    "a line that looks like a comment is text without an editor",
    "fix\n\n#123 is the cause\n",
    "fix\n\n#123 is the cause\n\n" + line + "\n",
  ),
  adds(
    "under strip it is a comment",
    "fix\n\nbody\n# note\n",
    "fix\n\nbody\n\n" + line + "\n# note\n",
    strip,
  ),
  adds(
    "under strip a block above comments is joined",
    "fix\n\nFoo: bar\n# note\n",
    "fix\n\nFoo: bar\n" + line + "\n# note\n",
    strip,
  ),
  adds(
    "above a scissors line",
    "fix\n\nbody\n" + cut + "\ndiff\n",
    "fix\n\nbody\n\n" + line + "\n" + cut + "\ndiff\n",
  ),
  adds("a --- line is text in a commit message", "fix\n\na\n---\nb\n", "fix\n\na\n---\nb\n\n" + line + "\n"),
  adds(
    "an address reads as a trailer to git, and stays byte for byte",
    "fix\n\nhttps://foo\n",
    "fix\n\nhttps://foo\n" + line + "\n",
  ),
  adds(
    "BREAKING CHANGE is no trailer",
    "fix\n\nBREAKING CHANGE: x\n",
    "fix\n\nBREAKING CHANGE: x\n\n" + line + "\n",
  ),
  adds(
    "a Conflicts block comes after the trailers",
    "fix\n\nFoo: bar\n\nConflicts:\n\ta.c\n",
    "fix\n\nFoo: bar\n" + line + "\n\nConflicts:\n\ta.c\n",
  ),
  adds("verbatim keeps the missing line end", "fix", "fix\n\n" + line, verbatim),
  adds(
    "another key with the same beginning",
    "fix\n\nCo-authored-by-bot: Bot <bot@x.org>\n",
    "fix\n\nCo-authored-by-bot: Bot <bot@x.org>\n" + line + "\n",
  ),
  adds(
    "with two addresses it is another person",
    "fix\n\nCo-authored-by: Evil <e@x.org> <bot@x.org>\n",
    "fix\n\nCo-authored-by: Evil <e@x.org> <bot@x.org>\n" + line + "\n",
  ),
  adds(
    "and so it is the other way round",
    "fix\n\nCo-authored-by: Bot <bot@x.org> <e@x.org>\n",
    "fix\n\nCo-authored-by: Bot <bot@x.org> <e@x.org>\n" + line + "\n",
  ),
  adds(
    "with text behind the address it is another person",
    "fix\n\nCo-authored-by: Bot <bot@x.org> x\n",
    "fix\n\nCo-authored-by: Bot <bot@x.org> x\n" + line + "\n",
  ),
  adds(
    "with brackets in brackets it is another person",
    "fix\n\nCo-authored-by: Bot <x <bot@x.org>\n",
    "fix\n\nCo-authored-by: Bot <x <bot@x.org>\n" + line + "\n",
  ),
  adds(
    "the address is all that stands in the brackets",
    "fix\n\nCo-authored-by: Bot <x bot@x.org>\n",
    "fix\n\nCo-authored-by: Bot <x bot@x.org>\n" + line + "\n",
  ),
  adds(
    "another address is another person",
    "fix\n\nCo-authored-by: Bot <b@x.org>\n",
    "fix\n\nCo-authored-by: Bot <b@x.org>\n" + line + "\n",
  ),
  adds(
    "in the body it is no trailer",
    "fix\n\n" + line + "\n\nend\n",
    "fix\n\n" + line + "\n\nend\n\n" + line + "\n",
  ),
  adds(
    "without dedupe only the same bytes count",
    "fix\n\nCo-authored-by: BOT <bot@x.org>\n",
    "fix\n\nCo-authored-by: BOT <bot@x.org>\n" + line + "\n",
    whitespace,
    { ...bot, dedupe: false },
  ),
  adds("bytes that are not UTF-8 stay", "fix \xff\n", "fix \xff\n\n" + line + "\n"),
  keeps("already there", "fix\n\n" + line + "\n"),
  keeps("key in other case, address in other case", "fix\n\nco-AUTHORED-by: Robot <BOT@X.org>\n"),
  keeps("already there, folded", "fix\n\nCo-authored-by: Bot\n <bot@x.org>\n"),
  keeps(
    "already there, folded, with blanks that cleanup drops",
    "fix\n\nCo-authored-by: Bot \t\n \t <bot@x.org>\n",
    whitespace,
    { ...bot, dedupe: false },
  ),
  adds(
    "as it is stored, git keeps blanks before a fold",
    "fix\n\nCo-authored-by: Bot \t\n <bot@x.org>\n",
    "fix\n\nCo-authored-by: Bot \t\n <bot@x.org>\n" + line + "\n",
    verbatim,
    { ...bot, dedupe: false },
  ),
  keeps(
    "as it is stored, git drops blanks behind a fold",
    "fix\n\nCo-authored-by:  \n \t Bot\n\t <bot@x.org> \n",
    verbatim,
    { ...bot, dedupe: false },
  ),
  keeps(
    "already there, a dropped comment inside",
    "fix\n\nCo-authored-by: Bot\n# note\n <bot@x.org>\n",
    strip,
  ),
  keeps("already there, above others", "fix\n\n" + line + "\nFoo: bar\n"),
  keeps("already there, CRLF", "fix\r\n\r\n" + line + "\r\n"),
  keeps("already there, without dedupe", "fix\n\n" + line + "\n", whitespace, { ...bot, dedupe: false }),
  keeps("a key that is no person compares whole values", "fix\n\nTicket: abc\n", whitespace, {
    key: "ticket",
    value: "ABC",
    dedupe: true,
  }),
];

export const emptyMessageCases: readonly Vector[] = [
  { title: "nothing", input: ["", whitespace], output: true },
  { title: "white space", input: [" \n\t\r\n", whitespace], output: true },
  { title: "a sign-off alone", input: ["\nSigned-off-by: A <a@x>\n", whitespace], output: true },
  { title: "a sign-off without a name is text", input: ["Signed-off-by: \n", whitespace], output: false },
  { title: "comments are text", input: ["# x\n", whitespace], output: false },
  { title: "comments are nothing under strip", input: ["# x\n", strip], output: true },
  { title: "white space is something under verbatim", input: ["\n", verbatim], output: false },
  { title: "text", input: ["x", whitespace], output: false },
];

export const diffCases: readonly Vector[] = [
  { title: "the same", input: ["a\n", "a\n"], output: [{ mark: " ", text: "a" }] },
  {
    title: "lines added in the middle",
    input: ["a\nc\n", "a\nb\nc\n"],
    output: [
      { mark: " ", text: "a" },
      { mark: "+", text: "b" },
      { mark: " ", text: "c" },
    ],
  },
  {
    title: "a line changed",
    input: ["a\n", "b\n"],
    output: [
      { mark: "-", text: "a" },
      { mark: "+", text: "b" },
    ],
  },
];
