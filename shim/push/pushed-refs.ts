/**
 * Finds the refs that `interlock fix` must rewrite so that the push passes: pushed branches and tags that
 * contain a commit that breaks a rule, or a branch that contains what is pushed.
 */
import { forReading } from "../git/environment.ts";
import type { Host } from "../host.ts";
import { shortIdLength } from "../rules/next-command.ts";
import type { Update } from "./announced-push.ts";
import { runWithoutReplacements } from "./raw-objects.ts";

export interface Ref {
  /** The full name. */
  name: string;
  /** The shortest unambiguous name. */
  short: string;
  isCurrent: boolean;
  /** The work tree that has it checked out; empty if none. */
  folder: string;
  /** The object that it points to. */
  id: string;
}

export interface PushedRefs {
  refs: Ref[];
  /** HEAD is pushed, and it is detached. */
  isDetached: boolean;
  /** A branch to create first, for a commit that is on none; null if not needed. */
  made: { name: string; id: string } | null;
  /** What to push instead of a name that will still point to the old commits. */
  instead: { old: string; new: string } | null;
}

/** More would be too long for a command line; then any pushed ref may contain one of the commits. */
const mostIds = 500;
const heads = "refs/heads/";

/** The refs below the folders that contain one of the commits, sorted by name. */
export function listRefs(host: Host, ids: readonly string[], folders: readonly string[]): Ref[] {
  const form = ["%(HEAD)", "%(refname)", "%(refname:short)", "%(objectname)", "%(worktreepath)"].join("%00");
  const contains = ids.length > mostIds ? [] : ids.map((id) => "--contains=" + id);
  const args = ["for-each-ref", "--format=" + form].concat(contains, folders);
  const refs: Ref[] = [];
  for (const line of runWithoutReplacements(host, args, "").stdout.split("\n")) {
    const [mark, name, short = "", id = "", folder = ""] = line.split("\0");
    const isCurrent = mark === "*";
    // A short name that starts with a dash would be taken for an option.
    if (name) refs.push({ name, short: short.startsWith("-") ? name : short, id, folder, isCurrent });
  }
  return refs;
}

/** `ids`: the commits that break a rule, newest first. */
export function findPushedRefs(host: Host, ids: readonly string[], updates: readonly Update[]): PushedRefs {
  const found: PushedRefs = { refs: [], isDetached: false, made: null, instead: null };
  const listed: { [name: string]: Ref } = {};
  for (const ref of listRefs(host, ids, [heads, "refs/tags/"])) {
    listed[ref.name] = ref;
    if (ref.isCurrent) listed["HEAD"] = ref;
  }
  const others: Update[] = [];
  for (const update of updates) {
    const name = update.name === "@" ? "HEAD" : update.name;
    const ref = listed[name];
    if (ref !== undefined) {
      // List it only once, even if it is pushed to several refs.
      delete listed[ref.name];
      if (ref.isCurrent) delete listed["HEAD"];
      found.refs.push(ref);
    } else if (name === "HEAD") found.isDetached = found.isDetached || isHeadDetached(host);
    else if (!/^refs\/(?:heads|tags)\//.test(name)) others.push(update);
  }
  const [other] = others;
  // Only the first: the next push reports the next one.
  if (other !== undefined && found.refs.length === 0 && !found.isDetached) findBranchFor(host, other, found);
  return found;
}

function isHeadDetached(host: Host): boolean {
  return host.runGit(["symbolic-ref", "--quiet", "HEAD"], { only: forReading }).status !== 0;
}

/** Adds a branch that contains the commit. */
function findBranchFor(host: Host, { name, id }: Update, found: PushedRefs): void {
  const branches = listRefs(host, [id], [heads]);
  const [branch] = branches.filter(({ isCurrent }) => isCurrent).concat(branches);
  const isId = /^[0-9a-f]{4,64}$/.test(name) && id.startsWith(name);
  if (branch === undefined) {
    const made = "fixed-" + id.slice(0, shortIdLength);
    found.refs.push({ name: heads + made, short: made, id, folder: "", isCurrent: false });
    found.made = { name: made, id: id.slice(0, shortIdLength) };
    found.instead = { old: name, new: made };
    return;
  }
  found.refs.push(branch);
  // An expression will point to the new commits by itself.
  if (isId || name.startsWith("refs/"))
    found.instead = { old: name, new: branch.short + pathTo(host, branch, id) };
}

/** The path from a branch to a commit, for example `~2`. It stays valid when the commits are rewritten. */
function pathTo(host: Host, { name }: Ref, id: string): string {
  const { stdout } = runWithoutReplacements(
    host,
    ["name-rev", "--name-only", "--refs=" + name, id + "^{commit}"],
    "",
  );
  return (/(?:[~^]\d*)*(?=\n?$)/.exec(stdout) as RegExpExecArray)[0];
}
