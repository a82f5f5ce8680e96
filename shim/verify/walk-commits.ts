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
  let waitingBytes = 0;
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    const commits: Commit[] = [];
    for (const object of objects) {
      if (object.type === "boundary") exclude(object.id);
      else if (waiting.length > 0 || object.type === "unproved") {
        waitingBytes += object.body.length;
        waiting.push(waitingBytes > mostWaiting ? { ...object, type: "unproved", body: "" } : object);
      } else commits.push(parseRead(object));
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

/** Of the bytes of waiting commits; more are not kept, but read once more. */
const mostWaiting = 16 * 1024 * 1024;

/** How many commits to judge before the host restarts its time limit. */
const lot = 500;

function walkWaiting(
  host: Host,
  waiting: readonly ReadObject[],
  options: ReadOptions,
  visit: Visit,
): WalkFailure | null {
  const ids = waiting.filter(({ type }) => type === "unproved").map(({ id }) => id);
  let next = 0;
  /** Those before the next one to be read, and that one. */
  const take = (read: ReadObject | null): Commit[] => {
    const commits: Commit[] = [];
    for (; next < waiting.length; next++) {
      const { id, type, body } = waiting[next] as ReadObject;
      if (type !== "unproved") commits.push(parseCommit(id, body));
      else if (read !== null && read.id === id) {
        next++;
        commits.push(parseCommit(id, read.body));
        return commits;
      } else return commits;
    }
    return commits;
  };
  const visitInLots = (commits: readonly Commit[]): boolean => {
    for (let i = 0; i < commits.length; i += lot) {
      host.resetDeadline();
      if (!visit(commits.slice(i, i + lot))) return false;
    }
    return true;
  };
  host.startObjects(null, ids.join("\n") + "\n", options);
  for (;;) {
    host.resetDeadline();
    const objects = host.readObjects();
    if (objects.length === 0) break;
    const commits: Commit[] = [];
    for (const object of objects) {
      const { id, type } = object;
      if (type === "large") return failure(whyTooLarge(id));
      if (type === "forged") return failure(`what is stored under '${id}' is another object`);
      if (type !== "commit") return failure(`'${id}' is no commit, or is not there`);
      for (const commit of take(object)) commits.push(commit);
    }
    if (!visitInLots(commits)) return null;
  }
  const rest = take(null);
  if (next < waiting.length) return failure(`there is no answer about '${(waiting[next] as ReadObject).id}'`);
  visitInLots(rest);
  return null;
}

function failure(why: string): WalkFailure {
  return { why };
}
