/**
 * What can be wrong with an effect that a contribution asks for.
 */
import { textEffectOf } from "./effects/text-effects.ts";
import type { Contribution, Effect } from "./plan.ts";
import type { Problem } from "./problem.ts";

export function notHeld(contribution: Contribution, effect: Effect): Problem {
  const kind = textEffectOf(effect);
  const place = { code: "rule-broken" as const, source: effect.source };
  if (kind.fault) {
    const hint =
      "change the message, and commit again; 'interlock explain -- git commit ...' shows it as it is judged";
    return { ...place, message: "'" + contribution.id + "': " + kind.fault(effect), hint };
  }
  return {
    ...place,
    message:
      "'" +
      contribution.id +
      "': its rule for the " +
      kind.subject(effect) +
      " does not hold in the message as it ends up",
    hint: "run 'interlock explain -- git commit ...': a later hook undid it, or the message has no place for it",
  };
}

export function emptyMessage(contribution: Contribution, effect: Effect): Problem {
  return {
    code: "empty-message",
    message:
      "'" +
      contribution.id +
      "' requires the " +
      textEffectOf(effect).subject(effect) +
      ", and an empty message cannot carry it",
    hint: "give the commit a message: git commit -m '...'",
    source: effect.source,
  };
}

export function missingValue(contribution: Contribution, effect: Effect, reference: string): Problem {
  return {
    code: "value-missing",
    message:
      "'" +
      contribution.id +
      "' needs '${" +
      reference +
      "}' for its " +
      textEffectOf(effect).subject(effect) +
      ", and it is not set",
    hint: hintFor(reference),
    source: effect.source,
  };
}

export function unsafeValue(contribution: Contribution, effect: Effect, reference: string): Problem {
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
