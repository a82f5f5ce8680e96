/**
 * What a person sees of a push with commits that break a rule.
 */
import type { NotJudged } from "../../engine/core/judged-here.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { parentCount, titleOf } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { runPlainly } from "./raw-objects.ts";
import type { Update } from "./updates.ts";
import type { Finding, Walked } from "./walk.ts";

const mostShown = 10;
const shortId = 12;

export function sayFindings(host: Host, { findings }: Walked): void {
  const lines: string[] = [];
  for (const { commit, faults } of findings.slice(0, mostShown)) {
    lines.push("interlock: commit " + commit.id.slice(0, shortId) + " " + titleOf(commit) + "\n");
    for (const { id, source, message } of faults) {
      const place = source === "" ? "" : " (" + source + ")";
      lines.push("    " + (id === "" ? "" : id + ": ") + message + place + "\n");
    }
  }
  if (findings.length > mostShown)
    lines.push("interlock: and " + (findings.length - mostShown) + " more commits\n");
  host.write(2, lines.join(""));
}

interface Circumstances {
  url: string;
  /** Was the remote asked what it has? */
  wasAsked: boolean;
  /** The push goes on all the same. */
  warnsOnly: boolean;
}

export function refusal(
  host: Host,
  walked: Walked,
  updates: readonly Update[],
  { url, wasAsked, warnsOnly }: Circumstances,
): Problem {
  const { findings, commits, isCut } = walked;
  const isBroken = findings.some(({ faults }) => faults.some(({ kind }) => kind === "broken"));
  const count = (isCut ? "at least " : "") + findings.length + " of " + commits;
  const verb = isBroken
    ? findings.length === 1
      ? " breaks a rule"
      : " break a rule"
    : " cannot be judged here";
  const asked = wasAsked
    ? ""
    : "; it was not asked what it has, because git's configuration leads away from this address";
  return {
    code: isBroken ? "push-refused" : "push-unjudged",
    message:
      count +
      (commits === 1 ? " commit" : " commits") +
      " for '" +
      url +
      "'" +
      verb +
      ending(warnsOnly) +
      asked,
    hint: isBroken
      ? "run 'interlock fix " + rangeToFix(host, findings, updates) + "', and push again"
      : "set what is missing, and push again",
    source: "",
  };
}

/** From before the oldest of them to the ref that they are on. */
function rangeToFix(host: Host, findings: readonly Finding[], updates: readonly Update[]): string {
  const { commit } = findings[findings.length - 1] as Finding;
  let on = updates[0] as Update;
  for (const update of updates.slice(0, mostShown)) {
    if (updates.length === 1) break;
    const asked = runPlainly(host, ["merge-base", "--is-ancestor", commit.id, update.id], "");
    if (asked.status !== 0) continue;
    on = update;
    break;
  }
  const tip = /^[0-9a-f]{40,}$/.test(on.name)
    ? on.name.slice(0, shortId)
    : on.name.replace(/^refs\/heads\//, "");
  return parentCount(commit) === 0 ? tip : commit.id.slice(0, shortId) + "^.." + tip;
}

function ending(warnsOnly: boolean): string {
  return warnsOnly ? "" : "; nothing was pushed";
}

export function unreadable(url: string, warnsOnly: boolean): Problem {
  return {
    code: "push-unjudged",
    message: "git cannot read the commits that would leave for '" + url + "'" + ending(warnsOnly),
    hint: "run 'git fsck' and mend what it names, and push again",
    source: "",
  };
}

/** A rule whose condition does not hold here: commits that are made here do without it too. */
export function notAsked({ id, source, reason }: NotJudged): Problem {
  return {
    code: "push-unjudged",
    message: "the commits were not judged by '" + id + "': " + reason,
    hint: "set it in the install config ('env:' or 'envFile:') if the rule is to hold wherever a push comes from",
    source,
  };
}
