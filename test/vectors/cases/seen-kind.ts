import type { Vector } from "../vector.ts";

const id = "0123456789abcdef0123456789abcdef01234567";
const longId = "0123456789abcdef".repeat(4);
const body = `\n\nThis reverts commit ${id}.\n`;

function seen(title: string, message: string, kind: string | null, isMerge = false): Vector {
  return { title, input: [message, isMerge], output: kind };
}

export const seenKindCases: readonly Vector[] = [
  seen("two parents", "fix\n", "merge", true),
  seen("two parents, whatever the message", `Revert "fix"${body}`, "merge", true),
  seen("a merge's message alone is none", "Merge branch 'side'\n", null),
  seen("git's revert", `Revert "fix"${body}`, "revert"),
  seen(
    "of a merge",
    `Revert "Merge branch 'x'"\n\nThis reverts commit ${id}, reversing\nchanges made to ${id}.\n`,
    "revert",
  ),
  seen("of a revert", `Revert "Revert "fix""${body}`, "revert"),
  seen("of a revert, since git 2.43", `Reapply "fix"${body}`, "revert"),
  seen("of a commit without a title", `Revert ""${body}`, "revert"),
  seen("of a commit with CRLF line ends", `Revert "fix\r"${body}`, "revert"),
  seen("in a repository with SHA-256", `Revert "fix"\n\nThis reverts commit ${longId}.\n`, "revert"),
  seen("with a prefix that a rule has added", `[ABC-1] Revert "fix"${body}`, "revert"),
  seen("with a prefix that ends in a colon", `ABC-1: Reapply "fix"${body}`, "revert"),
  seen(
    "with more text and CRLF",
    `\n\nRevert "fix"  \r\n\r\nWhy.\r\nThis reverts commit ${id}.\r\n\r\nMore.\r\n`,
    "revert",
  ),
  seen("behind two words", `Do not Revert "fix"${body}`, null),
  seen("behind a sentence", `Add a button, and then Revert "fix"${body}`, null),
  seen("behind two words with a tab", `Do\tnot Revert "fix"${body}`, null),
  seen("at the end of a word", `UnRevert "fix"${body}`, null),
  seen("indented", ` Revert "fix"${body}`, null),
  seen("another case", `revert "fix"${body}`, null),
  seen("a short id", 'Revert "fix"\n\nThis reverts commit 0a1b2c3.\n', null),
  seen("a reference", 'Revert "fix"\n\nThis reverts commit 0a1b2c3 (fix, 2020-01-02).\n', null),
  seen("an id of no hash's length", `Revert "fix"\n\nThis reverts commit ${id}0.\n`, null),
  seen("an id and other words", `Revert "fix"\n\nThis reverts commit ${id} not.\n`, null),
  seen("a short id and then git's line", `Revert "fix"\n\nThis reverts commit 0a1b2c3.${body}`, "revert"),
  seen("a title of somebody's own", `Undo the fix${body}`, null),
  seen("a title that goes on", `Revert "fix" again${body}`, null),
  seen("a quote that does not end", `Revert "${body}`, null),
  seen("without the commit", 'Revert "fix"\n\nIt was wrong.\n', null),
  seen("without an id", 'Revert "fix"\n\nThis reverts commit fix.\n', null),
  seen("in the middle of a line", `Revert "fix"\n\n> This reverts commit ${id}.\n`, null),
  seen("fixup!", "fixup! fix\n", "fixup"),
  seen("squash!", "squash! fix\n\nmore\n", "fixup"),
  seen("amend!", "amend! fix\n\nFix it\n", "fixup"),
  seen("of a commit without a title", "fixup!\n", "fixup"),
  seen("of a revert", `fixup! Revert "fix"${body}`, "fixup"),
  seen("a word that begins like it", "fixup!fix\n", null),
  seen("indented", " fixup! fix\n", null),
  seen("an ordinary message", "fix\n\nfixup! x\n", null),
  seen("an empty message", "", null),
];
