/**
 * Runs a hook point's contributions over a text: each gets the previous one's output, in the
 * plan's order. Pure: the same input and plan give the same outcome.
 */
import { ensureTrailer, hasTrailer, type WantedTrailer } from "./effects/ensure-trailer.ts";
import { isEmptyMessage, type MessageRules } from "./message-rules.ts";
import type { Contribution, EnsureTrailerEffect, Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { resolveTemplate, type Values } from "./resolve-template.ts";

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

/** What one contribution did; `wanted` is what must still be there after the whole chain. */
interface Step {
  text: string;
  added: string[];
  skipped: string[];
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

  const steps: { contribution: Contribution; step: Step }[] = [];
  for (const contribution of contributions) {
    const trace = traceFor(contribution);
    outcome.trace.push(trace);
    const reason = contribution.disabledBy === null ? unmetCondition(contribution, values) : null;
    if (contribution.disabledBy !== null) {
      trace.state = "disabled";
      trace.detail = "switched off in " + contribution.disabledBy;
    } else if (reason !== null) {
      trace.detail = reason;
    } else {
      const step = runEffects(contribution, outcome, rules, values);
      describeStep(trace, step, outcome);
      outcome.text = step.text;
      steps.push({ contribution, step });
    }
  }
  for (const { contribution, step } of steps) checkRequired(contribution, step, outcome, rules);
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
    const holds = contribution.disabledBy === null && unmetCondition(contribution, values) === null;
    const required = contribution.effects.filter((effect) => effect.required);
    if (allowEmpty && holds && required.length > 0) {
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

/** Why `when` does not hold, or null. */
function unmetCondition(contribution: Contribution, values: Values): string | null {
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
  outcome: TextOutcome,
  rules: MessageRules,
  values: Values,
): Step {
  const step: Step = { text: outcome.text, added: [], skipped: [], wanted: [] };
  for (const effect of contribution.effects) {
    const value = resolveTemplate(effect.value, values);
    if (value.kind === "unsafe") {
      outcome.problems.push(unsafeValue(contribution, effect, value.reference));
    } else if (value.kind === "missing") {
      step.skipped.push("'${" + value.reference + "}' is not set");
      const problem = missingValue(contribution, effect, value.reference);
      if (effect.missing === "error") outcome.problems.push(problem);
      if (effect.missing === "warn") outcome.warnings.push(problem);
    } else {
      const trailer = { key: effect.key, value: value.text, dedupe: effect.dedupe };
      const changed = ensureTrailer(step.text, trailer, rules);
      if (changed !== step.text) step.added.push(effect.key);
      step.text = changed;
      step.wanted.push({ trailer, effect });
    }
  }
  return step;
}

function describeStep(trace: TraceEntry, step: Step, outcome: TextOutcome): void {
  if (outcome.problems.length > 0) {
    trace.state = "failed";
    trace.detail = (outcome.problems[outcome.problems.length - 1] as Problem).message;
  } else if (step.added.length > 0) {
    trace.state = "applied";
    trace.detail = "added " + step.added.map((key) => "'" + key + "'").join(", ");
  } else if (step.wanted.length > 0) {
    trace.state = "unchanged";
    trace.detail = "already there";
  } else {
    trace.detail = step.skipped.join(", ") || "no effects";
  }
}

/** `required`: really there, after everything that ran later. */
function checkRequired(
  contribution: Contribution,
  step: Step,
  outcome: TextOutcome,
  rules: MessageRules,
): void {
  for (const { trailer, effect } of step.wanted) {
    if (!effect.required || hasTrailer(outcome.text, trailer, rules)) continue;
    outcome.problems.push({
      code: "trailer-lost",
      message:
        "'" +
        contribution.id +
        "' requires the trailer '" +
        effect.key +
        "', and the message does not end with it",
      hint: "run 'interlock explain -- git commit ...': a later hook removed it, or a scissors line is the first line",
      source: effect.source,
    });
  }
}

function emptyMessage(contribution: Contribution, effect: EnsureTrailerEffect): Problem {
  return {
    code: "empty-message",
    message:
      "'" +
      contribution.id +
      "' requires the trailer '" +
      effect.key +
      "', and an empty message cannot carry it",
    hint: "give the commit a message: git commit -m '...'",
    source: effect.source,
  };
}

function missingValue(contribution: Contribution, effect: EnsureTrailerEffect, reference: string): Problem {
  return {
    code: "value-missing",
    message:
      "'" + contribution.id + "' needs '${" + reference + "}' for '" + effect.key + "', and it is not set",
    hint: hintFor(reference),
    source: effect.source,
  };
}

function unsafeValue(contribution: Contribution, effect: EnsureTrailerEffect, reference: string): Problem {
  return {
    code: "value-unsafe",
    message: "'" + contribution.id + "': the value of '${" + reference + "}' has a control character in it",
    hint: hintFor(reference),
    source: effect.source,
  };
}

function hintFor(reference: string): string {
  const name = reference.slice(reference.indexOf(".") + 1);
  return reference.startsWith("env.")
    ? "set it: export " + name + "=..., or put it under 'env:' in the install config"
    : "set '" + name + "' under 'config:' in the install config";
}
