/**
 * Runs a hook point's contributions over a text: each gets the previous one's output, in the
 * plan's order. Pure: the same input and plan give the same outcome.
 */
import { effectHolds, textEffectOf } from "./effects/text-effects.ts";
import { isEmptyMessage, type MessageRules } from "./message-rules.ts";
import type { Contribution, Effect, Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { resolveTemplate, type Values } from "./resolve-template.ts";
import { emptyMessage, missingValue, notHeld, unsafeValue } from "./effect-problems.ts";

export interface TraceEntry {
  id: string;
  plugin: string;
  source: string;
  state: "applied" | "unchanged" | "skipped" | "disabled" | "failed";
  /** What it did, or why it did nothing. */
  detail: string;
}

export interface TextOutcome {
  text: string;
  trace: TraceEntry[];
  /** The command must not go on if there is one. */
  problems: Problem[];
  warnings: Problem[];
}

/** What one contribution did. */
interface Step {
  contribution: Contribution;
  trace: TraceEntry;
  text: string;
  /** What it changed, in words. */
  done: string[];
  skipped: string[];
  problems: Problem[];
  /** What ran, with its value; it must still hold after the whole chain where it is `required`. */
  ran: { effect: Effect; value: string }[];
}

export function dispatchText(
  plan: Plan,
  point: string,
  text: string,
  rules: MessageRules,
  values: Values,
  allowEmpty: boolean,
): TextOutcome {
  const outcome: TextOutcome = { text, trace: [], problems: [], warnings: [] };
  const contributions = plan.points[point] || [];
  if (isEmptyMessage(text, rules)) return skipAll(outcome, contributions, values, allowEmpty);

  const steps: Step[] = [];
  for (const contribution of contributions) {
    const trace = traceFor(contribution);
    outcome.trace.push(trace);
    const reason = whyNotRun(contribution, values);
    if (reason !== null) {
      trace.state = contribution.disabledBy === null ? "skipped" : "disabled";
      trace.detail = reason;
    } else {
      steps.push(runEffects(contribution, trace, outcome, rules, values));
    }
  }
  for (const step of steps) {
    checkRequired(step, outcome.text, rules);
    describeStep(step);
    outcome.problems.push(...step.problems);
  }
  return outcome;
}

/**
 * git aborts over an empty message, and an added trailer would hide that. Where the caller allows an
 * empty message, a required trailer cannot be had: alone it would be the title.
 */
function skipAll(
  outcome: TextOutcome,
  contributions: Contribution[],
  values: Values,
  allowEmpty: boolean,
): TextOutcome {
  for (const contribution of contributions) {
    const trace = traceFor(contribution);
    trace.detail = "the message is empty";
    outcome.trace.push(trace);
    const runs = whyNotRun(contribution, values) === null;
    const required = contribution.effects.filter((effect) => effect.required);
    if (allowEmpty && runs && required.length > 0) {
      trace.state = "failed";
      outcome.problems.push(emptyMessage(contribution, required[0] as Effect));
    }
  }
  return outcome;
}

function traceFor(contribution: Contribution): TraceEntry {
  const { id, plugin, source } = contribution;
  return { id, plugin, source, state: "skipped", detail: "" };
}

/** Why it is switched off, or which part of `when` does not hold; null if it runs. */
function whyNotRun(contribution: Contribution, values: Values): string | null {
  if (contribution.disabledBy !== null) return "switched off in " + contribution.disabledBy;
  for (const name of contribution.when.envPresent) {
    if (values.env(name) === "") return "environment variable '" + name + "' is not set";
  }
  for (const key of contribution.when.configPresent) {
    if (values.config(key) === "") return "config key '" + key + "' is not set";
  }
  return null;
}

function runEffects(
  contribution: Contribution,
  trace: TraceEntry,
  outcome: TextOutcome,
  rules: MessageRules,
  values: Values,
): Step {
  const step: Step = {
    contribution,
    trace,
    text: outcome.text,
    done: [],
    skipped: [],
    problems: [],
    ran: [],
  };
  for (const effect of contribution.effects) {
    const resolved = resolveTemplate(effect.value, values);
    if (resolved.kind === "unsafe") {
      step.problems.push(unsafeValue(contribution, effect, resolved.reference));
    } else if (resolved.kind === "missing") {
      step.skipped.push("'${" + resolved.reference + "}' is not set");
      const problem = missingValue(contribution, effect, resolved.reference);
      if (effect.missing === "error") step.problems.push(problem);
      if (effect.missing === "warn") outcome.warnings.push(problem);
    } else {
      const kind = textEffectOf(effect);
      const changed = kind.apply(step.text, effect, resolved.text, rules);
      if (changed !== step.text) step.done.push(kind.done(effect));
      step.text = changed;
      step.ran.push({ effect, value: resolved.text });
    }
  }
  outcome.text = step.text;
  return step;
}

/** `required`: it holds after everything that ran later. */
function checkRequired(step: Step, text: string, rules: MessageRules): void {
  for (const { effect, value } of step.ran) {
    if (effect.required && !effectHolds(text, effect, value, rules)) {
      step.problems.push(notHeld(step.contribution, effect));
    }
  }
}

function describeStep({ trace, problems, done, skipped, ran }: Step): void {
  const problem = problems[0];
  if (problem) {
    trace.state = "failed";
    trace.detail = problem.message;
  } else if (done.length > 0) {
    trace.state = "applied";
    trace.detail = done.join(", ");
  } else if (ran.length > 0) {
    trace.state = "unchanged";
    trace.detail = "nothing to change";
  } else {
    trace.detail = skipped.join(", ") || "no effects";
  }
}
