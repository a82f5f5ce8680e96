/**
 * How the git commands that make commits differ, as far as our hooks and the way on after a refusal depend on it. Each
 * command's file in shim/commands gives the values, and our hooks get them with their context.
 */
export interface CommandTraits {
  /** Does git run prepare-commit-msg over a draft before the editor opens, and commit-msg after it has closed? */
  opensDraft: boolean;
  /** Does git set variables for its hooks that name the author? */
  namesAuthor: boolean;
  /** Does each commit that it makes have several parents? */
  makesMerges: boolean;
  /** What it makes commits from: patches of a mailbox, steps of a rebase, or commits that it picks. Null if it composes them. */
  replays: "patch" | "step" | "commit" | null;
}

/** For a command that makes no commit itself, or one that only our editor sees. */
export const noTraits: CommandTraits = {
  opensDraft: false,
  namesAuthor: false,
  makesMerges: false,
  replays: null,
};
