/**
 * Gets the plan for a set of layers: from the cache while it is fresh, otherwise compiled by the cold side.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import { asciiJson } from "../../engine/core/bytes.ts";
import { largestPlan, readPlanFile } from "../../engine/core/plan-file.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { coldNotStarted, coldTooSlow, isAbsent, isTooLarge, type Host } from "../host.ts";
import type { Layers } from "./layers.ts";
import { folderOf, isForAllHomes, lockFileOf, planFile, privatePlanFile } from "./plan-places.ts";
import { makePlace } from "./own-folder.ts";

export type CachedPlan = { plan: Plan; path: string; origin: PlanOrigin } | FailedPlan;

/** `baked`: the plan of a sealed install. */
export type PlanOrigin = "cache" | "compiled" | "baked";

export interface FailedPlan {
  problem: Problem;
  /** Is the cause that there is no cold side to compile it? */
  needsColdSide: boolean;
}

/** `mayWrite: false` writes nothing: a plan that must be compiled is not cached. */
export function loadCachedPlan(host: Host, layers: Layers, mayWrite: boolean): CachedPlan {
  const path = planFile(host, layers);
  const cached = findCached(host, path, layers, mayWrite);
  if (cached !== null) return cached;
  if (!mayWrite) return askColdSide(host, layers, "");
  awaitTurn(host, layers, path);
  // Another process had the turn, and has made the plan that this one needs.
  const made = findCached(host, path, layers, true);
  const compiled = made ?? askColdSide(host, layers, path || privatePlanFile(host, layers, true));
  host.endTurn();
  // An untrusted layer may crash the compiler, but before reading it
  // the compiler caches a plan without that layer.
  return "problem" in compiled ? findCached(host, path, layers, true) || compiled : compiled;
}

/** The plan of these layers if it is there and fresh; null if they have to be compiled. Writes nothing. */
export function findFreshPlan(host: Host, layers: Layers): { plan: Plan; path: string } | null {
  const cached = findCached(host, planFile(host, layers), layers, false);
  return cached === null || "problem" in cached ? null : cached;
}

/** Where no lock can be made, several processes compile at once. */
function awaitTurn(host: Host, layers: Layers, path: string): void {
  const takeTurn = (plan: string): boolean =>
    plan !== "" && makePlace(host, folderOf(plan)) && host.awaitTurn(lockFileOf(plan));
  // The file beside the plan comes first everywhere, so no two processes wait for each other.
  if (takeTurn(path) && !isForAllHomes(host, layers)) return;
  takeTurn(privatePlanFile(host, layers, true));
}

function findCached(host: Host, path: string, layers: Layers, mayWrite: boolean): CachedPlan | null {
  const cached = readCached(host, path, layers);
  if (typeof cached !== "string") return cached;
  const other = readCached(host, privatePlanFile(host, layers, false), layers);
  if (typeof other === "string") return null;
  // Another home has compiled it. The next commands need not read this one's again.
  if (cached === "stale" && mayWrite) host.removeFile(path);
  return other;
}

/**
 * In a folder that all may write to, a file of another user does not count. A damaged plan is stale: a disk that was full, or
 * a power cut, can leave a part of one.
 */
function readCached(host: Host, path: string, layers: Layers): CachedPlan | "absent" | "stale" {
  const text = path === "" ? 2 : host.readOwnFile(path, largestPlan);
  if (isAbsent(text)) return "absent";
  if (isTooLarge(text)) return "stale";
  if (typeof text === "number") return failed(unreadable(path, text));
  const plan = parsePlan(host, text);
  if (typeof plan === "string" || !isFresh(host, plan, layers)) return "stale";
  return { plan, path, origin: "cache" };
}

function askColdSide(host: Host, layers: Layers, path: string): CachedPlan {
  // As JSON in ASCII: Node mangles arguments that are not UTF-8.
  const result = host.runCold(["compile", "--for-shim", asciiJson({ layers, path })]);
  if (result.status !== 0)
    return { problem: compileFailed(result.status), needsColdSide: result.status === coldNotStarted };
  const plan = parsePlan(host, result.stdout);
  return typeof plan === "string" ? failed(damaged()) : { plan, path, origin: "compiled" };
}

export function failed(problem: Problem): FailedPlan {
  return { problem, needsColdSide: false };
}

/** The checksum proves that our own compiler wrote it, so its shape is not checked. */
export function parsePlan(host: Host, text: string): Plan | "stale" | "damaged" {
  const file = readPlanFile(text, (bytes) => host.checksum(bytes));
  return typeof file === "string" ? file : (JSON.parse(file.json) as Plan);
}

/** Are these the files that it was made from, unchanged? */
export function isFresh(host: Host, plan: Plan, layers: Layers): boolean {
  const { install, user, repository } = plan.layers;
  if (install !== layers.install || user !== layers.user || repository !== layers.repository) return false;
  if ((plan.trust ?? "") !== layers.trust) return false;
  return host.areUnchanged(plan.inputs);
}

function unreadable(path: string, errno: number): Problem {
  return {
    code: "plan-unreadable",
    message: "the plan cannot be read: " + describeErrno(errno),
    hint: "remove it; the next commit writes it anew",
    source: path,
  };
}

function damaged(): Problem {
  return {
    code: "plan-damaged",
    message: "the plan that the compiler printed is damaged",
    hint: "run 'interlock compile' to see what it says, or reinstall interlock",
    source: "",
  };
}

function compileFailed(status: number): Problem {
  const reason =
    status === coldNotStarted
      ? "the cold side cannot be started"
      : status === coldTooSlow
        ? "the cold side did not answer in time"
        : "the plan could not be compiled";
  const hint =
    status === coldNotStarted
      ? "reinstall interlock, or put a node of version 20 or later on PATH"
      : status === coldTooSlow
        ? "run 'interlock compile' to see what takes so long, or raise INTERLOCK_TIMEOUT_MS"
        : "fix what 'interlock compile' names";
  return { code: "compile-failed", message: reason, hint, source: "" };
}
