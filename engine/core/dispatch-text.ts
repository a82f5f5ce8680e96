/**
 * Runs a hook point's contributions over a text: each gets the previous one's output, in the
 * plan's order. Pure: the same input and plan give the same outcome.
 */
import { ensureTrailer, hasTrailer, type WantedTrailer } from "./effects/ensure-trailer.ts";
import { isEmptyMessage, type MessageRules } from "./message-rules.ts";
import type { Contribution, EnsureTrailerEffect, Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { resolveTemplate, type Values } from "./resolve-template.ts";
import { emptyMessage, lostTrailer, missingValue, unsafeValue } from "./trailer-problems.ts";

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
  added: string[];
  skipped: string[];
  problems: Problem[];
  /** What must still be there after the whole chain, where it is `required`. */
  wanted: { trailer: WantedTrailer; effect: EnsureTrailerEffect }[];
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
      outcome.problems.push(emptyMessage(contribution, required[0] as EnsureTrailerEffect));
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
    added: [],
    skipped: [],
    problems: [],
    wanted: [],
  };
  for (const effect of contribution.effects) {
    const value = resolveTemplate(effect.value, values);
    if (value.kind === "unsafe") {
      step.problems.push(unsafeValue(contribution, effect, value.reference));
    } else if (value.kind === "missing") {
      step.skipped.push("'${" + value.reference + "}' is not set");
      const problem = missingValue(contribution, effect, value.reference);
      if (effect.missing === "error") step.problems.push(problem);
      if (effect.missing === "warn") outcome.warnings.push(problem);
    } else {
      const trailer = { key: effect.key, value: value.text, dedupe: effect.dedupe };
      const changed = ensureTrailer(step.text, trailer, rules);
      if (changed !== step.text) step.added.push(effect.key);
      step.text = changed;
      step.wanted.push({ trailer, effect });
    }
  }
  outcome.text = step.text;
  return step;
}

/** `required`: really there, after everything that ran later. */
function checkRequired(step: Step, text: string, rules: MessageRules): void {
  for (const { trailer, effect } of step.wanted) {
    if (effect.required && !hasTrailer(text, trailer, rules)) {
      step.problems.push(lostTrailer(step.contribution, effect));
    }
  }
}

function describeStep({ trace, problems, added, skipped, wanted }: Step): void {
  const problem = problems[0];
  if (problem) {
    trace.state = "failed";
    trace.detail = problem.message;
  } else if (added.length > 0) {
    trace.state = "applied";
    trace.detail = "added " + added.map((key) => "'" + key + "'").join(", ");
  } else if (wanted.length > 0) {
    trace.state = "unchanged";
    trace.detail = "already there";
  } else {
    trace.detail = skipped.join(", ") || "no effects";
  }
}
