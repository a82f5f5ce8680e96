/**
 * What the native binary runs first for a `git commit`: the everyday case, and nothing else. Whatever needs more
 * is left to shim/main.ts, which begins anew.
 */
import { rewriteCommit } from "./commands/rewrite-commit.ts";
import { has, readCommitLine } from "./git/commit-line.ts";
import { parseGlobalOptions } from "./git/global-options.ts";
import { findRepository } from "./git/repository.ts";
import { leaveCall } from "./inject/call.ts";
import { hookNames } from "./inject/hook-names.ts";
import type { Decision, Host } from "./host.ts";
import { goesBeyondBakedPlan } from "./layers.ts";
import { openIn } from "./open-command.ts";
import { passThrough } from "./report.ts";
import { sayNotices } from "./say-notices.ts";
import { isOn } from "./switches.ts";
import { takePlanAlone, type PlanTaker } from "./take-plan-alone.ts";
import { hasMistypedVariable } from "./unknown-variables.ts";

export function main(host: Host): Decision | { action: "defer" } {
  const globals = parseGlobalOptions(host.argv);
  const line = globals === null ? null : readCommitLine(host.argv, globals.commandIndex + 1);
  if (globals === null || line === null || line.isDryRun) return { action: "defer" };
  const repository = findRepository(host, globals.options);
  if (typeof repository === "string" || hasHooks(host, repository.commonDir)) return { action: "defer" };
  const report = passThrough(host.argv, "");
  report.quiet = has(line, "quiet");
  let isMore = false;
  const take: PlanTaker = (_, layers, mayWrite) => {
    isMore = goesBeyondBakedPlan(host, layers) || isOn(host, "INTERLOCK_DEBUG");
    const plan = isMore ? null : takePlanAlone(host, layers, mayWrite, report);
    // One of them may be mistyped, and be why there is none, or why this is no dry run: that is said there.
    const names = host.envNames("INTERLOCK_");
    if (names.length > 0 && ((plan === null && report.problems.length === 0) || hasMistypedVariable(host)))
      isMore = true;
    // Whether it has been said that a layer is left out is for the longer way to find out.
    if (report.leftOut !== null) isMore = true;
    return plan;
  };
  const command = openIn(host, globals, repository, { mayWrite: true }, report, take);
  if (isMore) return { action: "defer" };
  if (command !== null && rewriteCommit(host, command, repository, line, report, leaveCall) !== null)
    return { action: "defer" };
  sayNotices(host, report, report.quiet);
  return report.decision;
}

/** They may call git, which then has to find us. */
function hasHooks(host: Host, commonDir: string): boolean {
  const names = host.listDirectory(commonDir + "/hooks");
  if (typeof names === "number") return false;
  const all: readonly string[] = hookNames;
  // Mostly there are git's samples, and nothing else.
  return names.some((name) => !name.endsWith(".sample") && all.indexOf(name) >= 0);
}
