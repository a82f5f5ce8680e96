/**
 * Commits on refs/notes: git writes their messages itself, so these pass there, and only there. On a branch such a
 * commit is one like any other, also if the remote knows it already as a note.
 */
import type { Host } from "../host.ts";
import { runPlainly } from "./raw-objects.ts";

/** What git itself writes (builtin/notes.c, sequencer.c). Anything else is somebody's own, whatever the ref's name. */
export function isNotesMessage(message: string): boolean {
  return /^(?:Notes (?:added|removed) by 'git (?:notes [a-z]+|commit --amend|rebase)'|Merged notes from \S+ into \S+)\n?$/.test(
    message,
  );
}

/** Is one among the commits that can be reached from `wanted` and not from `known`? Rather too many than too few. */
export function anyNote(host: Host, wanted: readonly string[], known: readonly string[]): boolean {
  const args = ["rev-list", "--stdin", "--max-count=1"];
  for (const begin of ["Notes added by 'git ", "Notes removed by 'git ", "Merged notes from "])
    args.push("--grep=^" + begin);
  const revisions = wanted.concat(known.map((id) => "^" + id));
  const { status, stdout } = runPlainly(host, args, revisions.join("\n") + "\n");
  return status !== 0 || stdout !== "";
}
