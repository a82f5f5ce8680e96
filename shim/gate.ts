/**
 * What the native binary runs when git calls it as pre-push: the commits that would leave are judged, then the
 * repository's own hook has its turn. Over http, what sends them comes by here too. A piece of bytecode of its own, so
 * that other hooks do not load it.
 */
import { consequenceOf, judgePush, type Push } from "./gate/judge-push.ts";
import { sayPush } from "./gate/say-push.ts";
import { judgeSending } from "./gate/sending.ts";
import { isDryRunPush } from "./gate/sends-nothing.ts";
import { parseUpdates } from "./gate/updates.ts";
import type { Decision, Host } from "./host.ts";
import { readCall, type Call } from "./inject/call.ts";
import { becomeHook, endLike, findOwnHook, runHook } from "./inject/own-hook.ts";
import { layersInHook, type Layers } from "./layers.ts";
import { passThrough } from "./report.ts";
import { takePlan } from "./take-plan.ts";

export function main(host: Host): Decision {
  if (!/(?:^|\/)pre-push$/.test(host.argv[0] as string)) return judgeSending(host);
  const call = readCall(host);
  if (call === null) return { action: "exit", status: 128 };
  const own = findOwnHook(host, call, "pre-push");
  const layers = layersInHook(host, call.layers);
  // Where an install is sealed, a variable does not say what is judged.
  if (!layers.seal && call.last.indexOf("pre-push") < 0)
    return own === null ? { action: "exit", status: 0 } : becomeHook(host, own);
  const input = host.readStdin();
  if (typeof input === "number") return { action: "exit", status: 128 };
  const refusal = judge(host, call, layers, input, false);
  if (refusal !== null) return refusal;
  if (own === null) return { action: "exit", status: 0 };
  const status = runHook(host, own, input);
  if (status !== 0) return endLike(host, own, status);
  // It may have changed what the ids lead to: the list of shallow commits, say.
  return judge(host, call, layers, input, true) ?? { action: "exit", status: 0 };
}

function pushOf(host: Host, { gitDir, message }: Call, input: string): Push {
  return {
    url: host.argv[2] ?? "",
    gitDir,
    commentChar: message.commentChar,
    updates: parseUpdates(input),
    // The git that waits for this hook is our parent. What it does is what its own command line says; a variable
    // would prove nothing.
    isDryRun: isDryRunPush(host.ancestorWords(1)),
  };
}

/** Null if the push may go on. `isAgain`: what there is to say has been said. */
function judge(host: Host, call: Call, layers: Layers, input: string, isAgain: boolean): Decision | null {
  const report = passThrough(host.argv, "");
  const plan = takePlan(host, layers, true, report);
  const push = pushOf(host, call, input);
  if (plan !== null && !(isAgain && consequenceOf(plan, push) !== "refused"))
    judgePush(host, plan, push, report);
  if (report.decision.action === "exit" || !isAgain) sayPush(push.isDryRun ? neverQuiet(host) : host, report);
  return report.decision.action === "exit" ? report.decision : null;
}

/** Somebody who tries a push out wants to know. */
function neverQuiet(host: Host): Host {
  return { ...host, env: (name) => (name === "INTERLOCK_QUIET" ? undefined : host.env(name)) };
}
