export interface Commit {
  id: string;
  parents: string[];
  tree: string;
  author: string;
  committer: string;
  message: string;
  trailers: string;
}

export interface Outcome {
  /** What went wrong in the setup; empty if nothing. */
  setup: string;
  status: string;
  stdout: string;
  stderr: string;
  /** Parents before children. */
  commits: Commit[];
  before: string[];
  reflog: string;
  /** `git status`. */
  tree: string;
  /** Every file of the run's folder by name, objects counted. */
  files: string;
  config: string;
  /** The files of a merge, rebase or the like that is not finished. */
  state: string;
  /** `$hook_log` and `$seen`. */
  hooks: string;
  seen: string;
}

export interface Outcomes {
  real: Outcome;
  shim: Outcome;
}
