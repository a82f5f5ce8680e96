/**
 * What git itself writes into commits on refs/notes (builtin/notes.c, sequencer.c): it passes there, and only there. On a
 * branch such a commit is one like any other, also if the remote knows it already as a note.
 */
import { encodingOf, whyNotJudgeable, type Commit } from "../git/commit-object.ts";

export function isGitsNote(commit: Commit): boolean {
  // Where somebody reads other words, or cannot tell, it is judged.
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
