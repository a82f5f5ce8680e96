/**
 * What a host knows about the operation, beside the text or list it works on. Answers `when`.
 */

/** The ways in which a commit comes about; `when.commit` names some of them. */
export const commitKinds = [
  "composed",
  "amend",
  "merge",
  "revert",
  "cherry-pick",
  "rebase",
  "am",
  "fixup",
] as const;

export type CommitKind = (typeof commitKinds)[number];

export interface Facts {
  /** Null if no commit is being made, or nobody can say which kind it is. Asked only if a contribution wants to know. */
  commit(): CommitKind | null;
  /** The repository's remotes as `remoteName` gives them. Asked only then, too. */
  remotes(): string[];
}
