/**
 * Removes what no command uses any more from a folder of plans: parts that killed processes have left, and plans of layers that
 * have changed or gone. A reader that has one of them open reads on.
 */
import { lstatSync, readdirSync, unlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { largestPlan } from "../../engine/core/plan-file.ts";
import type { Host } from "../../shim/host.ts";
import { parsePlan } from "../../shim/plan/cached-plan.ts";

const hour = 60 * 60 * 1000;
/** File systems note once a day that a file was read (relatime). */
const unusedAfter = 25 * hour;
const mostPlans = 100;

/** `folder`: a byte string. */
export function sweepPlans(host: Host, folder: string): void {
  const place = decodeUtf8(folder);
  const names = attempt(() => readdirSync(place)) ?? [];
  for (const name of names) if (isLeftPart(place, name)) remove(join(place, name));
  const plans = new Map<string, { names: string[]; usedAt: number }>();
  for (const name of names) {
    const key = /^(?:findings-|\.)?(plan-[0-9a-f]{8})(?:\.lock)?$/.exec(name)?.[1];
    const stat = key === undefined ? undefined : look(join(place, name));
    if (key === undefined || stat === undefined) continue;
    const plan = plans.get(key) ?? { names: [], usedAt: 0 };
    plans.set(key, plan);
    plan.names.push(name);
    plan.usedAt = Math.max(plan.usedAt, stat.atimeMs, stat.mtimeMs);
  }
  const newestFirst = [...plans].sort(([, a], [, b]) => b.usedAt - a.usedAt);
  for (const [i, [key, plan]] of newestFirst.entries()) {
    if (Date.now() - plan.usedAt < unusedAfter) continue;
    if (i < mostPlans && isUsable(host, encodeUtf8(join(place, key)))) continue;
    for (const name of plan.names) remove(join(place, name));
  }
}

/** A plan that is not fresh is compiled again when somebody needs it. */
function isUsable(host: Host, path: string): boolean {
  const text = host.readOwnFile(path, largestPlan);
  const plan = typeof text === "string" ? parsePlan(host, text) : "damaged";
  if (typeof plan === "string") return false;
  const { user } = plan.layers;
  return host.areUnchanged(plan.inputs) && (user === "" || host.isThere(user));
}

/** The name has the number of the process that was writing it. In another container, it may mean another process. */
function isLeftPart(place: string, name: string): boolean {
  const writer = /^\.plan-(\d+)-[0-9a-f]{16}\.tmp$/.exec(name)?.[1];
  if (writer === undefined) return false;
  return !isAlive(Number(writer)) || Date.now() - (look(join(place, name))?.mtimeMs ?? 0) > hour;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function look(path: string): Stats | undefined {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }));
}

function remove(path: string): void {
  attempt(() => unlinkSync(path));
}

/** Another process may sweep at the same time, and others' files are theirs. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
