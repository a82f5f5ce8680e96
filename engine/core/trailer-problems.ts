/**
 * What can be wrong with a trailer that a contribution asks for.
 */
import type { Contribution, EnsureTrailerEffect } from "./plan.ts";
import type { Problem } from "./problem.ts";

export function lostTrailer(contribution: Contribution, effect: EnsureTrailerEffect): Problem {
  return {
    code: "trailer-lost",
    message: requires(contribution, effect) + "the message does not end with it",
    hint: "run 'interlock explain -- git commit ...': a later hook removed it, or a scissors line is the first line",
    source: effect.source,
  };
}

export function emptyMessage(contribution: Contribution, effect: EnsureTrailerEffect): Problem {
  return {
    code: "empty-message",
    message: requires(contribution, effect) + "an empty message cannot carry it",
    hint: "give the commit a message: git commit -m '...'",
    source: effect.source,
  };
}

export function missingValue(
  contribution: Contribution,
  effect: EnsureTrailerEffect,
  reference: string,
): Problem {
  return {
    code: "value-missing",
    message:
      "'" + contribution.id + "' needs '${" + reference + "}' for '" + effect.key + "', and it is not set",
    hint: hintFor(reference),
    source: effect.source,
  };
}

export function unsafeValue(
  contribution: Contribution,
  effect: EnsureTrailerEffect,
  reference: string,
): Problem {
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

function requires(contribution: Contribution, effect: EnsureTrailerEffect): string {
  return "'" + contribution.id + "' requires the trailer '" + effect.key + "', and ";
}
