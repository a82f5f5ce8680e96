import * as fc from "fast-check";

/** Lines that git's trailer parser treats specially, alone and beside each other. */
const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "",
    " ",
    "\t",
    "text",
    "more text here",
    "# comment",
    "#123 fix",
    "Key: value",
    "key-2:value",
    "Key : value",
    "A.b: no",
    "BREAKING CHANGE: x",
    "https://example.org",
    "Signed-off-by: A <a@x.org>",
    "Signed-off-by: ",
    "signed-off-by: b",
    "Co-authored-by: Other <o@x.org>",
    "co-authored-by: BOT <Bot@x.org>",
    "(cherry picked from commit 1234)",
    " continued",
    "\tcontinued",
    "---",
    "--- x",
    "----",
    "Conflicts:",
    "\tpath/to/file",
    "; semicolon",
    "# ------------------------ >8 ------------------------",
    "fixup! x",
    "-- ",
    ": x",
    "Key:",
    "trailing  ",
    "\rodd",
  ),
  fc
    .string({ maxLength: 12 })
    .map((text) => text.replace(/[\x00\x01\x02\n]/g, "").replace(/[^\x00-\xff]/g, "\xe9")),
);
/** Commit messages as bytes, LF or CRLF, with and without a final line end. */
export const message = fc
  .tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean())
  .map(([lines, eol, terminated]) => lines.join(eol) + (terminated ? eol : ""));

/** Messages of little but trailers, in several paragraphs, with comments at their edges. */
export const trailerMessage = fc
  .array(
    fc.constantFrom("", "", "Key: value", "Key: other", "Foo: x", "Signed-off-by: b", " continued", "#12 x"),
    { maxLength: 8 },
  )
  .map((lines) => ["title", "", ...lines, ""].join("\n"));
