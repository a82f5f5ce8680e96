/**
 * One way to make a commit: a script that is carried out with the real git and through the shim, from the same
 * start. `git` in it is whichever of the two is being looked at.
 *
 * It begins in a copy of the repository that base.sh makes, on branch main. `$patches` is a folder of patches,
 * `$tools` one of editors. A git that fails says so on standard output, so that every status is compared.
 */
export interface Way {
  title: string;
  /** Run by the real git, in the same folder. Must not fail. */
  setup?: string;
  run: string;
  /** How many commits are there afterwards that were not there before; 1 if it is not said. */
  commits?: number;
  /** Where the commits are, as seen from the repository. */
  where?: string;
  /** How many of the new commits no rule can reach, and why that is right. */
  untouched?: { count: number; because: string };
  /** The trailer also, or only, stands where an earlier step has put it: by which step. */
  early?: string;
  /** For one that is aborted: the rules have run before git gives up, and their notice stands there. */
  notice?: true;
  /** Standard output has no fixed order, or names what differs by its nature. */
  ignoresStdout?: string;
}
