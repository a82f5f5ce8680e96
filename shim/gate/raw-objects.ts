/**
 * Commits as they are stored, and as they would be sent: nothing that stands in for them (refs/replace, grafts,
 * a commit-graph) is looked at.
 */
import { parseCommit, type Commit } from "../git/commit-object.ts";
import type { EnvChanges, Host, RunResult } from "../host.ts";

const plainly: EnvChanges = { GIT_NO_REPLACE_OBJECTS: "1", GIT_GRAFT_FILE: "/dev/null" };

export function runPlainly(host: Host, args: readonly string[], stdin: string): RunResult {
  return host.runGit(["-c", "core.commitGraph=false"].concat(args), { stdin, env: plainly });
}

/** Those of the objects that are in this repository. */
export function presentObjects(host: Host, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const { stdout } = runPlainly(host, ["cat-file", "--batch-check"], ids.join("\n") + "\n");
  const present: string[] = [];
  for (const line of stdout.split("\n")) {
    const match = /^([0-9a-f]+) [a-z]+ \d+$/.exec(line);
    if (match) present.push(match[1] as string);
  }
  return present;
}

/**
 * The commits that can be reached from `wanted` and not from `known`, no parent before its children; null if git
 * cannot walk there. `most`: when to stop, or 0.
 */
export function listCommits(
  host: Host,
  wanted: readonly string[],
  known: readonly string[],
  most: number,
): string[] | null {
  const args = ["rev-list", "--stdin"].concat(most > 0 ? "--max-count=" + most : "--topo-order");
  const revisions = wanted.concat(known.map((id) => "^" + id));
  const { status, stdout } = runPlainly(host, args, revisions.join("\n") + "\n");
  if (status !== 0) return null;
  const ids = stdout.split("\n");
  ids.pop();
  return ids;
}

/** In the order of the ids; null if one of them is not there, or is no commit. */
export function readCommits(host: Host, ids: readonly string[]): Commit[] | null {
  const { status, stdout } = runPlainly(host, ["cat-file", "--batch", "--buffer"], ids.join("\n") + "\n");
  if (status !== 0) return null;
  const commits: Commit[] = [];
  let at = 0;
  for (const id of ids) {
    const end = stdout.indexOf("\n", at);
    const begin = id + " commit ";
    const head = stdout.slice(at, end);
    if (end < 0 || !head.startsWith(begin)) return null;
    const next = end + 1 + Number(head.slice(begin.length));
    commits.push(parseCommit(id, stdout.slice(end + 1, next)));
    at = next + 1;
  }
  return commits;
}
