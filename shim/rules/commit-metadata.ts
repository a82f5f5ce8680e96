/** What a program is told beside the text that it gets. Looked up only if a program runs. */
import { decodeExactly, decodeUtf8 } from "../../engine/core/bytes.ts";
import type { CommitKind } from "../../engine/core/occasion.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { branchOf } from "../git/branch.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Host, RunResult } from "../host.ts";
import { askThere, type ProgramPlace } from "./program-place.ts";

/** Texts, not bytes. */
export interface Metadata {
  [key: string]: string | readonly string[];
}

/** What programs get beside a text. */
export interface Surroundings {
  /** Where they run; null: where the command does. */
  place: ProgramPlace | null;
  /** Or why it cannot be known: a program must not judge by half of it. */
  metadata(): Metadata | Problem;
  /** The payload's other fields. */
  fields?: { readonly [field: string]: string };
}

export interface CommitInHand {
  /** The git command, as in `commit`. */
  command: string;
  /** The hook of git's that it runs in; empty if git has not started. */
  hook: string;
  place: ProgramPlace;
  gitDir: string;
  kind: () => CommitKind | null;
  ident: IdentReader;
  /** Null if git does not answer; undefined if nobody can tell. */
  paths(ask: (args: string[]) => RunResult): readonly string[] | null | undefined;
}

export function surroundingsOf(host: Host, commit: CommitInHand): Surroundings {
  const { place } = commit;
  let read: Metadata | Problem | null = null;
  return { place, metadata: () => (read = read || readMetadata(host, commit)) };
}

function readMetadata(host: Host, commit: CommitInHand): Metadata | Problem {
  const { command, hook, place, gitDir, kind, ident, paths } = commit;
  const changed = paths((args) => askThere(host, place, args));
  if (changed === null) return pathsUnknown();
  return {
    ...known({
      command,
      hook,
      kind: kind() ?? "",
      repository: place.folder,
      branch: branchOf(host, gitDir),
      author: ident("author"),
    }),
    ...(changed === undefined ? {} : { changedPaths: changed.map(decodeExactly) }),
  };
}

/** Without what is not known. `fields`: bytes. */
export function known(fields: { [key: string]: string }): Metadata {
  const metadata: Metadata = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key] as string;
    if (value !== "") metadata[key] = decodeUtf8(value);
  }
  return metadata;
}

function pathsUnknown(): Problem {
  return {
    code: "git-unanswered",
    message: "git could not be asked which files the commit changes",
    hint: "the limits of this user may leave no room for another process: ulimit -u",
    source: "",
  };
}
