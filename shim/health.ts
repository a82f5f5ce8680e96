/**
 * `interlock health`: is the install fit to hold its rules? One line and an exit status, for a container's health
 * check; it needs no cold side where the plan is there.
 */
import type { Decision, Host } from "./host.ts";
import { findLayers } from "./layers.ts";
import { renderProblem } from "./notices.ts";
import { passThrough } from "./report.ts";
import { takePlan } from "./take-plan.ts";

export function main(host: Host): Decision {
  if (host.argv.length > 2) {
    host.write(2, "usage: interlock health\n");
    return { action: "exit", status: 129 };
  }
  const { line, isHealthy } = examine(host);
  host.write(isHealthy ? 1 : 2, line);
  return { action: "exit", status: isHealthy ? 0 : 1 };
}

function examine(host: Host): { line: string; isHealthy: boolean } {
  const git = host.realProgram();
  if (git === "")
    return {
      line: "interlock: error: there is no git behind interlock\nhint: install git\n",
      isHealthy: false,
    };
  const layers = findLayers(host, "");
  const report = passThrough(host.argv, "");
  const plan = takePlan(host, layers, false, report);
  const [problem] = report.problems;
  if (problem) return { line: renderProblem("error", problem), isHealthy: false };
  const state = plan === null ? "nothing to enforce, " + report.reason : "mode " + report.mode;
  const parts = ["healthy: " + (layers.seal ? "sealed, " : "not sealed, ") + state + ", git is " + git];
  return { line: "interlock: " + parts.concat(report.notes).join("; ") + "\n", isHealthy: true };
}
