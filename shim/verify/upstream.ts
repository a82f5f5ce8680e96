/**
 * Checks that `@{upstream}` and `@{push}` stand for the ref that the settings name. git shortens that ref's name and looks the
 * short one up: if the ref is gone, a tag `origin/main` or `remotes/origin/main` may be found in its place. If the ref
 * exists, git finds it, whatever else there is.
 */
import type { Host } from "../host.ts";
import { hasRef } from "./refs-of-name.ts";

/** Which branch, and what of it; git ignores case. */
const mark = /^(.*?)@\{(u|upstream|push)\}/i;

export function hasUpstreamMark(name: string): boolean {
  return mark.test(name);
}

/** Does the ref exist that is the upstream of the current branch? */
export function hasUpstream(host: Host): boolean {
  const ref = configuredRef(host, "@{upstream}");
  return ref !== "" && hasRef(host, ref);
}

/** For a name with such a mark: the ref that it should stand for, if git takes another for it; else null. */
export function lostUpstream(host: Host, name: string): string | null {
  const ref = configuredRef(host, name);
  if (ref !== "" && hasRef(host, ref)) return null;
  // If git takes nothing for it either, it says so when it walks.
  const [marked] = mark.exec(name) as RegExpExecArray;
  return host.runGit(["rev-parse", "--quiet", "--verify", marked]).status === 0 ? ref : null;
}

/** Empty if there is none. */
function configuredRef(host: Host, name: string): string {
  const [, branch = "", kind = ""] = mark.exec(name) ?? [];
  const field = kind.toLowerCase() === "push" ? "%(push)" : "%(upstream)";
  const ref = branchRef(host, branch);
  return ref === "" ? "" : firstLine(host, ["for-each-ref", `--format=${field}`, ref]);
}

function branchRef(host: Host, branch: string): string {
  if (branch === "" || branch === "@" || branch === "HEAD")
    return firstLine(host, ["symbolic-ref", "--quiet", "HEAD"]);
  // Such as `@{-1}`.
  if (branch.indexOf("@{") >= 0) return firstLine(host, ["rev-parse", "--symbolic-full-name", branch]);
  return "refs/heads/" + branch;
}

function firstLine(host: Host, words: string[]): string {
  return host.runGit(words).stdout.split("\n", 1)[0] as string;
}
