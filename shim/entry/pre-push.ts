/**
 * Entry for git's pre-push hook: judges the outgoing commits, then runs the repository's own hook. Over http
 * git starts a helper to send, so `git send-pack` is judged instead (shim/push/sending.ts).
 */
import { describeErrno } from "../../engine/core/errno.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { parseTrace, type Connection } from "../push/advertised.ts";
import { passGate } from "../push/gate.ts";
import { consequenceOf } from "../push/judge-push.ts";
import { parseUpdates } from "../push/parse-updates.ts";
import { finishPush } from "../push/say-push.ts";
import { isDryRunPush } from "../push/senders.ts";
import { isSentByHelper, mayBeHelper } from "../push/started-by-helper.ts";
import type { Decision, Host } from "../host.ts";
import { noContext, readHookContext, type HookContext } from "../hooks/hook-context.ts";
import { execOwnHook, exitLikeChild, findOwnHook, runOwnHook } from "../hooks/own-hook.ts";
import { layersInHook, type Layers } from "../plan/layers.ts";
import { loadPlan } from "../plan/load-plan.ts";
import { endWith } from "../report/notices.ts";
import { makeReport, refuseWith, type Outcome } from "../report/report.ts";

export function runPrePush(host: Host): Decision {
  const context = readHookContext(host);
  if (context === null) return endWith(host, noContext(host));
  const own = findOwnHook(host, context, "pre-push");
  const layers = layersInHook(host, context.layers);
  const trace = host.readTrace();
  const traced = readConnections(trace);
  const connections = trustedConnections(host, traced);
  // In a sealed install, a variable must not decide whether the push is judged.
  const isJudged = layers.seal !== null || context.enforcingHooks.indexOf("pre-push") >= 0;
  if (!isJudged || (isForHelper(host) && isUnconnected(traced) && isSentByHelper(host, layers)))
    return own === null ? { action: "exit", status: 0 } : execOwnHook(host, own);
  const input = host.readStdin();
  if (typeof input === "number") return endWith(host, unreadInput(input));
  const refusal = judgePushHere(host, context, layers, input, connections);
  if (refusal !== null || own === null) return refusal ?? { action: "exit", status: 0 };
  // git sends the ids that were judged, whatever the repository's own hook does now.
  const status = runOwnHook(host, own, input);
  return status === 0 ? { action: "exit", status: 0 } : exitLikeChild(host, own, status);
}

function unreadInput(errno: number): Problem {
  return {
    code: "push-unjudged",
    message: "what git is about to push cannot be read from standard input: " + describeErrno(errno),
    hint: "run 'git push' again",
    source: "",
  };
}

/** Null if the trace cannot be trusted because another program also traces packets. */
function readConnections(trace: string | null): Connection[] | null {
  // After a packet that looks like a pack, git traces no more
  // packets, whoever sent it (packet_trace in pkt-line.c).
  return trace === null || /packet: +[^ ]+[<>] PACK/.test(trace) ? null : parseTrace(trace);
}

/** Is the address that git pushes to one to which it never connects by itself? For http it starts a helper (transport_get). */
function isForHelper(host: Host): boolean {
  return /^https?:\/\//.test(host.argv[2] ?? "");
}

/**
 * Is no connection open, as far as the trace shows? Connections to earlier addresses of the remote have ended. This proves
 * nothing alone: a proxy can make one look closed. Without a trace, assume that one may be open.
 */
function isUnconnected(connections: readonly Connection[] | null): boolean {
  return connections !== null && openConnection(connections) === null;
}

/**
 * A helper may connect only when git is about to send, so with a helper running, a connection that looks open
 * may belong to an earlier address.
 */
function trustedConnections(host: Host, connections: Connection[] | null): Connection[] | null {
  if (openConnection(connections) === null) return connections;
  const others = host.siblings();
  return others === null || others.some(mayBeHelper) ? null : connections;
}

function openConnection(connections: readonly Connection[] | null): Connection | null {
  const last = connections === null ? undefined : connections[connections.length - 1];
  return last !== undefined && last.isOpen ? last : null;
}

/** Null if the push may go on. */
function judgePushHere(
  host: Host,
  { command, gitDir }: HookContext,
  layers: Layers,
  input: string,
  connections: readonly Connection[] | null,
): Decision | null {
  // Our parent is the git that waits for this hook. Its command line says what it does; the caller could set
  // a variable to anything.
  const isDryRun = isDryRunPush(host.ancestorWords(1));
  const { plan, planState } = loadPlan(host, layers, true);
  const [, remote = "", url = ""] = host.argv;
  const lines = input.split("\n").filter((line) => line !== "");
  const { seal } = layers;
  const connection = openConnection(connections);
  const advertised = connection === null ? null : connection.refs;
  const parsed = parseUpdates(input, advertised, seal === null);
  const [updates, unreadable] = "why" in parsed ? [[], parsed] : [parsed, null];
  const known = { updates, unreadable, advertised, lines, url, remote, gitDir, seal, isSendPack: false };
  const outcome: Outcome = {
    strategy: "gate",
    reason: plan === null ? planState.reason : "",
    decision: { action: "exit", status: 0 },
    ...(plan === null
      ? { problems: planState.problems }
      : passGate(host, plan, { ...known, consequence: consequenceOf(plan, isDryRun) })),
  };
  const { problems = [] } = outcome;
  const decision = finishPush(
    host,
    makeReport(planState, problems.length > 0 ? refuseWith(outcome, problems) : outcome),
    { command: "git " + command, place: () => gitDir, hook: "pre-push" },
    { remote: url, lines, isDryRun, refusal: "" },
  );
  return decision.action === "exit" && decision.status === 0 ? null : decision;
}
