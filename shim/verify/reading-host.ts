/** Makes the real git read commits as they are stored, without replacements, grafts or commit graphs. */
import { forSettings } from "../git/environment.ts";
import type { EnvChanges, Host } from "../host.ts";

export const forPlainReading: EnvChanges = {
  GIT_NO_REPLACE_OBJECTS: "1",
  // A path that cannot exist: if the file exists, git warns that grafts are deprecated.
  GIT_GRAFT_FILE: "/dev/null/none",
  // No need to flush after each line.
  GIT_FLUSH: "0",
};

/** On the receiving side, a commit that is missing must not count as the end of history. */
export const withoutShallowFile: EnvChanges = { GIT_SHALLOW_FILE: "" };

/** Passes git only the listed variables, because its answers decide (git/environment.ts). */
export function readingHost(host: Host): Host {
  return {
    ...host,
    runGit: (args, run) =>
      host.runGit(args, { only: forSettings, ...run, env: { ...forPlainReading, ...run?.env } }),
    // A failing judge must let nothing pass. The configured policy is only for commands that make a commit.
    setFailurePolicy: () => undefined,
  };
}
