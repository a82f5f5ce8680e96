/**
 * Judges the message of a commit that exists. A message is compliant if the plan, run over it, changes nothing and every
 * check holds: it is a fixpoint of the plan. The push gate, `verify` and `fix` all rest on this one function.
 *
 * The message is read as the object stores it, with git's default settings (`asStored`), because that is what every
 * other clone shows. A message that the rules changed at commit time is a fixpoint of this reading too, whichever
 * cleanup and comment character git used then.
 */
import { dispatchMessage, messageRunner, type TextOutcome } from "../core/dispatch/dispatch-message.ts";
import { onMessage } from "../core/effects/effects.ts";
import { asStored } from "../core/message-rules.ts";
import type { Contribution, GitIdent, Plan, PlannedProgram, TextEffect } from "../core/plan.ts";
import { isRefusal, withoutName } from "../core/problem.ts";
import { seenKind, type SeenKind } from "../core/seen-kind.ts";
import { draftOf } from "../core/text/text-draft.ts";
import {
  isForCommit,
  kindForRules,
  noteMissingValues,
  type JudgeContext,
  type NotJudged,
} from "./judgeable.ts";
import { conditionsOf, identsIn, identsInEffects, refersToIdents } from "./named-idents.ts";
import { trailerPartOf } from "./trailer-part.ts";

export interface Judgement {
  violations: Violation[];
  notJudged: NotJudged[];
  /** Those that are left to run over the message, as a check. */
  programs: PlannedProgram[];
  /** Whom the rules for this message name. */
  idents: GitIdent[];
}

export interface Violation {
  id: string;
  plugin: string;
  source: string;
  /** What the message lacks, what else the contribution would have changed, or the check's own message. */
  message: string;
  /** The message before and after the contribution; the same for a check. */
  before: string;
  after: string;
}

const point = "commit.message.finalize";

/** The contributions that commits are judged by. */
export function judgedContributions(plan: Plan): Contribution[] {
  return plan.points[point] || [];
}

/** The plan, with these contributions to judge by. */
export function withContributions(plan: Plan, contributions: Contribution[]): Plan {
  return { ...plan, points: { [point]: contributions } };
}

/** What is the same for many commits. */
interface Prepared {
  judged: Contribution[];
  /** Of a clean message. */
  judgement: Judgement;
  /** Effects that read nothing of a message but its trailers. */
  onTrailers: ResolvedEffect[];
  others: ResolvedEffect[];
  /** Are the trailers of messages that end like this clean? */
  cleanEnds: Cache<boolean>;
}

interface ResolvedEffect {
  effect: TextEffect;
  value: string;
}

/** Limits of the caches, so that memory grows neither with the history nor with its messages. */
const mostKinds = 64;
const mostEnds = 512;
/** Longer keys are not kept: hardly two messages have the same. */
const longestKey = 2048;
const mostKeyBytes = 128 * 1024;

/**
 * Judges many commits: `context` may change between two messages. `idents` is the commit's own author and committer,
 * as one text. Most commits are clean and have the same trailers as others, so both are looked up before anything runs.
 *
 * `inFull`: find all violations, and what each rule would change (the default). Otherwise there is one if the message is broken: a push
 * may bring thousands of broken commits, and few are described.
 */
