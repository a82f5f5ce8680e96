/** Judges existing commits one by one: at a push, in `interlock verify` and in `interlock fix`. */
import { whyLeftAlone } from "../../engine/judge/author-scope.ts";
import type { Violation } from "../../engine/judge/find-violations.ts";
import { createMessageJudge, type Judgement } from "../../engine/judge/judge-message.ts";
import type { JudgeContext, NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { whyUnclearTitle } from "../../engine/judge/unclear-title.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import {
  encodingOf,
  identOf,
  isMerge,
  readHeader,
  whyUnclearIdent,
  type Commit,
} from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { checkPrograms } from "./check-programs.ts";
import { asciiOnly, asItIs, canBeJudged, forbidsOf, type Decoder, type Decoders } from "./encodings.ts";
import { whyTooLong } from "./message-limits.ts";

export type Verdict =
  | {
      kind: "judged";
      /** As UTF-8. */
      message: string;
      violations: Violation[];
      notJudged: NotJudged[];
    }
  /** The rules do not apply to it. */
  | { kind: "left"; reason: string }
  /** It cannot be judged. */
  | {
      kind: "unreadable";
      reason: string;
      /** It is beyond a limit, so nothing else about it is looked at. */
      isTooLong?: true;
    };

/** `inFull`: say which rules a broken commit breaks, and how (the default); otherwise one violation stands for all. */
export type CommitVerdict = (commit: Commit, inFull?: boolean) => Verdict;

export interface Judged {
  plan: Plan;
  /** Sealed values. */
  sealed: { [name: string]: string };
  /** The remotes for `when.remote`; null if unknown. */
  remotes(): string[] | null;
  decoders: Decoders;
  /** Is the install sealed? Programs that the caller could have written then do not run. */
  isSealed: boolean;
}

export function createVerdicts(host: Host, judged: Judged): CommitVerdict {
  const { plan, sealed, remotes, decoders, isSealed } = judged;
  let current: Commit = { id: "", header: "", separator: "", message: "" };
  let decode = asItIs;
  let isInFull = true;
  const exempt = createExemptions(host, plan);
  const values = makeValues(
    plan,
    sealed,
    (name) => host.env(name),
    (which) => decode(identOf(current, which)),
  );
  const context: JudgeContext = { values, isMerge: false, remotes };
  const idents = (): string =>
    decode(identOf(current, "author")) + "\n" + decode(identOf(current, "committer"));
  const judgeMessage = createMessageJudge(plan, context, idents);
  const forbids = forbidsOf(plan);
  let judgeForbids: typeof judgeMessage | null = null;

  const judgeAs = (decoder: Decoder, message: string): Judgement => {
    decode = decoder;
    // Forget the idents of the previous commit, or in the previous encoding.
    values.known["git.author"] = undefined;
    values.known["git.committer"] = undefined;
    const judgement = judgeMessage(message, isInFull);
    if (judgement.programs.length === 0 || whyUnclear(current, judgement) !== null) return judgement;
    const checked = checkPrograms(host, judgement.programs, message, values, isSealed);
    // Rules run over what programs make of a message, as in a commit.
    const { violations } = checked.text === message ? judgement : judgeMessage(checked.text, isInFull);
    return {
      ...judgement,
      violations: checked.violations.concat(violations),
      notJudged: judgement.notJudged.concat(checked.notJudged),
    };
  };

  /** Few commits need it, so it is made for the first of them. */
  const findForbidden = (message: string, inFull: boolean): Violation[] => {
    if (forbids === null) return [];
    judgeForbids = judgeForbids || createMessageJudge(forbids, context, idents);
    return judgeForbids(message, inFull).violations;
  };

  return (commit, inFull = true) => {
    const tooLong = whyTooLong(commit);
    if (tooLong !== null) return { kind: "unreadable", reason: tooLong, isTooLong: true };
    current = commit;
    isInFull = inFull;
    const { odd, isPlain } = readHeader(commit);
    if (odd !== null) return { kind: "unreadable", reason: odd };
    const { message } = commit;
    const encoding = isPlain ? null : encodingOf(commit);
    const decoder = encoding === null ? asItIs : decoders(encoding);
    const exempted = exempt(commit, decoder || asciiOnly);
    if (exempted !== null) return exempted;
    if (message.indexOf("\0") >= 0)
      return { kind: "unreadable", reason: "its message has a NUL byte, where git stops reading" };
    const unclearTitle = commit.id === "" ? null : whyUnclearTitle(message);
    if (unclearTitle !== null) return { kind: "unreadable", reason: unclearTitle };
    if (encoding !== null && !canBeJudged(plan, values, encoding, decoder, commit))
      return {
        kind: "unreadable",
        reason: "its encoding '" + encoding + "' is not one that rules can be read in",
      };
    context.isMerge = !isPlain && isMerge(commit);
    // Without a decoder the bytes are enough: `canBeJudged` made sure that the result is the same.
    if (decoder === null || decoder === asItIs) return verdict(commit, message, judgeAs(asItIs, message));
    const text = decoder(message);
    const shown = judgeAs(decoder, text);
    if (shown.violations.length > 0) return verdict(commit, text, shown);
    // A reader that does not decode must not see forbidden text either.
    const found = findForbidden(message, inFull);
    const { violations } = checkPrograms(host, shown.programs, message, values, isSealed);
    const refusals = violations.filter(({ before, after }) => before === after);
    const all = found.concat(refusals).map((each) => ({ ...each, before: text, after: text }));
    return verdict(commit, text, { ...shown, violations: all });
  };
}

/** The function gives the verdict on a commit that is judged or not because of its author, whatever its message says; else null. */
function createExemptions(host: Host, plan: Plan): (commit: Commit, decode: Decoder) => Verdict | null {
  if (plan.scope === "all" && plan.trustAuthors === undefined) return () => null;
  const self = identReader(host, [], null);
  return (commit, decode) => {
    const unclear = plan.trustAuthors === undefined ? null : whyUnclearIdent(commit, "author");
    if (unclear !== null) return { kind: "unreadable", reason: unclear };
    const left = whyLeftAlone(plan, decode(identOf(commit, "author")), () => self("committer"));
    return left === null ? null : { kind: "left", reason: left };
  };
}

function verdict(commit: Commit, message: string, judgement: Judgement): Verdict {
  const unclear = whyUnclear(commit, judgement);
  if (unclear !== null) return { kind: "unreadable", reason: unclear };
  const { violations, notJudged } = judgement;
  return { kind: "judged", message, violations, notJudged };
}

/** Programs disagree about some idents; a rule that names a person cannot be judged by them. */
function whyUnclear(commit: Commit, { idents }: Judgement): string | null {
  for (const role of idents) {
    const unclear = whyUnclearIdent(commit, role);
    if (unclear !== null) return unclear;
  }
  return null;
}
