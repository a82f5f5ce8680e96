/**
 * Over http, git hands its helper names of refs, and what sends looks them up once more: by then they may lead
 * elsewhere, or somebody else may have told the helper what to send. So what sends is judged, and is told ids.
 */
import { toKeptSender } from "../commands/kept-sender.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import type { Decision, ExecDecision, Host } from "../host.ts";
import { openCommand, type OpenCommand } from "../open-command.ts";
import { passThrough, stopFor, type Report } from "../report.ts";
import { judgePush } from "./judge-push.ts";
import { sayPush } from "./say-push.ts";
import { asPackets, idsOf, readRequest, type Request, type Spec } from "./send-request.ts";
import { sendsNothing } from "./sends-nothing.ts";
import { sendsPastGate } from "./sends-past-gate.ts";
import type { Update } from "./updates.ts";

export function judgeSending(host: Host): Decision {
  const globals = parseGlobalOptions(host.argv);
  const report = passThrough(host.argv, "");
  const command = globals === null ? null : openCommand(host, globals, { mayWrite: true }, report);
  if (globals === null || command === null) return { action: "exit", status: 128 };
  const request = readRequest(host, globals.commandIndex);
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  judge(host, command, request, isDryRun, report);
  sayPush(host, report, isDryRun);
  if (report.decision.action === "exit" && request !== null && report.decision.status === 1)
    return refuse(host, request);
  return toKeptSender(host, globals, report.decision);
}

function judge(
  host: Host,
  command: OpenCommand,
  request: Request | null,
  isDryRun: boolean,
  report: Report,
): void {
  const { repository, plan } = command;
  const ids = request === null ? null : idsOf(host, request.specs);
  if (request === null || ids === null || repository === null) {
    stopFor(report, [sendsPastGate(command.name)]);
    return;
  }
  const { url, advertised } = request;
  const updates = updatesOf(request, ids);
  judgePush(host, plan, { url, gitDir: repository.gitDir, updates, advertised, isDryRun }, report);
  if (report.decision.action !== "exec") return;
  const decision = sendIds(report.decision, request, ids);
  if (decision === null) stopFor(report, [sendsPastGate(command.name)]);
  else report.decision = decision;
}

export function updatesOf(
  { specs, advertised }: Pick<Request, "specs" | "advertised">,
  ids: readonly string[],
): Update[] {
  const updates: Update[] = [];
  specs.forEach(({ source, target }, i) => {
    const id = ids[i] as string;
    if (id !== "") updates.push({ name: source, id, remoteRef: target, remoteId: advertised[target] ?? "" });
  });
  return updates;
}

/** The same, with the ids that were judged instead of names; null if that cannot be said. */
export function sendIds(
  decision: ExecDecision,
  request: Request,
  ids: readonly string[],
): ExecDecision | null {
  const words = request.specs.map(({ force, target }, i) => force + (ids[i] as string) + ":" + target);
  if (request.packets === null)
    return { ...decision, argv: decision.argv.slice(0, request.firstSpec).concat(words) };
  const specs = asPackets(words.map((word) => word + "\n"));
  const refs = asPackets(request.packets);
  return specs === null || refs === null ? null : { ...decision, stdinBefore: specs + refs };
}

/**
 * The helper waits for what it is to send, up to a flush, and then for the outcome of each ref (rpc_service and push_git in
 * remote-curl.c). Told that nothing is sent, and why, it lets git print its table.
 */
function refuse(host: Host, request: Request): Decision {
  if (request.packets === null) return { action: "exit", status: 1 };
  const outcome = ({ target }: Spec): string => "error " + target + " refused by interlock\n";
  host.write(1, "0000" + request.specs.map(outcome).join(""));
  return { action: "exit", status: 0 };
}
