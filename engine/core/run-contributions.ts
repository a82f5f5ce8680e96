/**
 * What dispatching over a text and over a list have in common: each contribution gets the previous
 * one's output, in the plan's order; what is required is checked again after the last.
 */
import { type RunContext, whyNotRun } from "./when.ts";
import {
  missingValue,
  notHeld,
  unsafeValue,
  type EffectWords,
  type Found,
  type PayloadNoun,
} from "./effect-problems.ts";
import type { Contribution, Effect } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { asWritten, type Unresolved, type Values } from "./resolve-template.ts";
import { traceOf, type TraceEntry } from "./trace.ts";

/** How effects work on one kind of payload: they change a draft `D`. `V` is an effect's resolved value. */
export interface EffectRunner<D, E extends Effect, V> {
  noun: PayloadNoun;
  /** The effect's values with references filled in, or null if none resolves. Adds those that do not to `unresolved`. */
  resolve(effect: E, values: Values, unresolved: Unresolved[]): V | null;
  /** Changes the draft so that the effect holds. Gives a description of the change; empty if there was none. */
  apply(draft: D, effect: E, value: V): string;
  /** Does the effect hold? Checked on the final draft for required effects. */
  holds(draft: D, effect: E, value: V): boolean;
  /** What in the final draft breaks it; null if that is no single place. */
  found(draft: D, effect: E): Found | null;
  words(effect: E): EffectWords<E>;
}

export interface PointFindings {
  trace: TraceEntry[];
  /** If there is one, the operation is blocked. */
  problems: Problem[];
  warnings: Problem[];
}

interface PlacedProblem {
  problem: Problem;
  /** That of its contribution. */
  index: number;
  /** The line of the text that it is about, from 0; -1 if it is about none. */
  line: number;
}

/** One run over a hook point. */
interface Run<D, E extends Effect, V> {
  draft: D;
  values: Values;
  runner: EffectRunner<D, E, V>;
  findings: PointFindings;
  /** What must still hold after the whole chain; `index` is that of its contribution. */
  required: { effect: E; value: V; index: number }[];
  problems: PlacedProblem[];
}

/** Leaves the draft as the last contribution made it; writes what came of it into `findings`. */
export function runContributions<D, E extends Effect, V>(
  contributions: readonly Contribution[],
  draft: D,
  context: RunContext,
  runner: EffectRunner<D, E, V>,
  findings: PointFindings,
): void {
  const run: Run<D, E, V> = { draft, values: context.values, runner, findings, required: [], problems: [] };
  for (let i = 0; i < contributions.length; i++) {
    const contribution = contributions[i] as Contribution;
    const reason = whyNotRun(contribution, context);
    findings.trace[i] =
      reason === null ? runEffects(run, contribution, i) : traceOf(contribution, "skipped", reason);
  }
  for (const { effect, value, index } of run.required) {
    if (runner.holds(draft, effect, value)) continue;
    const found = runner.found(draft, effect);
    const words = runner.words(effect);
    // Each hook that reads a format brings the check of that format, and all of them find the same.
    if (words.isImplied && run.problems.some(({ problem }) => isAbout(problem, found))) continue;
    const problem = notHeld(contributions[index] as Contribution, effect, words, runner.noun, found);
    addProblem(run, index, problem, found === null ? -1 : found.line);
  }
  for (const { problem, index } of run.problems)
    if ((findings.trace[index] as TraceEntry).state !== "failed")
      findings.trace[index] = traceOf(contributions[index] as Contribution, "failed", problem.message);
  for (const { problem } of inOrderOfText(run.problems)) findings.problems.push(problem);
}

function isAbout({ message }: Problem, found: Found | null): boolean {
  return found !== null && message.endsWith(": " + found.text);
}

/** By contribution, as before there were lines, and then by line. Not by `sort`, which is not stable in the script engine. */
function inOrderOfText(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const ordered: PlacedProblem[] = [];
  for (const one of problems) {
    let at = ordered.length;
    while (at > 0 && comesBefore(one, ordered[at - 1] as PlacedProblem)) at--;
    ordered.splice(at, 0, one);
  }
  return ordered;
}

function comesBefore(one: PlacedProblem, other: PlacedProblem): boolean {
  return one.line === other.line ? one.index < other.index : one.line < other.line;
}

function runEffects<D, E extends Effect, V>(
  run: Run<D, E, V>,
  contribution: Contribution,
  index: number,
): TraceEntry {
  const { runner, required } = run;
  const unresolved: Unresolved[] = [];
  const done: string[] = [];
  let skipped = "";
  let ran = false;
  // The compiler rejects effects of another mode than the hook point's.
  for (const effect of contribution.effects as E[]) {
    const value = runner.resolve(effect, run.values, unresolved);
    while (unresolved.length > 0) {
      const one = unresolved.shift() as Unresolved;
      if (one.why === "missing") skipped = inList(skipped, "'" + asWritten(one.reference) + "' is not set");
      addUnresolved(run, contribution, index, effect, one);
    }
    if (value === null) continue;
    const change = runner.apply(run.draft, effect, value);
    if (change !== "") done.push(change);
    if (effect.required) required[required.length] = { effect, value, index };
    ran = true;
  }
  if (done.length > 0) return { ...traceOf(contribution, "applied", done.join(", ")), changes: done };
  return ran
    ? traceOf(contribution, "unchanged", "nothing to change")
    : traceOf(contribution, "skipped", skipped || "no effects");
}

/** The effect's `missing` decides whether an unset value is an error, a warning or nothing. */
function addUnresolved<D, E extends Effect, V>(
  run: Run<D, E, V>,
  contribution: Contribution,
  index: number,
  effect: E,
  { reference, why }: Unresolved,
): void {
  if (why === "unsafe") {
    addProblem(run, index, unsafeValue(contribution, effect, reference));
    return;
  }
  const problem = missingValue(contribution, effect, run.runner.words(effect), reference);
  if (effect.missing === "error") addProblem(run, index, problem);
  if (effect.missing === "warn") run.findings.warnings.push(problem);
}

function addProblem<D, E extends Effect, V>(
  run: Run<D, E, V>,
  index: number,
  problem: Problem,
  line = -1,
): void {
  run.problems.push({ problem, index, line });
}

function inList(list: string, word: string): string {
  return list === "" ? word : list + ", " + word;
}
