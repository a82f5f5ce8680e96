/** On what occasion a hook point fires: which kind of commit is made, and which remotes there are. `when` asks for it. */

/** The ways in which a commit is made; `when.commit` names some of them. */
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

export interface Occasion {
  /** Null if no commit is being made, or its kind is unknown. Called only if a contribution asks for it. */
  commit(): CommitKind | null;
  /** The repository's remotes as `remoteName` gives them. Called only if a contribution asks for them. */
  remotes(): string[];
}
