/**
 * The `interlock fix` that mends commits which were to be pushed. It works on the branch that is checked out.
 */
import { parentCount } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { quote } from "../inject/call.ts";
import { runPlainly } from "./raw-objects.ts";
import type { Update } from "./updates.ts";
import type { Finding } from "./prove.ts";

const shortId = 12;
const mostAsked = 10;
const heads = "refs/heads/";

export interface Fix {
  /** In quotes. */
  command: string;
  /** What is pushed is not the branch that it mends, and still names the old commits. */
  leavesOld: boolean;
}

/** `findings`: the newest first; `option` ends in a space. */
export function fixCommand(
  host: Host,
  findings: readonly Finding[],
  updates: readonly Update[],
  option: string,
): Fix {
  const { commit } = findings[findings.length - 1] as Finding;
  const start = parentCount(commit) === 0 ? "" : commit.id.slice(0, shortId) + "^..";
  const command = "interlock fix " + option;
  const branch = findBranch(host, commit.id, updates);
  if (branch === null) {
    const first = withoutBranch(host, commit.id, updates);
    return { command: "'" + first + command + (start || "HEAD") + "'", leavesOld: true };
  }
  const tip = shellWord(branch.name.slice(heads.length));
  const isPushed = updates.some(({ name }) => name === branch.name || (name === "HEAD" && branch.isCurrent));
  const first = branch.isCurrent ? "" : "git switch " + tip + " && ";
  return { command: "'" + first + command + start + tip + "'", leavesOld: !isPushed };
}

interface Branch {
  name: string;
  isCurrent: boolean;
}

/** A branch that has the commit: one that is pushed, the one that is checked out, or any; null if there is none. */
function findBranch(host: Host, id: string, updates: readonly Update[]): Branch | null {
  const args = ["for-each-ref", "--contains=" + id, "--format=%(HEAD)%(refname)", heads];
  let best: Branch | null = null;
  let rank = -1;
  for (const line of runPlainly(host, args, "").stdout.split("\n")) {
    const branch: Branch = { name: line.slice(1), isCurrent: line.startsWith("*") };
    const isPushed = updates.some(({ name }) => name === branch.name);
    const itsRank = (isPushed ? 2 : 0) + (branch.isCurrent ? 1 : 0);
    if (line === "" || itsRank <= rank) continue;
    best = branch;
    rank = itsRank;
  }
  return best;
}

/** What has to come first where no branch has the commit. */
function withoutBranch(host: Host, id: string, updates: readonly Update[]): string {
  let tip = id;
  for (const update of updates.slice(0, mostAsked)) {
    const asked = runPlainly(host, ["merge-base", "--is-ancestor", id, update.id], "");
    if (asked.status !== 0) continue;
    tip = update.id;
    break;
  }
  tip = tip.slice(0, shortId);
  return "git switch -c mended-" + tip + " " + tip + " && ";
}

function shellWord(name: string): string {
  return /^[\w./@+-]+$/.test(name) ? name : quote(name);
}
