/**
 * Reads the commits of a range from the output of one `git rev-list`, while it walks. Only commits whose
 * bytes cannot be rebuilt from the output are read as objects. The host has hashed all of them.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { forReading } from "../git/environment.ts";
import { parseCommit, parseRead, type Commit } from "../git/commit-object.ts";
import type { EnvChanges, Host, ReadObject, ReadOptions } from "../host.ts";
import type { Range } from "./choose-range.ts";
import { forPlainReading } from "./reading-host.ts";
import { warningOfNames } from "./ambiguous-names.ts";
import { withoutGraph } from "./repository-here.ts";
import { whyTooLarge } from "./status.ts";

/** Called in git's order. Return false if no more are needed. */
export type Visit = (commits: readonly Commit[]) => boolean;

export interface WalkFailure {
  /** git's error message for a range that it cannot walk, or what is wrong with an object in it. */
  why: string;
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

/**
 * Null if all were walked. Only one walk can run at a time. `exclude` gets the ids of commits that the range excludes, and
 * whose children it has.
 */
export function finishWalk(
  host: Host,
  walk: Walk,
  visit: Visit,
  exclude: (id: string) => void,
): WalkFailure | null {
  const { range, words, options, isStarted } = walk;
  if (!isStarted) return failure("git cannot be started");
  // From the first unproved commit on, all wait, to keep git's order.
  const waiting: ReadObject[] = [];
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    const commits: Commit[] = [];
    for (const object of objects) {
      if (object.type === "large") return failure(whyTooLarge(object.id));
      if (object.type === "boundary") exclude(object.id);
      else if (waiting.length > 0 || object.type === "unproved") waiting.push(object);
      else commits.push(parseRead(object));
    }
    if (commits.length > 0 && !visit(commits)) return null;
  }
  const status = host.listingStatus();
  if (status !== 0) {
    const stderr = host.runGit(words, { ...options, stdin: range.input, errors: true }).stdout;
    return failure(decodeUtf8(stderr).trim() || `exit status ${status}`);
  }
  return waiting.length === 0 ? null : walkWaiting(host, waiting, options, visit);
}

/** How many commits to judge before the host restarts its time limit. */
const lot = 500;

function walkWaiting(
  host: Host,
  waiting: readonly ReadObject[],
  options: ReadOptions,
  visit: Visit,
): WalkFailure | null {
  const ids = waiting.filter(({ type }) => type === "unproved").map(({ id }) => id);
  const bodies: { [id: string]: string | undefined } = {};
  host.startObjects(null, ids.join("\n") + "\n", options);
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    for (const { id, type, body } of objects) {
      if (type === "large") return failure(whyTooLarge(id));
      if (type === "forged") return failure(`what is stored under '${id}' is another object`);
      if (type !== "commit") return failure(`'${id}' is no commit, or is not there`);
      bodies[id] = body;
    }
  }
  for (let i = 0; i < waiting.length; i += lot) {
    host.resetDeadline();
    const commits: Commit[] = [];
    for (const { id, type, body } of waiting.slice(i, i + lot)) {
      const bytes = type === "unproved" ? bodies[id] : body;
      if (bytes === undefined) return failure(`there is no answer about '${id}'`);
      commits.push(parseCommit(id, bytes));
    }
    if (!visit(commits)) return null;
  }
  return null;
}

function failure(why: string): WalkFailure {
  return { why };
}
