/**
 * The commits that nobody else has yet.
 */
import type { Host } from "../../shim/host.ts";
import type { Range } from "./read-commits.ts";
import { isUnborn } from "./repository-here.ts";

/** What the upstream does not have; without one, what no remote has. Null if there is no commit at all. */
export function unpublished(host: Host): Range | null {
  const knows = (revision: string): boolean =>
    host.runGit(["rev-parse", "--quiet", "--verify", revision]).status === 0;
  // git says what is wrong with a HEAD that is broken when it walks it.
  if (!knows("HEAD^{commit}")) return isUnborn(host) ? null : { options: [], input: "HEAD\n" };
  return knows("@{upstream}^{commit}")
    ? { options: [], input: "HEAD\n^@{upstream}\n" }
    : { options: ["--not", "--remotes"], input: "HEAD\n" };
}