export function createMessageJudge(
  plan: Plan,
  context: JudgeContext,
  idents: () => string,
): (message: string, inFull?: boolean) => Judgement {
  const contributions = judgedContributions(plan);
  const namesIdents = contributions.some(refersToIdents);
  const programs = (plan.programs || {})[point] || [];
  const asks = ({ when }: Pick<Contribution, "when">): boolean =>
    when !== undefined && when.commit !== undefined;
  const asksKind = contributions.some(asks) || programs.some(asks);
  const kinds = createCache<Prepared>(mostKinds);
  const prepareKind = (kind: string, seen: SeenKind | null): Prepared =>
    addTo(kinds, kind, prepare(contributions, programs, context, seen));
  // Most commits are of no kind that can be seen. Prepared now, because git may still be looking for them.
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

/** What such a program would have made of a message cannot be told afterwards. */
export function notJudgedPrograms({ programs = {} }: Plan): NotJudged[] {
  return (programs[point] || []).filter(runsAtCommitOnly).map(asNotJudged);
}

/** Are there rules, or programs, by which a message can be judged? */
export function canJudge(plan: Plan): boolean {
  return judgedContributions(plan).length > 0 || checkingPrograms(plan).length > 0;
}

/** Programs that can be run over a message that exists. */
export function checkingPrograms({ programs = {} }: Plan): PlannedProgram[] {
  return (programs[point] || []).filter(({ deterministic }) => deterministic === true);
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

function findViolations(
  plan: Plan,
  judged: Contribution[],
  message: string,
  context: JudgeContext,
  inFull: boolean,
): Violation[] {
  const outcome = run(plan, judged, message, context);
  const violations: Violation[] = [];
  if (!inFull && outcome.text !== message) return firstChange(judged, outcome, message);
  if (outcome.text !== message) {
    let before = message;
    // Once more, one by one, to see what each of them changes.
    for (const contribution of judged) {
      const { text, trace } = run(plan, [contribution], before, context);
      const entry = trace[0];
      if (text === before || entry === undefined) continue;
      const { id, plugin, source } = contribution;
      const faults = (entry.changes || ["changed the message"]).map(asFault);
      violations.push({ id, plugin, source, message: faults.join(", "), before, after: text });
      before = text;
    }
  }
  return violations.concat(brokenChecks(judged, outcome, message));
}

/** Without another run: what the rules make of the message together. */
function firstChange(judged: Contribution[], { text, trace }: TextOutcome, message: string): Violation[] {
  const index = firstIndex(trace, ({ changes }) => changes !== undefined);
  // One whose check fails in the end has a trace without its changes.
  const { id, plugin, source } = judged[index < 0 ? 0 : index] as Contribution;
  return [{ id, plugin, source, message: "would have changed the message", before: message, after: text }];
}

function firstIndex<T>(list: readonly T[], isWanted: (each: T) => boolean): number {
  for (let i = 0; i < list.length; i++) if (isWanted(list[i] as T)) return i;
  return -1;
}

/** "added x" is what an effect did; of a message that exists, it is "lacks x". */
function asFault(change: string): string {
  return change.startsWith("added ") ? change.replace("added", "lacks") : "would have " + change;
}

/** What is required and does not hold. A missing value is not the message's fault. */
function brokenChecks(judged: Contribution[], { problems }: TextOutcome, message: string): Violation[] {
  const broken: Violation[] = [];
  for (const { id, plugin, source } of judged) {
    for (const problem of problems) {
      if (problem.id !== id || !isRefusal(problem)) continue;
      broken.push({
        id,
        plugin,
        source,
        message: withoutName(problem.message, id),
        before: message,
        after: message,
      });
    }
  }
  return broken;
}

function run(
  plan: Plan,
  contributions: Contribution[],
  text: string,
  { values, isMerge, remotes }: JudgeContext,
): TextOutcome {
  // The contributions are chosen by kind already, and no effect changes the kind.
  const facts = { commit: () => kindForRules(seenKind(text, isMerge)), remotes: () => remotes() || [] };
  return dispatchMessage(withContributions(plan, contributions), point, text, {
    rules: asStored,
    values,
    facts,
    allowEmpty: true,
  });
}

interface Cache<T> {
  /** No prototype, so that a key such as `constructor` is just a key. */
  known: { [key: string]: T | undefined };
  size: number;
  /** The length of all keys. */
  bytes: number;
  readonly most: number;
}

function createCache<T>(most: number): Cache<T> {
  return { known: Object.create(null), size: 0, bytes: 0, most };
}

function addTo<T>(cache: Cache<T>, key: string, value: T): T {
  if (key.length > longestKey) return value;
  if (cache.size >= cache.most || cache.bytes + key.length > mostKeyBytes) {
    cache.known = Object.create(null);
    cache.size = 0;
    cache.bytes = 0;
  }
  cache.size++;
  cache.bytes += key.length;
  cache.known[key] = value;
  return value;
}
