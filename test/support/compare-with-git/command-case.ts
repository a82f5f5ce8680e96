import type { Outcomes } from "./outcome.ts";

/**
 * A shell script that is run twice from the same start, with the real git and through the shim. `git` in it is
 * whichever of the two is being tested. A git that fails prints its exit status, so that every status is compared.
 *
 * `$now` is the folder of the run, with `repo` and `home` in it; `$tools` has editors and hooks, `$patches` patches.
 * Hooks write to `$hook_log`, editors to `$seen`.
 */
export interface CommandCase {
  title: string;
  /** `history`, unless given: the repository of starting-repository.sh, on branch main. */
  start?: "history" | "empty";
  /** Run by the real git, in the same folder. Must not fail. */
  setup?: string;
  run: string;
  env?: { [name: string]: string };
  /** The number of new commits; 1 unless given. */
  commits?: number;
  /** The repository in which to look for them, relative to the first one. */
  where?: string;
  /** How many of the new commits no rule can reach, and why that is right. */
  untouched?: { count: number; because: string };
  /** The trailer need not be at the end of the message: what put it elsewhere. */
  early?: string;
  /** For a command without a commit: the rules ran before git gave up, so their notice is printed. */
  notice?: true;
  /** Why standard output differs from run to run. */
  ignoresStdout?: string;
  /** Takes out of what the shim prints on standard error what the real git would not. */
  differentStderr?: (stderr: string) => string;
  /** Further expectations. */
  check?: (outcomes: Outcomes) => void;
}

/** Cases that begin in an empty repository, with the notices off. */
export function inEmptyRepository(cases: readonly CommandCase[]): CommandCase[] {
  return cases.map((each) => ({
    ...each,
    start: "empty",
    env: { INTERLOCK_QUIET: "1", GIT_MERGE_AUTOEDIT: "no", ...each.env },
  }));
}
