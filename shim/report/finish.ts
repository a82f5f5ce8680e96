/** What is left to do when a decision is there: write down what must be, and say what there is to say. */
import type { Host } from "../host.ts";
import { sayLeftOut } from "../plan/left-out.ts";
import type { Report } from "./report.ts";
import { sayNotices } from "./say-notices.ts";
import { recordBreakGlass } from "../seal/break-glass.ts";
import { isOn } from "../plan/switches.ts";

export function finish(host: Host, report: Report, quiet: boolean): void {
  // Where no rule would have had a say, nothing is made use of.
  if (report.strategy === "pass" || report.strategy === "wrap") report.breakGlass = null;
  recordBreakGlass(host, report);
  // Said under -q too: a rule that somebody counts on may be missing.
  if (report.leftOut !== null && !report.isPlumbing && !isOn(host, "INTERLOCK_QUIET"))
    sayLeftOut(host, report.leftOut);
  sayNotices(host, report, quiet);
}

/** The command that git was called with has said what is not about this commit. */
export function finishInHook(host: Host, report: Report, quiet: boolean): void {
  recordBreakGlass(host, report);
  sayNotices(host, { ...report, notes: [], breakGlass: null }, quiet);
}
