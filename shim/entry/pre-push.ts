/**
 * git calls the binary as pre-push: what would leave is judged, then the repository's own hook has its turn. Over http git
 * does not send by itself; there `git send-pack` is judged instead (shim/push/sending.ts).
 */
import { parseTrace, type Connection } from "../push/advertised.ts";
import { consequenceOf, judgePush } from "../push/judge-push.ts";
import { sayPush } from "../push/say-push.ts";
import { isDryRunPush } from "../push/sends-nothing.ts";
import { parseUpdates } from "../push/parse-updates.ts";
import { isSentByHelper } from "../push/started-by-helper.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import type { Decision, Host } from "../host.ts";
import { readCall, type Call } from "../hooks/hook-context.ts";
import { becomeHook, endLike, findOwnHook, runOwnHook } from "../hooks/own-hook.ts";
import { layersInHook, type Layers } from "../plan/layers.ts";
import { passThrough, stopFor } from "../report/report.ts";
import { takePlan } from "../plan/load-plan.ts";

export function runPrePush(host: Host): Decision {
  const call = readCall(host);
  if (call === null) return { action: "exit", status: 128 };
  const own = findOwnHook(host, call, "pre-push");
  const layers = layersInHook(host, call.layers);
  const trace = host.readTrace();
  const connections = believable(host, readConnections(trace));
  // Where an install is sealed, a variable does not say what is judged.
  const isJudged = layers.seal !== null || call.last.indexOf("pre-push") >= 0;
  if (!isJudged || (isUnconnected(trace) && isSentByHelper(host, layers)))
    return own === null ? { action: "exit", status: 0 } : becomeHook(host, own);
  const input = host.readStdin();
  if (typeof input === "number") return { action: "exit", status: 128 };
  const refusal = judge(host, call, layers, input, connections);
  if (refusal !== null || own === null) return refusal ?? { action: "exit", status: 0 };
  // git sends the ids that were judged, whatever the hook does now.
  const status = runOwnHook(host, own, input);
  return status === 0 ? { action: "exit", status: 0 } : endLike(host, own, status);
}

/** Null if they cannot be told: somebody else traces packets. */
function readConnections(trace: string | null): Connection[] | null {
  // Behind a packet that looks like a pack git writes down no others, whoever sent it (packet_trace in pkt-line.c).
  return trace === null || /packet: +[^ ]+[<>] PACK/.test(trace) ? null : parseTrace(trace);
}

/** Is git known not to be connected itself? Where nobody can tell, it may be. */
function isUnconnected(trace: string | null): boolean {
  return trace !== null && !/packet: +[^ ]+[<>]/.test(trace);
}

/**
 * A helper may connect only when git is about to send; what looks open then was an earlier address's. One that has ended
 * has no words.
 */
function believable(host: Host, connections: Connection[] | null): Connection[] | null {
  if (openConnection(connections) === null) return connections;
  const isHelper = (words: readonly string[]): boolean => {
    const globals = parseGlobalOptions(words);
    return (
      words.length === 0 ||
      (globals !== null && (words[globals.commandIndex] as string).startsWith("remote-"))
    );
  };
  const others = host.siblings();
  return others === null || others.some(({ words }) => isHelper(words)) ? null : connections;
}

function openConnection(connections: readonly Connection[] | null): Connection | null {
  const last = connections === null ? undefined : connections[connections.length - 1];
  return last !== undefined && last.isOpen ? last : null;
}

/** Null if the push may go on. */
function judge(
  host: Host,
  call: Call,
  layers: Layers,
  input: string,
  connections: readonly Connection[] | null,
): Decision | null {
  const report = passThrough(host.argv, "");
  const plan = takePlan(host, layers, true, report);
  const [, remote = "", url = ""] = host.argv;
  // The git that waits for this hook is our parent. What it does is what its own command line says; a variable
  // would prove nothing.
  const isDryRun = isDryRunPush(host.ancestorWords(1));
  if (plan !== null) {
    const consequence = consequenceOf(plan, { isDryRun });
    const connection = openConnection(connections);
    const advertised = connection === null ? null : connection.refs;
    const updates = parseUpdates(input, advertised, layers.seal === null, consequence);
    if ("code" in updates) {
      if (consequence === "refused") stopFor(report, [updates]);
      else report.warnings.push(updates);
    } else {
      const { gitDir } = call;
      const { seal } = layers;
      judgePush(host, plan, { url, remote, gitDir, updates, advertised, seal, isDryRun }, report);
    }
  }
  sayPush(host, report, isDryRun);
  return report.decision.action === "exit" ? report.decision : null;
}
