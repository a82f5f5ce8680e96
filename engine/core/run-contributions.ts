/**
 * What dispatching over a text and over a list have in common: each contribution gets the previous
 * one's output, in the plan's order; what is required is looked at again after the last.
 */
import type { RunContext } from "./dispatch-context.ts";
import { missingValue, notHeld, unsafeValue, type EffectWords, type PayloadNoun } from "./effect-problems.ts";
import type { Contribution, Effect, Template } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { resolveTemplate } from "./resolve-template.ts";
import { skippedBecause, type TraceEntry } from "./trace.ts";
import { whyNotRun } from "./when.ts";

/** How effects work on a kind of payload. */
export interface EffectRunner<T, E extends Effect> {
  noun: PayloadNoun;
  /** The effect's values, references not yet filled in. */
  templates(effect: E): Template[];
  /** The payload as it should be; the very same one if there is nothing to change. */
  apply(payload: T, effect: E, values: string[]): T;
  /** Is it so? Asked of the final payload for what is required. */
  holds(payload: T, effect: E, values: string[]): boolean;
  /** What was done, when the payload changed. */
  done(effect: E, before: T, after: T): string;
  words(effect: E): EffectWords<E>;
}

export interface Outcome {
  trace: TraceEntry[];
  /** The operation must not go on if there is one. */
  problems: Problem[];
  warnings: Problem[];
}

/** What one contribution did. */
interface Step<E> {
  contribution: Contribution;
  trace: TraceEntry;
  /** What it changed, in words. */
  done: string;
  skipped: string;
  problems: Problem[];
  /** What ran, with its values; it must still hold after the whole chain where it is `required`. */
  ran: { effect: E; values: string[] }[];
}

/** Gives the payload as the last contribution left it; writes the rest into `outcome`. */
export function runContributions<T, E extends Effect>(
  contributions: readonly Contribution[],
  payload: T,
  context: RunContext,
  runner: EffectRunner<T, E>,
  outcome: Outcome,
): T {
  let current = payload;
  const steps: Step<E>[] = [];
  for (const contribution of contributions) {
    const reason = whyNotRun(contribution, context);
    const trace = skippedBecause(contribution, reason || "");
    outcome.trace.push(trace);
    if (reason !== null) continue;
    const step: Step<E> = { contribution, trace, done: "", skipped: "", problems: [], ran: [] };
    current = runEffects(step, current, context, runner, outcome);
    steps.push(step);
  }
  for (const step of steps) {
    checkRequired(step, current, runner);
    describeStep(step);
    for (const problem of step.problems) outcome.problems.push(problem);
  }
  return current;
}

function runEffects<T, E extends Effect>(
  step: Step<E>,
  payload: T,
  context: RunContext,
  runner: EffectRunner<T, E>,
  outcome: Outcome,
): T {
  let current = payload;
  // The compiler lets only effects of the hook point's own mode into it.
  for (const effect of step.contribution.effects as E[]) {
    const values = resolveValues(step, effect, context, runner, outcome);
    if (values.length === 0) continue;
    const changed = runner.apply(current, effect, values);
    if (changed !== current) step.done = inList(step.done, runner.done(effect, current, changed));
    current = changed;
    step.ran.push({ effect, values });
  }
  return current;
}

/** Those that can be had; what is wrong with the others goes where `missing` says. */
function resolveValues<T, E extends Effect>(
  step: Step<E>,
  effect: E,
  { values }: RunContext,
  runner: EffectRunner<T, E>,
  outcome: Outcome,
): string[] {
  const found: string[] = [];
  for (const template of runner.templates(effect)) {
    const resolved = resolveTemplate(template, values);
    if (resolved.kind === "value") {
      found.push(resolved.text);
    } else if (resolved.kind === "unsafe") {
      step.problems.push(unsafeValue(step.contribution, effect, resolved.reference));
    } else {
      step.skipped = inList(step.skipped, "'${" + resolved.reference + "}' is not set");
      const problem = missingValue(step.contribution, effect, runner.words(effect), resolved.reference);
      if (effect.missing === "error") step.problems.push(problem);
      if (effect.missing === "warn") outcome.warnings.push(problem);
    }
  }
  return found;
}

/** `required`: it holds after everything that ran later. */
function checkRequired<T, E extends Effect>(step: Step<E>, payload: T, runner: EffectRunner<T, E>): void {
  for (const { effect, values } of step.ran) {
    if (effect.required && !runner.holds(payload, effect, values)) {
      step.problems.push(notHeld(step.contribution, effect, runner.words(effect), runner.noun));
    }
  }
}

function describeStep<E>({ trace, problems, done, skipped, ran }: Step<E>): void {
  const problem = problems[0];
  if (problem) {
    trace.state = "failed";
    trace.detail = problem.message;
  } else if (done !== "") {
    trace.state = "applied";
    trace.detail = done;
  } else if (ran.length > 0) {
    trace.state = "unchanged";
    trace.detail = "nothing to change";
  } else {
    trace.detail = skipped || "no effects";
  }
}

function inList(list: string, word: string): string {
  return list === "" ? word : list + ", " + word;
}
