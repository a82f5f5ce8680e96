/**
 * Reads the commits of a range from the output of one `git rev-list`, while it walks. Only commits whose
 * bytes cannot be rebuilt from the output are read as objects. The host has hashed all of them.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { forReading } from "../git/environment.ts";
import { parseCommit, parseRead, type Commit } from "../git/commit-object.ts";
import type { EnvChanges, Host, ReadOptions } from "../host.ts";
import type { BadRange } from "./bad-range.ts";
import type { Range } from "./choose-range.ts";
import { forPlainReading } from "./reading-host.ts";
import { warningOfNames } from "./ambiguous-names.ts";
import { withoutGraph } from "./repository-here.ts";

export interface Visitor {
  /** In git's order, but for those that `postpone` has named: they come last. Return false if no more are needed. */
  visit(commits: readonly Commit[]): boolean;
  /** The id of a commit that has to be read as an object, which happens at the end. */
  postpone(id: string): void;
  /** The id of a commit that the range excludes, and whose children it has. */
  exclude(id: string): void;
}

/** A walk that git has started, and that runs in the background. */
export interface Walk {
  range: Range;
  words: string[];
  options: ReadOptions;
  isStarted: boolean;
}

/** For every walk: git's words. Plumbing: no user setting changes its output, except for the encoding. */
export const walkWords: readonly string[] = ["rev-list", "--header", "--encoding=none", "--boundary"];

export function startWalk(host: Host, range: Range, further: EnvChanges): Walk {
  const words = withoutGraph.concat(warningOfNames, walkWords, "--stdin", range.options);
  const options: ReadOptions = { only: forReading, env: { ...forPlainReading, ...further } };
  return { range, words, options, isStarted: host.startCommits(words, range.input, options) === 0 };
}

/** Null if all were walked. Only one walk can run at a time. */
export function finishWalk(host: Host, walk: Walk, visitor: Visitor): BadRange | null {
  const { range, words, options, isStarted } = walk;
  const { visit } = visitor;
  if (!isStarted) return { why: "git", message: "git cannot be started" };
  const postponed: string[] = [];
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    let commits: Commit[] = [];
    for (const object of objects) {
      const { id, type } = object;
      if (type === "commit") commits.push(parseRead(object));
      else if (type === "boundary") visitor.exclude(id);
      else {
        if (commits.length > 0 && !visit(commits)) return null;
        commits = [];
        visitor.postpone(id);
        postponed.push(id);
      }
    }
    if (commits.length > 0 && !visit(commits)) return null;
  }
  const status = host.listingStatus();
  if (status !== 0) {
    const stderr = host.runGit(words, { ...options, stdin: range.input, errors: true }).stdout;
    return { why: "git", message: decodeUtf8(stderr).trim() || `exit status ${status}` };
  }
  return postponed.length === 0 ? null : readPostponed(host, postponed, options, visit);
}

function readPostponed(
  host: Host,
  ids: readonly string[],
  options: ReadOptions,
  visit: Visitor["visit"],
): BadRange | null {
  let next = 0;
  host.startObjects(null, ids.join("\n") + "\n", options);
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    const commits: Commit[] = [];
    for (const { id, type, body } of objects) {
      if (id !== ids[next++]) return { why: "unasked", id };
      if (type === "large") return { why: "large", id, child: "" };
      if (type === "forged") return { why: "forged", id, child: "" };
      if (type !== "commit") return { why: "unreadable", id };
      commits.push(parseCommit(id, body));
    }
    if (!visit(commits)) return null;
  }
  return next === ids.length ? null : { why: "unanswered", id: ids[next] as string };
}
