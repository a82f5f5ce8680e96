/**
 * Recognizes the messages that git itself writes for commits on refs/notes
 * (builtin/notes.c, sequencer.c). They pass on refs/notes only. On a branch
 * such a commit is judged, even if the remote already has it as a note.
 */
import { encodingOf, whyNotJudgeable, type Commit } from "../git/commit-object.ts";

/** git signs none of these commits, and gives them two parents at most. Others cost more, and are judged by their limits. */
const longest = 2048;

export function isGitsNote(commit: Commit): boolean {
  if (commit.message.length > longest || commit.header.length > longest) return false;
  // If some reader may see other text, it is judged.
  return isNotesMessage(commit.message) && encodingOf(commit) === null && whyNotJudgeable(commit) === null;
}

function isNotesMessage(message: string): boolean {
  return (
    !message.includes("\0") &&
    /^(?:Notes (?:added|removed) by 'git (?:notes [a-z]+|commit --amend|rebase)'|Merged notes from [^ \n]+ into [^ \n]+)\n?$/.test(
      message,
    )
  );
}
