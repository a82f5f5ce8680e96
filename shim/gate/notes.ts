/**
 * What git itself writes into commits on refs/notes (builtin/notes.c, sequencer.c): it passes there, and only there. On a
 * branch such a commit is one like any other, also if the remote knows it already as a note.
 */
export function isNotesMessage(message: string): boolean {
  return /^(?:Notes (?:added|removed) by 'git (?:notes [a-z]+|commit --amend|rebase)'|Merged notes from [^ \n]+ into [^ \n]+)\n?$/.test(
    message,
  );
}
