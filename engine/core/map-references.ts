/**
 * Replaces the references in a contribution, wherever they stand.
 */
import type { Contribution, Effect, Reference, Template, TextEffect } from "./plan.ts";

export type Replace = (reference: Reference) => Reference;

export function mapReferences(contribution: Contribution, replace: Replace): Contribution {
  const { when } = contribution;
  const mapped: Contribution = {
    ...contribution,
    effects: contribution.effects.map((effect) => mapEffect(effect, replace)),
  };
  if (when !== undefined && when.present !== undefined)
    mapped.when = { ...when, present: when.present.map(replace) };
  return mapped;
}

export function mapEffect<E extends Effect>(effect: E, replace: Replace): E {
  const map = (template: Template): Template =>
    template.map((part, i) => (i % 2 === 1 ? replace(part) : part));
  if (effect.type === "list.appendUnique") return { ...effect, values: effect.values.map(map) };
  return { ...effect, value: map((effect as TextEffect).value) };
}
