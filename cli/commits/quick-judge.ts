/**
 * A short way to say that a message is clean. Of many commits most are, and what rules ask of them is the same again
 * and again: which contributions are for them, what their values are, and whether a trailer block that
 * another message had too is as it should be.
 */
import { messageRunner } from "../../engine/core/dispatch-message.ts";
import { chooseJudged, type Judgement } from "../../engine/core/fixpoint.ts";
import type { JudgeContext, NotJudged } from "../../engine/core/judged-here.ts";
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Contribution, Plan, TextEffect } from "../../engine/core/plan.ts";
import { seenKind, type SeenKind } from "../../engine/core/seen-kind.ts";
import { draftOf } from "../../engine/core/text-draft.ts";
import { finalizePoint } from "../../shim/open-command.ts";
import { trailerPart } from "./trailer-part.ts";

/** What is the same for many commits. */
interface Prepared {
  notJudged: NotJudged[];
  /** Those that see nothing of a message but its trailers. */
  onTrailers: ResolvedEffect[];
  others: ResolvedEffect[];
  /** Are messages that end like this clean, as far as their trailers go? */
  cleanEnds: Map<string, boolean>;
}

interface ResolvedEffect {
  effect: TextEffect;
  value: string;
}

/** However many there are, memory stays as it is. */
const mostKinds = 64;
const mostEnds = 512;

/** Null if it cannot say, and `judgeMessage` has to. `idents`: the commit's own author and committer. */
export function createQuickJudge(
  plan: Plan,
  context: JudgeContext,
  idents: () => string,
): (message: string) => Judgement | null {
  const { commentChar } = context;
  const rules: MessageRules = { cleanup: "verbatim", commentChar };
  const namesIdents = (plan.points[finalizePoint] ?? []).some(refersToIdents);
  const asksKind = (plan.points[finalizePoint] ?? []).some(({ when }) => when?.commit !== undefined);
  const kinds = new Map<string, Prepared>();
  return (message) => {
    const seen = asksKind ? seenKind(message, context.isMerge) : null;
    const kind = `${seen}${namesIdents ? idents() : ""}`;
    const prepared = recall(kinds, kind, mostKinds, () => prepare(plan, context, seen));
    const { onTrailers, others, cleanEnds, notJudged } = prepared;
    const part = trailerPart(message, commentChar);
    if (part === null) return null;
    const isClean =
      recall(cleanEnds, part, mostEnds, () => isLeftAsItIs(onTrailers, part, rules)) &&
      isLeftAsItIs(others, message, rules);
    return isClean ? { violations: [], notJudged } : null;
  };
}

function prepare(plan: Plan, context: JudgeContext, seen: SeenKind | null): Prepared {
  const { judged, notJudged } = chooseJudged(plan, context, seen);
  const effects: ResolvedEffect[] = [];
  for (const effect of judged.flatMap((each) => each.effects as TextEffect[])) {
    const value = messageRunner.resolve(effect, context.values, []);
    if (value !== null) effects.push({ effect, value });
  }
  return {
    notJudged,
    onTrailers: effects.filter(({ effect }) => seesTrailersOnly(effect)),
    others: effects.filter(({ effect }) => !seesTrailersOnly(effect)),
    cleanEnds: new Map(),
  };
}

function seesTrailersOnly({ type }: TextEffect): boolean {
  return type === "text.ensureTrailer" || type === "text.removeTrailer";
}

function refersToIdents({ when, effects }: Contribution): boolean {
  const references = (effects as TextEffect[]).flatMap(({ value }) => value.filter((_, i) => i % 2 === 1));
  return [...references, ...(when?.present ?? [])].some((reference) => reference.startsWith("git."));
}

function isLeftAsItIs(effects: readonly ResolvedEffect[], message: string, rules: MessageRules): boolean {
  const draft = draftOf(message, rules);
  return effects.every(
    ({ effect, value }) =>
      messageRunner.apply(draft, effect, value) === "" &&
      (!effect.required || messageRunner.holds(draft, effect, value)),
  );
}

function recall<T>(known: Map<string, T>, key: string, most: number, find: () => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    if (known.size >= most) known.clear();
    known.set(key, value);
  }
  return value;
}
