/** Judges the commits or the message that an `interlock verify` command line names. */
import { renderCode } from "../../engine/core/problem.ts";
import type { Commit } from "../git/commit-object.ts";
import type { ColdDecision, EnvChanges, Host } from "../host.ts";
import { latin1Only } from "../judge/encodings.ts";
import { createVerdicts, type Verdict } from "../judge/judge-commit.ts";
import { withLimitInAll } from "../judge/limit-in-all.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import { createAccount, createIdList } from "./account.ts";
import { whyAmbiguous } from "./ambiguous-names.ts";
import { chooseLots, type Lot } from "./choose-range.ts";
import { findLongRange, wantsDecoder } from "./cold-side.ts";
import { commitFromMessage, readMessage } from "./message.ts";
import type { OpenedRules } from "./open-rules.ts";
import { withoutShallowFile } from "./reading-host.ts";
import { createRecorder, rulesOf, type Recorder } from "./record.ts";
import { remotesFor } from "./remotes-for.ts";
import { namesRevisions, type VerifyRequest } from "./request.ts";
import { badRange, cannot, statusOf } from "./status.ts";
import { textFormat } from "./text-format.ts";
import { guessUnpublished, isWrongGuess, unpublished } from "./unpublished.ts";
import { finishWalk, startWalk, type Walk, type WalkFailure } from "./walk-commits.ts";
import { findWaysToMend } from "./ways-to-mend.ts";
import { whyNoRule } from "./why-no-rule.ts";

/** The result. Texts, not bytes. */
export interface Ending {
  status: number;
  /** For standard error, before `found`. */
  before?: string;
  /** For standard output. */
  found?: string;
  /** For standard error, at the end. */
  refusal?: Refusal;
  /** Did git walk commits, which proves that it can read the repository? */
  isWalked?: boolean;
}

export type Outcome = Ending | ColdDecision;

/** What to judge, as far as that is known without the rules. */
export interface Begun {
  /** The content of standard input or of the message file; or an errno. */
  input: string | number;
  readsStdin: boolean;
  lots: Lot[] | Refusal;
  /** The first lot: git walks it while the rules are loaded. */
  walk: Walk | null;
}

export function beginRequest(host: Host, request: VerifyRequest): Begun {
  const { from, messageFile } = request;
  const isMessage = from === "message";
  const readsStdin = from === "stdin" || from === "pre-receive" || (isMessage && messageFile === "-");
  const input = isMessage ? readMessage(host, messageFile) : readsStdin ? host.readStdin() : "";
  const lots = isMessage ? [] : chooseLots(request, input, () => guessUnpublished(host));
  host.progress(0);
  return { input, readsStdin, lots, walk: walkFirst(host, request, lots) };
}

function walkFirst(host: Host, request: VerifyRequest, lots: Begun["lots"]): Walk | null {
  const first = "message" in lots ? undefined : lots[0];
  return first === undefined ? null : startWalk(host, first.range, environmentFor(request));
}

function environmentFor({ from }: VerifyRequest): EnvChanges {
  return from === "pre-receive" ? withoutShallowFile : {};
}

