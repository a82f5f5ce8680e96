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
import type { Decision, Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import type { About } from "../report/record-event.ts";
import { asCalled, makeReport, refuseWith, type Outcome } from "../report/report.ts";
import { signedPush, withoutSignature } from "./gated-push.ts";
import { judgePush } from "./judge-push.ts";
import { askAboutPush, updateLine } from "./push-programs.ts";
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
    return printPushReport(
      host,
      makeReport(command.facts, refused),
      false,
      aboutSending(host, command, "", []),
    );
  }
  const request = isHelpers ? readRequest(host, globals.commandIndex) : readOwnRequest(host, globals);
  if (typeof request === "number") return { action: "exit", status: request };
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const { outcome, updates } = judgeRequest(host, command, request, isDryRun, !isHelpers);
  const about = aboutSending(host, command, request === null ? "" : request.url, updates);
  const told = printPushReport(host, makeReport(command.facts, outcome), isDryRun, about);
  if (told.action === "exit" && request !== null && told.status === 1) return refuse(host, request);
  const decision = layers.seal ? asSealedSender(host, globals, told) : told;
  return toKeptSender(host, globals, decision);
}

function aboutSending(
  host: Host,
  { name, repository }: OpenCommand,
  remote: string,
  updates: readonly Update[],
): About {
  const place = (): string => (repository === null ? host.cwd() : repository.gitDir);
  return { command: "git " + name, place, push: { remote, updates } };
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

function judgeRequest(
  teller: Host,
  command: OpenCommand,
  request: Request | null,
  isDryRun: boolean,
  isSendPack: boolean,
): { outcome: Outcome; updates: readonly Update[] } {
  const { repository, plan, layers } = command;
  const sent: Outcome = { strategy: "gate", reason: "", decision: asCalled(teller.argv) };
  const sendsPast = (): Outcome => refuseWith(sent, [sendsPastGate(command.name)]);
  const judgedAs = (outcome: Outcome, updates: readonly Update[]): ReturnType<typeof judgeRequest> => ({
    outcome,
    updates,
  });
  const host = repository === null ? teller : hostIn(teller, repository.gitDir);
  const ids = request === null ? null : idsOf(host, request.specs);
  if (request === null || ids === null || repository === null || mayMissNotes(request))
    return judgedAs(sendsPast(), []);
  const { url, advertised } = request;
  const updates = updatesOf(request, ids);
  const { gitDir } = repository;
  const { seal } = layers;
  const judged = judgePush(host, plan, { url, gitDir, updates, advertised, seal, isDryRun, isSendPack });
  if (judged.problems.length > 0)
    return judgedAs(refuseWith({ ...sent, ...judged }, judged.problems), updates);
  const decision = request.withSpecs(asCalled(host.argv), specsOf(request, ids));
  if (decision === null) return judgedAs(sendsPast(), updates);
  const lines = linesOf(request, ids);
  const said = askAboutPush(host, plan, { remote: url, url, lines, isSealed: seal !== null });
  const warnings = judged.warnings.concat(said.warnings);
  const told: Outcome = { ...sent, ...judged, decision, warnings, trace: said.trace };
  return judgedAs(said.problems.length > 0 ? refuseWith(told, said.problems) : told, updates);
}

/** As a pre-push hook is told of them. */
function linesOf({ specs, advertised }: Request, ids: readonly string[]): string[] {
  return specs.map(({ source, target }, i) =>
    updateLine(source, ids[i] as string, target, (advertised ?? {})[target] ?? ""),
  );
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
function refuse(host: Host, request: Request): Decision {
  if (!request.isAwaited) return { action: "exit", status: 1 };
  const outcome = ({ target }: Spec): string => "error " + target + " refused by interlock\n";
  host.write(1, "0000" + request.specs.map(outcome).join(""));
  return { action: "exit", status: 0 };
}
