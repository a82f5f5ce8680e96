/** Finds where a commit can be rewritten: on HEAD, or on a branch that must be checked out first. */
import type { Host } from "../host.ts";
import type { Range } from "./choose-range.ts";

export interface Place {
  /** The branch to switch to, a byte string; null if HEAD has the commit. */
  branch: string | null;
  /** Is the commit the last one there? */
  isTip: boolean;
  /** Is HEAD detached, and no branch needed? */
  isDetached: boolean;
}

/**
 * Null for a commit that is on no branch. git is asked on the first call, and then once for each branch,
 * because many commits may be broken. `named`: requested revisions, whose branches are preferred.
 */
export function findPlaces(host: Host, range: Range, named: readonly string[]): (id: string) => Place | null {
  const ask = (...args: string[]): string[] => linesOf(host.runGit(args).stdout);
  const listed = (without: readonly string[]): Ids => {
    // This comes first: a second --not would negate one in the options.
    const args = ["rev-list", "--not"].concat(without, ["--not", "--stdin"], range.options);
    return idsOf(linesOf(host.runGit(args, { stdin: range.input }).stdout));
  };
  const isNamed = (branch: string): boolean =>
    named.some((revision) => revision === branch || revision.endsWith(`..${branch}`));
  const findBranch = (id: string): Branch | null => {
    const lines = ask("for-each-ref", `--contains=${id}`, "--format=%(objectname) %(refname)", heads);
    const found = lines.map((line) => {
      const [tip = "", ref = ""] = line.split(" ");
      return { tip, name: ref.slice(heads.length) };
    });
    const best = firstOf(found, ({ name }) => isNamed(name)) ?? found[0];
    if (best === undefined) return null;
    const beyond = head === "" ? ask("rev-list", best.tip) : ask("rev-list", best.tip, `^${head}`);
    return { ...best, commits: idsOf(beyond) };
  };
  let head = "";
  let isDetached = false;
  let elsewhere: Ids | null = null;
  let nowhere: Ids = {};
  const branches: Branch[] = [];

  return (id) => {
    if (elsewhere === null) {
      head = ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}")[0] ?? "";
      isDetached = host.runGit(["symbolic-ref", "--quiet", "HEAD"]).status !== 0;
      const known = head === "" ? [] : [head];
      elsewhere = listed(known);
      if (Object.keys(elsewhere).length > 0) nowhere = listed(known.concat("--branches"));
    }
    if (!elsewhere[id]) return { branch: null, isTip: id === head, isDetached };
    if (nowhere[id]) return null;
    let branch = firstOf(branches, ({ commits }) => commits[id] === true);
    if (branch === null) {
      branch = findBranch(id);
      if (branch === null) return null;
      branches.push(branch);
    }
    return { branch: branch.name, isTip: id === branch.tip, isDetached: false };
  };
}

const heads = "refs/heads/";

interface Ids {
  [id: string]: true | undefined;
}

interface Branch {
  name: string;
  tip: string;
  /** Commits on the branch that HEAD does not have. */
  commits: Ids;
}

function firstOf<T>(list: readonly T[], isWanted: (each: T) => boolean): T | null {
  for (const each of list) if (isWanted(each)) return each;
  return null;
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function idsOf(lines: readonly string[]): Ids {
  const ids: Ids = {};
  for (const line of lines) ids[line] = true;
  return ids;
}
