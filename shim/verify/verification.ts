/**
 * The driver of `interlock verify`, for the binary and for Node: whether there is a rule to judge by, the verdict on each commit, what
 * must be accounted for, and the exit status. The two sides differ in the walker, which reads commits and gives each to `judge`
 * (verify-here.ts, cli/verify/walk-ranges.ts); in the formats; and in what they can decode.
 */
import { renderCode } from "../../engine/core/problem.ts";
import type { Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import type { Decoders } from "../judge/encodings.ts";
import { createVerdicts, type CommitVerdict } from "../judge/judge-commit.ts";
import { withLimitInAll } from "../judge/limit-in-all.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import { createAccount, type IdList } from "./account.ts";
import { describeBadRange, type BadRange } from "./bad-range.ts";
import type { JudgedRange } from "./choose-range.ts";
import type { Format, Rules, Summary } from "./findings.ts";
import { isReceivedRefused } from "./judge-received.ts";
import { commitFromMessage } from "./message.ts";
import type { OpenedRules } from "./open-rules.ts";
import { createRecorder, rulesOf } from "./record.ts";
import { remotesFor } from "./remotes-for.ts";
import type { VerifyRequest } from "./request.ts";
import { broken, cannot, statusOf } from "./status.ts";
import { findWaysToFix } from "./ways-to-fix.ts";
import { whyNoRule } from "./why-no-rule.ts";

/** What the two sides bring along. */
export interface Side {
  decoders: Decoders;
  createFormat(rules: Rules): Format;
  createIdList(): IdList;
  /** Sees each commit with its verdict. */
  watched?(judge: CommitVerdict): CommitVerdict;
}

/** How it ends. Texts, not bytes. */
export interface Ending {
  status: number;
  /** For standard error, before `found`. */
  before?: string;
  /** For standard output, behind what was found so far. */
  found?: string;
  /** For standard error, at the end. */
  refusal?: Refusal;
}

export interface Verification {
  /** `text`: of a message that is not in a commit; or an errno. */
  judgeMessage(text: string | number): Ending;
  judgeRanges(ranges: readonly JudgedRange[]): RangesJudge;
}

export interface RangesJudge {
  /** Gives what is printed before anything else. */
  begin(): string;
  summary: Summary;
  /** For each of the ranges in turn. */
  open(range: JudgedRange): RangeJudge;
  /** `bad`: why a range could not be judged to its end. */
  end(bad: BadRange | null): Ending;
}

export interface RangeJudge {
  /** For each commit that was read. Gives the text to print. */
  judge(commit: Commit): string;
  /** For each commit that the range excludes, and whose child it has. */
  exclude(id: string): void;
  /** After the last one: gives `print` the texts of commits that git left out. Returns why the range cannot be judged, or null. */
  close(print: (text: string, id: string) => void): BadRange | null;
}

/** Or how it ends at once. */
export function openVerification(
  host: Host,
  request: VerifyRequest,
  { plan, sealed, isSealed }: Pick<OpenedRules, "plan" | "sealed" | "isSealed">,
  { decoders, createFormat, createIdList, watched }: Side,
): Verification | Ending {
  const remotes = remotesFor(host, request);
  const noRule = whyNoRule(plan, sealed, host, remotes);
  // If only a variable is missing, each commit is reported as not judged.
  if (noRule !== null && !noRule.lacksVariable) {
    if (!noRule.byCondition || !request.allowSkipped) return refusedWith(noRule);
    // Allowed for one CI job over many repositories, with rules for only some of them.
    return { status: 0, before: `interlock: warning: ${noRule.message} ${renderCode("no-rule")}\n` };
  }
  const verdicts = createVerdicts(host, { plan, sealed, remotes, decoders, isSealed });
  const limited = request.from === "pre-receive" ? withLimitInAll(verdicts) : verdicts;
  const judge = watched === undefined ? limited : watched(limited);
  const format = createFormat(rulesOf(plan, request));
  const begin = (): string => (format.begin === undefined ? "" : format.begin());
  const conclude = (summary: Summary, found: string): Ending => {
    const status = statusOf(summary, plan, request, noRule);
    return typeof status === "number" ? { status, found } : { ...refusedWith(status), found };
  };
  return {
    judgeMessage(text) {
      const commit = commitFromMessage(host, plan, request.messageFile, text);
      if (!("id" in commit)) return refusedWith(commit);
      const { add, summary } = createRecorder(judge, format, findWaysToFix(host, [], request), "message");
      return conclude(summary, begin() + add(commit, false) + format.end(summary));
    },
    judgeRanges(ranges) {
      const recorder = createRecorder(judge, format, findWaysToFix(host, ranges, request), "commit");
      const { summary } = recorder;
      return {
        begin,
        summary,
        open(range) {
          const { areNotes } = range;
          const account = createAccount(host, range, createIdList());
          return {
            judge(commit) {
              const text = recorder.add(commit, areNotes);
              account.add(commit, recorder.wasTooLong());
              return text;
            },
            exclude: account.exclude,
            close: (print) => account.close((commit) => print(recorder.add(commit, areNotes), commit.id)),
          };
        },
        end(bad) {
          if (bad !== null) return refusedWith(describeBadRange(bad));
          const found = format.end(summary);
          return isReceivedRefused(plan, ranges, recorder)
            ? { status: broken, found }
            : conclude(summary, found);
        },
      };
    },
  };
}

export function refusedWith(refusal: Refusal): Ending {
  return { status: cannot, refusal };
}
