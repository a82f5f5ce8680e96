/**
 * The real git for reading commits: nobody's replacements, grafts or commit graphs stand between.
 */
import { forSettings } from "../git/environment.ts";
import type { EnvChanges, Host } from "../host.ts";

export const forPlainReading: EnvChanges = {
  GIT_NO_REPLACE_OBJECTS: "1",
  // One that cannot be: of a file that is there, git says that grafts are deprecated.
  GIT_GRAFT_FILE: "/dev/null/none",
  // Nobody waits for a single line.
  GIT_FLUSH: "0",
};

/** Where commits are taken in: what is not here must not count as the end of history. */
export const withoutShallowFile: EnvChanges = { GIT_SHALLOW_FILE: "" };

/** Variables that nobody listed reach no git: what it answers decides (git/environment.ts). */
export function readingHost(host: Host): Host {
  return {
    ...host,
    runGit: (args, run) =>
      host.runGit(args, { only: forSettings, ...run, env: { ...forPlainReading, ...run?.env } }),
    // A judge that fails lets nothing pass, whatever a command does that only makes a commit.
    setFailurePolicy: () => undefined,
  };
}
