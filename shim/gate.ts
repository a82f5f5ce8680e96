/**
 * What the native binary runs when git calls it as pre-push: the commits that would leave are judged, then the
 * repository's own hook has its turn. A piece of bytecode of its own, so that other hooks do not load it.
 */
import { judgePush, onlyWarns } from "./gate/judge-push.ts";
import { parseUpdates } from "./gate/updates.ts";
import type { Decision, Host } from "./host.ts";
import { readCall, type Call } from "./inject/call.ts";
import { becomeHook, endLike, findOwnHook, runHook } from "./inject/own-hook.ts";
import { takePlan } from "./open-command.ts";
import { passThrough } from "./report.ts";
import { sayNotices } from "./say-notices.ts";

export function main(host: Host): Decision {
  const call = readCall(host);
  if (call === null) return { action: "exit", status: 128 };
  const own = findOwnHook(host, call, "pre-push");
  if (call.last.indexOf("pre-push") < 0)
    return own === null ? { action: "exit", status: 0 } : becomeHook(host, own);
  const input = host.readStdin();
  if (typeof input === "number") return { action: "exit", status: 128 };
  const refusal = judge(host, call, input, false);
  if (refusal !== null) return refusal;
  if (own === null) return { action: "exit", status: 0 };
  const status = runHook(host, own, input);
  if (status !== 0) return endLike(host, own, status);
  // It may have changed what the ids lead to: the list of shallow commits, say.
  return judge(host, call, input, true) ?? { action: "exit", status: 0 };
}

/** Null if the push may go on. `isAgain`: what there is to say has been said. */
function judge(host: Host, call: Call, input: string, isAgain: boolean): Decision | null {
  const report = passThrough(host.argv, "");
  const plan = takePlan(host, call.layers, true, report);
  if (plan !== null && !(isAgain && onlyWarns(plan)))
    judgePush(host, call, plan, parseUpdates(input), report);
  const stops = report.decision.action === "exit";
  if (stops || !isAgain) sayNotices(host, report, call.quiet);
  return stops ? report.decision : null;
}
