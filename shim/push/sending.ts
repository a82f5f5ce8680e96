/**
 * Judges the program that sends. Over http, git gives its helper the names of refs, and the sender resolves
 * them again: they may have changed by then, or another program may have told the helper what to send. So the
 * sender is judged, and is given ids instead of names. The same goes for a `git send-pack` that was not
 * started by a push.
 */
import { hostIn } from "../git/ask-git.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { gitsOwnExecPath } from "../hooks/intercept-children.ts";
import { asksToSign, sendPackOptions } from "../git/push-line.ts";
import type { Decision, Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { asCalled, makeReport, refuseWith, type Outcome } from "../report/report.ts";
import { signedPush, withoutSignature } from "./gated-push.ts";
import { judgePush } from "./judge-push.ts";
import { printPushReport } from "./say-push.ts";
import { readOwnRequest } from "./send-by-itself.ts";
import { idsOf, readRequest, type Request, type Spec } from "./send-request.ts";
import { sendsNothing, sendsPastGate, toKeptSender } from "./senders.ts";
import { isStartedByHelper } from "./started-by-helper.ts";
import { mayHoldNotes, type Update } from "./updates.ts";

export function judgeSending(host: Host, command: OpenCommand): Decision {
  const { globals, layers } = command;
  const isHelpers = isStartedByHelper(host, layers);
  const isSigned = layers.seal && asksToSign(host.argv, globals.commandIndex + 1, sendPackOptions);
  if (isSigned) {
    const refused = refuseWith({ strategy: "gate", reason: "", decision: asCalled(host.argv) }, [
      signedPush(),
    ]);
    return printPushReport(host, makeReport(command.facts, refused), false);
  }
  const request = isHelpers ? readRequest(host, globals.commandIndex) : readOwnRequest(host, globals);
  if (typeof request === "number") return { action: "exit", status: request };
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const outcome = judgeRequest(host, command, request, isDryRun, !isHelpers);
  const told = printPushReport(host, makeReport(command.facts, outcome), isDryRun);
  if (told.action === "exit" && request !== null && told.status === 1) return refuse(host, request);
  const decision = layers.seal ? withGitsOwnPrograms(globals, told) : told;
  return toKeptSender(host, globals, decision);
}

function withGitsOwnPrograms(globals: GlobalPart, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  const { env, edits } = gitsOwnExecPath(globals);
  const argv = decision.argv.filter((word) => typeof word === "string" || edits[word] === undefined);
  // `send-pack` has been given words of ours, which end with `--`.
  const end = argv.indexOf("--");
  if (end >= 0) argv.splice(end, 0, withoutSignature);
  return { ...decision, argv, env: { ...decision.env, ...env } };
}

function judgeRequest(
  teller: Host,
  command: OpenCommand,
  request: Request | null,
  isDryRun: boolean,
  isSendPack: boolean,
): Outcome {
  const { repository, plan, layers } = command;
  const sent: Outcome = { strategy: "gate", reason: "", decision: asCalled(teller.argv) };
  const sendsPast = (): Outcome => refuseWith(sent, [sendsPastGate(command.name)]);
  const host = repository === null ? teller : hostIn(teller, repository.gitDir);
  const ids = request === null ? null : idsOf(host, request.specs);
  if (request === null || ids === null || repository === null || mayMissNotes(request)) return sendsPast();
  const { url, advertised } = request;
  const updates = updatesOf(request, ids);
  const { gitDir } = repository;
  const { seal } = layers;
  const judged = judgePush(host, plan, { url, gitDir, updates, advertised, seal, isDryRun, isSendPack });
  if (judged.problems.length > 0) return refuseWith({ ...sent, ...judged }, judged.problems);
  const decision = request.withSpecs(asCalled(host.argv), specsOf(request, ids));
  return decision === null ? sendsPast() : { ...sent, ...judged, decision };
}

function updatesOf(
  { specs, advertised }: Pick<Request, "specs" | "advertised">,
  ids: readonly string[],
): Update[] {
  const updates: Update[] = [];
  specs.forEach(({ source, target }, i) => {
    const id = ids[i] as string;
    if (id !== "")
      updates.push({ name: source, id, remoteRef: target, remoteId: (advertised ?? {})[target] ?? "" });
  });
  return updates;
}

/**
 * The refspecs with the judged ids instead of names. git would look up a bare id as the name of a ref first;
 * with the suffix it cannot be one.
 */
function specsOf({ specs }: Request, ids: readonly string[]): string[] {
  return specs.map(({ force, target }, i) => {
    const id = ids[i] as string;
    return force + (id === "" ? "" : id + "^{object}") + ":" + target;
  });
}

/**
 * git matches a name that the remote lacks with the end of one that it has, such as a branch `refs/notes/x`.
 */
function mayMissNotes({ specs, advertised: heard }: Request): boolean {
  const advertised = heard ?? {};
  const missing = specs.filter(({ target }) => mayHoldNotes(target) && advertised[target] === undefined);
  return missing.some(({ target }) => Object.keys(advertised).some((ref) => ref.endsWith("/" + target)));
}

/**
 * The helper reads what to send, up to a flush, and then the result for each ref (rpc_service and push_git in
 * remote-curl.c). Told that nothing is sent, and why, it lets git print its table.
 */
function refuse(host: Host, request: Request): Decision {
  if (!request.isAwaited) return { action: "exit", status: 1 };
  const outcome = ({ target }: Spec): string => "error " + target + " refused by interlock\n";
  host.write(1, "0000" + request.specs.map(outcome).join(""));
  return { action: "exit", status: 0 };
}
