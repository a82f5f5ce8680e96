/**
 * Over http, git hands its helper names of refs, and what sends looks them up once more: by then they may lead
 * elsewhere, or somebody else may have told the helper what to send. So what sends is judged itself, and is told ids.
 */
import { toKeptSender } from "../commands/kept-sender.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import type { Decision, ExecDecision, Host } from "../host.ts";
import { readSettings } from "../inject/settings.ts";
import { openCommand, type OpenCommand } from "../open-command.ts";
import { passThrough, stopFor, type Report } from "../report.ts";
import { consequenceOf, judgePush } from "./judge-push.ts";
import { sayPush } from "./say-push.ts";
import { asPackets, idsOf, readRequest, type Request } from "./send-request.ts";
import { sendsPastGate } from "./sends-past-gate.ts";
import type { Update } from "./updates.ts";

export function judgeSending(host: Host): Decision {
  const globals = parseGlobalOptions(host.argv);
  const report = passThrough(host.argv, "");
  const command = globals === null ? null : openCommand(host, globals, { mayWrite: true }, report);
  if (globals === null || command === null) return { action: "exit", status: 128 };
  // The push has said what there is to say. A dry run does not come by here.
  if (consequenceOf(command.plan, { isDryRun: false }) === "refused") judge(host, command, report);
  if (report.decision.action === "exit") sayPush(host, report);
  return toKeptSender(host, globals, report.decision);
}

function judge(host: Host, command: OpenCommand, report: Report): void {
  const { globals, repository, plan } = command;
  const request = readRequest(host, globals.commandIndex);
  const ids = request === null ? null : idsOf(host, request.specs);
  if (request === null || ids === null || repository === null) {
    stopFor(report, [sendsPastGate(command.name)]);
    return;
  }
  const settings = readSettings(host, command, repository);
  const commentChar = typeof settings === "object" && settings !== null ? settings.commentChar : "#";
  const updates = updatesOf(request, ids);
  const { gitDir } = repository;
  judgePush(host, plan, { url: request.url, gitDir, commentChar, updates, isDryRun: false }, report);
  if (report.decision.action === "exec") report.decision = sendIds(report.decision, request, ids);
}

function updatesOf({ specs, advertised }: Request, ids: readonly string[]): Update[] {
  const updates: Update[] = [];
  specs.forEach(({ source, target }, i) => {
    const id = ids[i] as string;
    if (id !== "") updates.push({ name: source, id, remoteRef: target, remoteId: advertised[target] ?? "" });
  });
  return updates;
}

/** The same, with the ids that were judged instead of names. */
function sendIds(decision: ExecDecision, request: Request, ids: readonly string[]): ExecDecision {
  const words = request.specs.map(({ force, target }, i) => force + (ids[i] as string) + ":" + target);
  if (request.packets === null)
    return { ...decision, argv: decision.argv.slice(0, request.firstSpec).concat(words) };
  return {
    ...decision,
    stdinBefore: asPackets(words.map((word) => word + "\n")) + asPackets(request.packets),
  };
}
