/**
 * Over http, git hands its helper names of refs, and what sends looks them up once more: by then they may lead
 * elsewhere, or somebody else may have told the helper what to send. So what sends is judged, and is told ids. The same
 * holds for a `git send-pack` that no push has started.
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
import { sayPush } from "./say-push.ts";
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
    return sayPush(host, makeReport(command.facts, refused), false);
  }
  const request = isHelpers ? readRequest(host, globals.commandIndex) : readOwnRequest(host, globals);
  if (typeof request === "number") return { action: "exit", status: request };
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const outcome = judge(host, command, request, isDryRun, !isHelpers);
  const told = sayPush(host, makeReport(command.facts, outcome), isDryRun);
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

function judge(
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
  const decision = request.tell(asCalled(host.argv), specsOf(request, ids));
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
 * With the ids that were judged instead of names. An id alone would be looked up as the name of a ref first; what stands
 * behind it cannot be part of one.
 */
function specsOf({ specs }: Request, ids: readonly string[]): string[] {
  return specs.map(({ force, target }, i) => {
    const id = ids[i] as string;
    return force + (id === "" ? "" : id + "^{object}") + ":" + target;
  });
}

/** git takes a name that the remote does not have for the end of one that it has: a branch `refs/notes/x`. */
function mayMissNotes({ specs, advertised: heard }: Request): boolean {
  const advertised = heard ?? {};
  const missing = specs.filter(({ target }) => mayHoldNotes(target) && advertised[target] === undefined);
  return missing.some(({ target }) => Object.keys(advertised).some((ref) => ref.endsWith("/" + target)));
}

/**
 * The helper waits for what it is to send, up to a flush, and then for the outcome of each ref (rpc_service and push_git in
 * remote-curl.c). Told that nothing is sent, and why, it lets git print its table.
 */
function refuse(host: Host, request: Request): Decision {
  if (!request.isAwaited) return { action: "exit", status: 1 };
  const outcome = ({ target }: Spec): string => "error " + target + " refused by interlock\n";
  host.write(1, "0000" + request.specs.map(outcome).join(""));
  return { action: "exit", status: 0 };
}
