/**
 * Judges the message of a commit that exists. A message is compliant if the plan, run over it, changes nothing and every
 * check holds: it is a fixpoint of the plan. The push gate, `verify` and `fix` all rest on this one function.
 *
 * The message is read as the object stores it, with git's default settings (`asStored`), because that is what every
 * other clone shows. A message that the rules changed at commit time is a fixpoint of this reading too, whichever
 * cleanup and comment character git used then.
 */
import { finalizePoint } from "../core/hook-points.ts";
import { messageRunner } from "../core/dispatch/run-effects.ts";
import { onMessage } from "../core/effects/effects.ts";
import { asStored } from "../core/cleanup-settings.ts";
import type { Contribution, GitIdent, Plan, PlannedProgram, TextEffect } from "../core/plan.ts";
import { seenKind, type SeenKind } from "../core/seen-kind.ts";
import { draftOf } from "../core/text/text-draft.ts";
import { addTo, createCache, type Cache } from "./bounded-cache.ts";
import { findViolations, type Violation } from "./find-violations.ts";
import { isForCommit, noteMissingValues, type JudgeContext, type NotJudged } from "./judgeable.ts";
import { checkingPrograms, judgedContributions } from "./judged-plan.ts";
import { conditionsOf, identsIn, identsInEffects, refersToIdents } from "./named-idents.ts";
import { trailerPartOf } from "./trailer-part.ts";

export interface Judgement {
  violations: Violation[];
  notJudged: NotJudged[];
  /** The caller still has to run these over the message, each as a check (shim/judge/check-programs.ts). */
  programs: PlannedProgram[];
  /** Does a rule for this message name the commit's author or committer? */
  idents: GitIdent[];
}

/** What commits of one kind have in common, worked out once instead of for each. */
interface Prepared {
  judged: Contribution[];
  /** The judgement on a clean message. */
  judgement: Judgement;
  /** Effects that read nothing of a message but its trailers. */
  onTrailers: ResolvedEffect[];
  others: ResolvedEffect[];
  /** For each trailer part (trailer-part.ts) seen so far: is it clean, so that `onTrailers` would change nothing? */
  cleanEnds: Cache<boolean>;
}

interface ResolvedEffect {
  effect: TextEffect;
  value: string;
}

/** How many kinds of commits, and trailer parts of each, to remember. */
const mostKinds = 64;
const mostEnds = 512;

/**
 * Judges many commits. `context` describes the current one: the caller changes it between two messages. `idents` gives that
 * commit's author and committer as one text. Most commits are clean and end in the same trailers as another one, so the judge
 * looks both up before it runs any effect.
 *
 * `inFull` (the default): find every violation, and what each rule would change. Otherwise stop at the first: a push may bring
 * thousands of broken commits, and only a few are described.
 */
export function createMessageJudge(
  plan: Plan,
  context: JudgeContext,
  idents: () => string,
): (message: string, inFull?: boolean) => Judgement {
  const contributions = judgedContributions(plan);
  const namesIdents = contributions.some(refersToIdents);
  const programs = (plan.programs || {})[finalizePoint] || [];
  const asks = ({ when }: Pick<Contribution, "when">): boolean =>
    when !== undefined && when.commit !== undefined;
  const asksKind = contributions.some(asks) || programs.some(asks);
  const kinds = createCache<Prepared>(mostKinds);
  const prepareKind = (kind: string, seen: SeenKind | null): Prepared =>
    addTo(kinds, kind, prepare(contributions, programs, context, seen));
  // The usual kind: a message that shows none. Prepared before the first commit arrives, while git still lists them.
  if (!namesIdents && programs.length === 0 && contributions.length > 0) prepareKind("" + null, null);
  return (message, inFull = true) => {
    const seen = asksKind ? seenKind(message, context.isMerge) : null;
    const kind = namesIdents ? seen + idents() : "" + seen;
    const prepared = kinds.known[kind] || prepareKind(kind, seen);
    const { judged, judgement } = prepared;
    if (judged.length === 0) return judgement;
    if (isClean(prepared, message, trailerPartOf(message))) return judgement;
    return { ...judgement, violations: findViolations(plan, judged, message, context, inFull) };
  };
}

/** Programs that would have to run again to say what they make of a message, and may say something else then. */
export function notJudgedPrograms({ programs = {} }: Plan): NotJudged[] {
  return (programs[finalizePoint] || []).filter(runsAtCommitOnly).map(asNotJudged);
}

/** Are there rules, or programs, by which a message can be judged? */
export function canJudge(plan: Plan): boolean {
  return judgedContributions(plan).length > 0 || checkingPrograms(plan).length > 0;
}

function runsAtCommitOnly({ skipped, deterministic }: PlannedProgram): boolean {
  return skipped === undefined && deterministic !== true;
}

function asNotJudged({ id, plugin, source }: PlannedProgram): NotJudged {
  return {
    id,
    plugin,
    source,
    reason: "it is a program, which runs only while a commit is made",
    cause: "commit-time-only",
    stopsCommits: false,
  };
}

/** Chooses the contributions that a commit of this kind is judged by. */
function prepare(
  contributions: readonly Contribution[],
  programs: readonly PlannedProgram[],
  context: JudgeContext,
  seen: SeenKind | null,
): Prepared {
  const notJudged: NotJudged[] = [];
  const checking: PlannedProgram[] = [];
  const idents: GitIdent[] = [];
  for (const program of programs) {
    if (program.skipped !== undefined) continue;
    idents.push(...identsIn(conditionsOf(program)));
    const unknown: NotJudged[] = [];
    const isMeant = isForCommit({ ...program, effects: [] }, context, seen, unknown);
    if (runsAtCommitOnly(program)) {
      if (isMeant || unknown.length > 0) notJudged.push(asNotJudged(program));
    } else if (isMeant) {
      checking.push(program);
    } else notJudged.push(...unknown);
  }
  const judged: Contribution[] = [];
  const onTrailers: ResolvedEffect[] = [];
  const others: ResolvedEffect[] = [];
  for (const contribution of contributions) {
    if (contribution.disabledBy === undefined) idents.push(...identsIn(conditionsOf(contribution)));
    if (!isForCommit(contribution, context, seen, notJudged)) continue;
    idents.push(...identsInEffects(contribution));
    noteMissingValues(contribution, context.values, notJudged);
    judged.push(contribution);
    for (const effect of contribution.effects as TextEffect[]) {
      const value = messageRunner.resolve(effect, context.values, []);
      if (value !== null)
        (onMessage(effect).reads === "trailers" ? onTrailers : others).push({ effect, value });
    }
  }
  const judgement: Judgement = { violations: [], notJudged, programs: checking, idents };
  return { judged, judgement, onTrailers, others, cleanEnds: createCache(mostEnds) };
}

function isClean({ onTrailers, others, cleanEnds }: Prepared, message: string, part: string | null): boolean {
  if (part === null) return message !== "" && isLeftAsItIs(onTrailers.concat(others), message);
  let isCleanEnd = cleanEnds.known[part];
  if (isCleanEnd === undefined) isCleanEnd = addTo(cleanEnds, part, isLeftAsItIs(onTrailers, part));
  return isCleanEnd && (others.length === 0 || isLeftAsItIs(others, message));
}

/** If every effect leaves the message as it is, so does the chain. */
function isLeftAsItIs(effects: readonly ResolvedEffect[], message: string): boolean {
  const draft = draftOf(message, asStored);
  for (const { effect, value } of effects) {
    if (messageRunner.apply(draft, effect, value) !== "") return false;
    if (effect.required && !messageRunner.holds(draft, effect, value)) return false;
  }
  return true;
}
