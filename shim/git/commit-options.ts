/**
 * The options of `git commit`, in the order of builtin/commit.c. A test compares them with what the
 * installed git says of itself.
 */
import type { OptionSpec } from "./parse-options.ts";

export const commitOptions: readonly OptionSpec[] = [
  { long: "quiet", short: "q" },
  { long: "verbose", short: "v" },
  { long: "file", short: "F", value: "required" },
  { long: "author", value: "required" },
  { long: "date", value: "required" },
  { long: "message", short: "m", value: "required" },
  { long: "reedit-message", short: "c", value: "required" },
  { long: "reuse-message", short: "C", value: "required" },
  { long: "fixup", value: "required" },
  { long: "squash", value: "required" },
  { long: "reset-author" },
  { long: "trailer", value: "required", noNegation: true },
  { long: "signoff", short: "s" },
  { long: "template", short: "t", value: "required" },
  { long: "edit", short: "e" },
  { long: "cleanup", value: "required" },
  { long: "status" },
  { long: "gpg-sign", short: "S", value: "optional" },
  { long: "all", short: "a" },
  { long: "include", short: "i" },
  { long: "interactive" },
  { long: "patch", short: "p" },
  { long: "only", short: "o" },
  { long: "no-verify", short: "n" },
  { long: "dry-run" },
  { long: "short" },
  { long: "branch" },
  { long: "ahead-behind" },
  { long: "porcelain" },
  { long: "long" },
  { long: "null", short: "z" },
  { long: "amend" },
  { long: "no-post-rewrite" },
  { long: "untracked-files", short: "u", value: "optional" },
  { long: "pathspec-from-file", value: "required" },
  { long: "pathspec-file-nul" },
  { long: "allow-empty" },
  { long: "allow-empty-message" },
];

/**
 * What later versions added: 2.51 the context of `-v` and `-p` diffs, 2.54 `--no-trailer`. The line
 * is read with these first and, if that fails, without: a line that only the other version accepts
 * is git's to reject.
 */
export const newerCommitOptions: readonly OptionSpec[] = commitOptions
  .filter((spec) => spec.long !== "trailer")
  .concat([
    { long: "trailer", value: "required" },
    { long: "unified", short: "U", value: "required", noNegation: true },
    { long: "inter-hunk-context", value: "required", noNegation: true },
  ]);
