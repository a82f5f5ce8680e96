/**
 * What the native binary runs when git calls it as pre-push: the commits that would leave are judged, then the
 * repository's own hook takes our place. A piece of bytecode of its own, so that other hooks do not load it.
 */
import { judgePush } from "./gate/judge-push.ts";
import { parseUpdates } from "./gate/updates.ts";
import type { Decision, Host } from "./host.ts";
import { readCall } from "./inject/call.ts";
import { becomeHook, findOwnHook } from "./inject/own-hook.ts";
import { takePlan } from "./open-command.ts";
import { passThrough } from "./report.ts";
import { sayNotices } from "./say-notices.ts";

export function main(host: Host): Decision {
  const call = readCall(host);
  if (call === null) return { action: "exit", status: 128 };
  const input = call.last.indexOf("pre-push") < 0 ? null : host.readStdin();
  if (typeof input === "number") return { action: "exit", status: 128 };
  if (input !== null) {
    const report = passThrough(host.argv, "");
    const plan = takePlan(host, call.layers, true, report);
    if (plan !== null) judgePush(host, call, plan, parseUpdates(input), report);
    sayNotices(host, report, call.quiet);
    if (report.decision.action === "exit") return report.decision;
  }
  const own = findOwnHook(host, call, "pre-push");
  if (own === null) return { action: "exit", status: 0 };
  return { ...becomeHook(host, own), stdin: input };
}
