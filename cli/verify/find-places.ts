/**
 * From where commits of a range can be rewritten: from HEAD, or from a branch that has to be checked out first.
 */
import type { Host } from "../../shim/host.ts";
import type { Range } from "../commits/read-commits.ts";

export interface Place {
  /** The branch to switch to, a byte string; null if what is checked out has the commit. */
  branch: string | null;
  /** Is the commit the last one there? */
  isTip: boolean;
  /** Is no branch checked out, and none needed? */
  isDetached: boolean;
}

/**
 * Null for a commit that no branch has. git is asked when the first place is looked for, and then once for each branch:
 * many commits may be broken. `named`: revisions that were asked for, whose branches come first.
 */
export function findPlaces(host: Host, range: Range, named: readonly string[]): (id: string) => Place | null {
  const ask = (...args: string[]): string[] => host.runGit(args).stdout.split("\n").filter(Boolean);
  const listed = (without: string[]): Set<string> => {
    // Before the rest: a second --not would take back one that stands in the options.
    const args = ["rev-list", "--not", ...without, "--not", "--stdin", ...range.options];
    return new Set(host.runGit(args, { stdin: range.input }).stdout.split("\n"));
  };
  const isNamed = (branch: string): boolean =>
    named.some((revision) => revision === branch || revision.endsWith(`..${branch}`));
  const findBranch = (id: string): Branch | null => {
    const lines = ask("for-each-ref", `--contains=${id}`, "--format=%(objectname) %(refname)", heads);
    const branches = lines.map((line) => {
      const [tip = "", ref = ""] = line.split(" ");
      return { tip, name: ref.slice(heads.length) };
    });
    const best = branches.find(({ name }) => isNamed(name)) ?? branches[0];
    return best === undefined
      ? null
      : { ...best, commits: new Set(ask("rev-list", best.tip, ...(head === "" ? [] : [`^${head}`]))) };
  };
  let head = "";
  let isDetached = false;
  let elsewhere: Set<string> | null = null;
  let nowhere = new Set<string>();
  const branches: Branch[] = [];

  return (id) => {
    if (elsewhere === null) {
      head = ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}")[0] ?? "";
      isDetached = host.runGit(["symbolic-ref", "--quiet", "HEAD"]).status !== 0;
      const known = head === "" ? [] : [head];
      elsewhere = listed(known);
      if (elsewhere.has(id) || elsewhere.size > 1) nowhere = listed([...known, "--branches"]);
    }
    if (!elsewhere.has(id)) return { branch: null, isTip: id === head, isDetached };
    if (nowhere.has(id)) return null;
    let branch = branches.find(({ commits }) => commits.has(id)) ?? null;
    if (branch === null) {
      branch = findBranch(id);
      if (branch === null) return null;
      branches.push(branch);
    }
    return { branch: branch.name, isTip: id === branch.tip, isDetached: false };
  };
}

const heads = "refs/heads/";

interface Branch {
  name: string;
  tip: string;
  /** What it has and HEAD has not. */
  commits: Set<string>;
}
