import type { Vector } from "../vector.ts";

const body = "\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n";

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
    `Revert "Merge branch 'x'"${body.replace(".", ", reversing\nchanges made to 0a1b2c3.")}`,
    "revert",
  ),
  seen("of a revert", `Revert "Revert "fix""${body}`, "revert"),
  seen("of a revert, since git 2.43", `Reapply "fix"${body}`, "revert"),
  seen("of a commit without a title", `Revert ""${body}`, "revert"),
  seen("with a prefix that a rule has added", `[ABC-1] Revert "fix"${body}`, "revert"),
  seen(
    "with more text and CRLF",
    `\n\nRevert "fix"  \r\n\r\nWhy.\nThis reverts commit 0a1b2c3 (fix, 2020-01-02).\n`,
    "revert",
  ),
  seen("a title of somebody's own", `Undo the fix${body}`, null),
  seen("a title that goes on", `Revert "fix" again${body}`, null),
  seen("a quote that does not end", `Revert "${body}`, null),
  seen("without the commit", 'Revert "fix"\n\nIt was wrong.\n', null),
  seen("without an id", 'Revert "fix"\n\nThis reverts commit fix.\n', null),
  seen("in the middle of a line", `Revert "fix"\n\n> This reverts commit 0a1b2c3\n`, null),
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
