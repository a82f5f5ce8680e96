/**
 * Judges the program that sends. Over http, git gives its helper the names of refs, and the sender resolves
 * them again: they may have changed by then, or another program may have told the helper what to send. So the
 * sender is judged, and is given ids instead of names. The same goes for a `git send-pack` that was not
 * started by a push.
 */
import { hostIn } from "../git/ask-git.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { sending, settingsWhileSending } from "../hooks/hook-context.ts";
import { gitsOwnExecPath } from "../hooks/intercept-children.ts";
import { asksToSign, sendPackOptions } from "../git/push-line.ts";
import type { Decision, ExecDecision, Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { asCalled, refused, refuseWith, type Outcome, type SentPush } from "../report/report.ts";
import type { OutgoingPush, Update } from "./announced-push.ts";
import { passGate } from "./gate.ts";
import { signedPush, withoutSignature } from "./gated-push.ts";
import { consequenceOf } from "./judge-push.ts";
import { renderUpdate } from "./parse-updates.ts";
import { readOwnRequest } from "./send-by-itself.ts";
import { idsOf, type Spec } from "./refspecs.ts";
import { readRequest, type Request } from "./send-request.ts";
import { sendsNothing, sendsPastGate } from "./senders.ts";
import { isStartedByHelper } from "./started-by-helper.ts";
import { mayHoldNotes } from "./updates.ts";

const nothingRead: SentPush = { remote: "", lines: [], isDryRun: false, refusal: "" };

export function judgeSending(host: Host, command: OpenCommand): Outcome {
  const { globals, layers, name } = command;
  const isHelpers = isStartedByHelper(host, layers);
  if (layers.seal && asksToSign(host.argv, globals.commandIndex + 1, sendPackOptions))
    return { ...refused("gate", "", [signedPush()]), push: nothingRead };
  const request = isHelpers ? readRequest(host, globals.commandIndex) : readOwnRequest(host, globals);
  if (typeof request === "number") return reported(request);
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const announced = request === null ? null : announce(host, command, request, isDryRun, !isHelpers);
  const outcome = announced === null ? refused("gate", "", [sendsPastGate(name)]) : judge(command, announced);
  return {
    ...outcome,
    decision: layers.seal ? asSealedSender(host, globals, outcome.decision) : outcome.decision,
    push: {
      remote: request === null ? "" : request.url,
      lines: announced === null ? [] : announced.push.lines,
      isDryRun,
      refusal: request === null ? "" : refusalFor(request),
    },
  };
}

function reported(status: number): Outcome {
  const push = { ...nothingRead, isReported: true };
  return { strategy: "gate", reason: "", decision: { action: "exit", status }, push };
}

/** A `send-pack` of a sealed install, a dry run included: it starts git's own programs, which do not get its connection. */
export function asSealedSender(host: Host, globals: GlobalPart, decision: Decision): Decision {
  return sending(host, withGitsOwnPrograms(globals, decision));
}

function withGitsOwnPrograms(globals: GlobalPart, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  const { env, edits } = gitsOwnExecPath(globals);
  const argv = decision.argv.filter((word) => typeof word === "string" || edits[word] === undefined);
  // `send-pack` has been given words of ours, which end with `--`.
  const end = argv.indexOf("--");
  if (end >= 0) argv.splice(end, 0, withoutSignature);
  // Last, so that no setting of the caller's wins.
  argv.splice(argv.indexOf(globals.commandIndex), 0, ...settingsWhileSending);
  return { ...decision, argv, env: { ...decision.env, ...env } };
}

/** A request whose names have become ids: what would be sent, and the command that sends that. */
interface Announced {
  host: Host;
  push: OutgoingPush;
  decision: ExecDecision;
}

/** Null if it cannot be known what would be sent, and to which refs. */
function announce(
  caller: Host,
  { repository, plan, layers }: OpenCommand,
  request: Request,
  isDryRun: boolean,
  isSendPack: boolean,
): Announced | null {
  if (repository === null) return null;
  const { gitDir } = repository;
  const host = hostIn(caller, gitDir);
  const ids = idsOf(host, request.specs);
  if (ids === null || mayMissNotes(request)) return null;
  const { url, advertised, specs } = request;
  const updates = specs.map(({ source, target }, i): Update => {
    return {
      name: source,
      id: ids[i] as string,
      remoteRef: target,
      remoteId: (advertised ?? {})[target] ?? "",
    };
  });
  const decision = request.withSpecs(asCalled(host.argv), specsOf(request, updates));
  if (decision === null) return null;
  const push: OutgoingPush = {
    updates,
    advertised,
    unreadable: null,
    lines: updates.map(renderUpdate),
    consequence: consequenceOf(plan, isDryRun),
    url,
    // git does not give a sender the name.
    remote: url,
    gitDir,
    seal: layers.seal,
    isSendPack,
  };
  return { host, push, decision };
}

function judge({ plan }: OpenCommand, { host, push, decision }: Announced): Outcome {
  const findings = passGate(host, plan, push);
  const sent: Outcome = { strategy: "gate", reason: "", decision, ...findings };
  return findings.problems.length > 0 ? refuseWith(sent, findings.problems) : sent;
}

/**
 * The refspecs with the judged ids instead of names. git would look up a bare id as the name of a ref first;
 * with the suffix it cannot be one.
 */
function specsOf({ specs }: Request, updates: readonly Update[]): string[] {
  return specs.map(({ force, target }, i) => {
    const { id } = updates[i] as Update;
    return force + (id === "" ? "" : id + "^{object}") + ":" + target;
  });
}

/**
 * Notes are judged apart, by the name that they are sent to. But a name that the remote lacks may stand for one that it has:
 * `refs/notes/x` for `refs/heads/refs/notes/x` or `refs/remotes/refs/notes/x/HEAD` (ref_rev_parse_rules in git's refs.c).
 */
function mayMissNotes({ specs, advertised }: Request): boolean {
  const names = advertised === null ? null : Object.keys(advertised);
  return specs.some(({ target }) => {
    if (!mayHoldNotes(target)) return false;
    if (advertised === null || names === null) return true;
    return (
      advertised[target] === undefined && names.some((ref) => ("/" + ref + "/").includes("/" + target + "/"))
    );
  });
}

/**
 * The helper reads what to send, up to a flush, and then the result for each ref (rpc_service and push_git in
 * remote-curl.c). Told that nothing is sent, and why, it lets git print its table.
 */
function refusalFor({ isAwaited, specs }: Request): string {
  const result = ({ target }: Spec): string => "error " + target + " refused by interlock\n";
  return isAwaited ? "0000" + specs.map(result).join("") : "";
}
