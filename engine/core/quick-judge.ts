/**
 * A short way to say that a message is clean. Of many commits most are, and what rules ask of them is the same again
 * and again: which contributions are for them, what their values are, and whether a trailer block that
 * another message had too is as it should be.
 */
import { messageRunner } from "./dispatch-message.ts";
import { chooseJudged, judgedContributions, type Judgement } from "./fixpoint.ts";
import type { JudgeContext, NotJudged } from "./judged-here.ts";
import { asStored } from "./message-rules.ts";
import type { Contribution, Plan, TextEffect } from "./plan.ts";
import { seenKind, type SeenKind } from "./seen-kind.ts";
import { draftOf } from "./text-draft.ts";
import { trailerPart } from "./trailer-part.ts";

/** What is the same for many commits. */
interface Prepared {
  /** Of a clean message. */
  judgement: Judgement;
  /** Those that see nothing of a message but its trailers. */
  onTrailers: ResolvedEffect[];
  others: ResolvedEffect[];
  /** Are messages that end like this clean, as far as their trailers go? */
  cleanEnds: Cache<boolean>;
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
  const contributions = judgedContributions(plan);
  const namesIdents = contributions.some(refersToIdents);
  const asksKind = contributions.some(({ when }) => when !== undefined && when.commit !== undefined);
  const kinds = createCache<Prepared>(mostKinds);
  return (message) => {
    const part = trailerPart(message);
    if (part === null) return null;
    const seen = asksKind ? seenKind(message, context.isMerge) : null;
    const kind = namesIdents ? seen + idents() : "" + seen;
    const prepared = kinds.known[kind] || addTo(kinds, kind, prepare(plan, context, seen));
    const { onTrailers, others, cleanEnds } = prepared;
    let isClean = cleanEnds.known[part];
    if (isClean === undefined) isClean = addTo(cleanEnds, part, isLeftAsItIs(onTrailers, part));
    if (!isClean || (others.length > 0 && !isLeftAsItIs(others, message))) return null;
    return prepared.judgement;
  };
}

function prepare(plan: Plan, context: JudgeContext, seen: SeenKind | null): Prepared {
  const { judged, notJudged } = chooseJudged(plan, context, seen);
  const onTrailers: ResolvedEffect[] = [];
  const others: ResolvedEffect[] = [];
  for (const { effects } of judged) {
    for (const effect of effects as TextEffect[]) {
      const value = messageRunner.resolve(effect, context.values, []);
      if (value !== null) (seesTrailersOnly(effect) ? onTrailers : others).push({ effect, value });
    }
  }
  return {
    judgement: { violations: [], notJudged: notJudged as NotJudged[] },
    onTrailers,
    others,
    cleanEnds: createCache(mostEnds),
  };
}

function seesTrailersOnly({ type }: TextEffect): boolean {
  return type === "text.ensureTrailer" || type === "text.removeTrailer";
}

/** Does it name the author or the committer of a commit? */
export function refersToIdents({ when, effects }: Contribution): boolean {
  const isIdent = (reference: string): boolean => reference.startsWith("git.");
  return (
    ((when && when.present) || []).some(isIdent) ||
    (effects as TextEffect[]).some(({ value }) => value.some((part, i) => i % 2 === 1 && isIdent(part)))
  );
}

function isLeftAsItIs(effects: readonly ResolvedEffect[], message: string): boolean {
  const draft = draftOf(message, asStored);
  for (const { effect, value } of effects) {
    if (messageRunner.apply(draft, effect, value) !== "") return false;
    if (effect.required && !messageRunner.holds(draft, effect, value)) return false;
  }
  return true;
}

interface Cache<T> {
  /** No prototype, so that every key is its own. */
  known: { [key: string]: T | undefined };
  size: number;
  readonly most: number;
}

function createCache<T>(most: number): Cache<T> {
  return { known: Object.create(null), size: 0, most };
}

function addTo<T>(cache: Cache<T>, key: string, value: T): T {
  if (cache.size >= cache.most) {
    cache.known = Object.create(null);
    cache.size = 0;
  }
  cache.size++;
  cache.known[key] = value;
  return value;
}