export function judgeRequest(
  host: Host,
  request: VerifyRequest,
  { plan, sealed, isSealed }: OpenedRules,
  { input, readsStdin, lots: chosen, walk: begun }: Begun,
): Outcome {
  const remotes = remotesFor(host, request);
  const noRule = whyNoRule(plan, sealed, host, remotes);
  // If only a variable is missing, each commit is reported as not judged.
  if (noRule !== null && !noRule.lacksVariable) {
    if (!noRule.byCondition || !request.allowSkipped) return { status: cannot, refusal: noRule };
    // Allowed for one CI job over many repositories, with rules for only some of them.
    return { status: 0, before: `interlock: warning: ${noRule.message} ${renderCode("no-rule")}\n` };
  }
  const { from, messageFile } = request;
  const isMessage = from === "message";
  const verdicts = createVerdicts(host, { plan, sealed, remotes, decoders: latin1Only, isSealed });
  const verdictOn = from === "pre-receive" ? withLimitInAll(verdicts) : verdicts;
  const format = textFormat(rulesOf(plan, request));
  let looks = 0;
  let isForColdSide = false;
  const judge = (commit: Commit, inFull?: boolean): Verdict => {
    const verdict = verdictOn(commit, inFull);
    looks++;
    if (wantsDecoder(commit, verdict) && host.hasColdSide()) isForColdSide = true;
    return verdict;
  };
  const recorderFor = (lots: readonly Lot[]): Recorder =>
    createRecorder(judge, format, findWaysToMend(host, lots, request), isMessage ? "message" : "commit");
  const end = ({ summary }: Recorder, found: readonly string[], isWalked: boolean): Outcome => {
    const status = statusOf(summary, plan, request, noRule);
    const text = found.concat(format.end(summary)).join("");
    return typeof status === "number"
      ? { status, found: text, isWalked }
      : { status: cannot, found: text, refusal: status, isWalked };
  };

  if (isMessage) {
    const commit = commitFromMessage(host, plan, messageFile, input);
    if (!("id" in commit)) return { status: cannot, refusal: commit };
    const recorder = recorderFor([]);
    return end(recorder, [recorder.add(commit, false)], false);
  }
  const environment = environmentFor(request);
  const isWrong = begun !== null && isWrongGuess(host, begun.range);
  let lots = isWrong ? chooseLots(request, input, () => unpublished(host)) : chosen;
  // At once: the walk that runs is the one that the cold side is given.
  let walk = isWrong ? walkFirst(host, request, lots) : begun;
  for (let isGuess = from === "default"; ; isGuess = false) {
    if ("message" in lots) return { status: cannot, refusal: lots };
    const recorder = recorderFor(lots);
    const found: string[] = [];
    const most = findLongRange(host);
    const isLong = (): boolean => looks >= most && host.hasColdSide();
    isForColdSide = isLong();
    const failure = isForColdSide
      ? null
      : walkLots(host, lots, environment, walk, found, {
          recorder,
          goesOn() {
            isForColdSide = isForColdSide || isLong();
            return !isForColdSide;
          },
        });
    if (isForColdSide)
      return {
        action: "cold",
        stdin: readsStdin && typeof input === "string" ? input : null,
        // Of several walks, this may not be the first.
        walk: lots.length === 1,
      };
    const [first] = lots;
    const ambiguous =
      failure === null && first !== undefined && namesRevisions(request)
        ? whyAmbiguous(host, first.range, host.listingErrors())
        : null;
    if (ambiguous !== null) return { status: cannot, refusal: ambiguous, isWalked: true };
    if (failure === null) return end(recorder, found, lots.length > 0);
    const isBegun = recorder.summary.commits > 0;
    if (!isGuess || isBegun)
      return { status: cannot, found: found.join(""), refusal: badRange(failure.why), isWalked: isBegun };
    lots = chooseLots(request, input, () => unpublished(host));
    walk = null;
  }
}

interface Judging {
  recorder: Recorder;
  goesOn(): boolean;
}

function walkLots(
  host: Host,
  lots: readonly Lot[],
  environment: EnvChanges,
  begun: Walk | null,
  found: string[],
  { recorder, goesOn }: Judging,
): WalkFailure | null {
  let walk = begun;
  for (const lot of lots) {
    /** Where the output about these commits belongs, to keep git's order. */
    const places: { [id: string]: number } = {};
    const add = (commit: Commit): void => {
      const text = recorder.add(commit, lot.areNotes);
      const place = places[commit.id];
      if (place !== undefined) found[place] = text;
      else if (text !== "") found.push(text);
    };
    const postpone = (id: string): void => {
      places[id] = found.push("") - 1;
    };
    const account = createAccount(host, lot, createIdList());
    const visit = (commits: readonly Commit[]): boolean => {
      for (const commit of commits) {
        add(commit);
        account.add(commit, recorder.wasTooLong());
      }
      host.progress(recorder.summary.commits);
      return goesOn();
    };
    const started = walk ?? startWalk(host, lot.range, environment);
    const failure = finishWalk(host, started, {
      visit,
      postpone,
      exclude: account.exclude,
    });
    walk = null;
    if (failure !== null || !goesOn()) return failure;
    const why = account.close(add);
    if (why !== null) return { why };
    if (!goesOn()) return null;
  }
  return null;
}
