/**
 * The binary's side of `interlock verify`: git walks while the rules are loaded, and a range that turns out to be long goes to the cold side.
 */
import type { ColdDecision, EnvChanges, Host } from "../host.ts";
import { latin1Only } from "../judge/encodings.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import { createIdList } from "./account.ts";
import { whyAmbiguous } from "./ambiguous-names.ts";
import type { BadRange } from "./bad-range.ts";
import { chooseRanges, type JudgedRange } from "./choose-range.ts";
import { findLongRange, wantsDecoder } from "./cold-side.ts";
import { readMessage } from "./message.ts";
import type { OpenedRules } from "./open-rules.ts";
import { withoutShallowFile } from "./reading-host.ts";
import type { VerifyRequest } from "./request.ts";
import { textFormat } from "./text-format.ts";
import { guessUnpublished, isWrongGuess, unpublished } from "./unpublished.ts";
import {
  openVerification,
  refusedWith,
  type Ending,
  type RangeJudge,
  type Verification,
} from "./verification.ts";
import { finishWalk, startWalk, type Walk } from "./walk-commits.ts";

export interface EndingHere extends Ending {
  /** Did git walk commits, which proves that it can read the repository? */
  isWalked?: boolean;
}

/** What to judge, as far as that is known without the rules. */
export interface Begun {
  /** The content of standard input or of the message file; or an errno. */
  input: string | number;
  readsStdin: boolean;
  ranges: JudgedRange[] | Refusal;
  /** Of the first range: git walks it while the rules are loaded. */
  walk: Walk | null;
}

export function beginVerifying(host: Host, request: VerifyRequest): Begun {
  const { from, messageFile } = request;
  const isMessage = from === "message";
  const readsStdin = from === "stdin" || from === "pre-receive" || (isMessage && messageFile === "-");
  const input = isMessage ? readMessage(host, messageFile) : readsStdin ? host.readStdin() : "";
  const ranges = isMessage ? [] : chooseRanges(request, input, () => guessUnpublished(host));
  host.progress(0);
  return { input, readsStdin, ranges, walk: walkFirst(host, request, ranges) };
}

function walkFirst(host: Host, request: VerifyRequest, ranges: Begun["ranges"]): Walk | null {
  const first = "message" in ranges ? undefined : ranges[0];
  return first === undefined ? null : startWalk(host, first, environmentFor(request));
}

function environmentFor({ from }: VerifyRequest): EnvChanges {
  return from === "pre-receive" ? withoutShallowFile : {};
}

/** What the cold side would do better, as far as it is known by now. */
interface ColdReasons {
  /** How many commits were looked at. */
  looks: number;
  needsDecoder: boolean;
}

export function verifyHere(
  host: Host,
  request: VerifyRequest,
  rules: OpenedRules,
  begun: Begun,
): EndingHere | ColdDecision {
  const reasons: ColdReasons = { looks: 0, needsDecoder: false };
  const verification = openVerification(host, request, rules, {
    decoders: latin1Only,
    createFormat: textFormat,
    createIdList,
    watched: (judge) => (commit, inFull) => {
      const verdict = judge(commit, inFull);
      reasons.looks++;
      if (wantsDecoder(commit, verdict)) reasons.needsDecoder = true;
      return verdict;
    },
  });
  if ("status" in verification) return verification;
  return request.from === "message"
    ? verification.judgeMessage(begun.input)
    : verifyRanges(host, request, verification, reasons, begun);
}

function toColdSide({ readsStdin, input }: Begun, walk: boolean): ColdDecision {
  return { action: "cold", stdin: readsStdin && typeof input === "string" ? input : null, walk };
}

function verifyRanges(
  host: Host,
  request: VerifyRequest,
  verification: Verification,
  reasons: ColdReasons,
  begun: Begun,
): EndingHere | ColdDecision {
  const isDefault = request.from === "default";
  const choose = (): Begun["ranges"] => chooseRanges(request, begun.input, () => unpublished(host));
  const isWrong = isDefault && begun.walk !== null && isWrongGuess(host, begun.walk.range);
  let ranges = isWrong ? choose() : begun.ranges;
  // At once: the walk that runs is the one that the cold side is given.
  let walk = isWrong ? walkFirst(host, request, ranges) : begun.walk;
  for (let isGuess = isDefault; ; isGuess = false) {
    if ("message" in ranges) return refusedWith(ranges);
    const most = findLongRange(host);
    const isForColdSide = (): boolean =>
      (reasons.looks >= most || reasons.needsDecoder) && host.hasColdSide();
    const judging = verification.judgeRanges(ranges);
    const { summary } = judging;
    const found: string[] = [];
    let bad: BadRange | null = null;
    for (const range of ranges) {
      if (bad !== null || isForColdSide()) break;
      const started = walk ?? startWalk(host, range, environmentFor(request));
      walk = null;
      bad = walkRange(host, started, judging.open(range), found, () => {
        host.progress(summary.commits);
        return !isForColdSide();
      });
    }
    // Of several walks, the one that runs may not be the first.
    if (isForColdSide()) return toColdSide(begun, ranges.length === 1);
    const ambiguous = bad === null ? whyAmbiguous(host, request, ranges, host.listingErrors()) : null;
    if (ambiguous !== null) return { ...refusedWith(ambiguous), isWalked: true };
    if (bad === null || !isGuess || summary.commits > 0) {
      const ending = judging.end(bad);
      const isWalked = bad === null ? ranges.length > 0 : summary.commits > 0;
      return { ...ending, found: found.join("") + (ending.found ?? ""), isWalked };
    }
    ranges = choose();
  }
}

/** `found`: what is printed in the end; a range that goes to the cold side must leave no output. `goesOn`: asked after each batch of commits. */
function walkRange(
  host: Host,
  walk: Walk,
  judging: RangeJudge,
  found: string[],
  goesOn: () => boolean,
): BadRange | null {
  /** Of commits that are read later, to keep git's order. */
  const places: { [id: string]: number } = {};
  const add = (text: string, id: string): void => {
    const place = places[id];
    if (place !== undefined) found[place] = text;
    else if (text !== "") found.push(text);
  };
  const bad = finishWalk(host, walk, {
    visit(commits) {
      for (const commit of commits) add(judging.judge(commit), commit.id);
      return goesOn();
    },
    postpone(id) {
      places[id] = found.push("") - 1;
    },
    exclude: judging.exclude,
  });
  return bad !== null || !goesOn() ? bad : judging.close(add);
}
