/**
 * Adds the rules of user and repository to those of a sealed install. Their plan comes from a cache that the
 * caller can write, so nothing in it may override the sealed plan.
 */
import { mapReferences, type Replace } from "../../engine/core/resolve-template.ts";
import type { Contribution, Plan } from "../../engine/core/plan.ts";

/** `combined`: the plan of all layers, which the caller may have forged. */
export function addLowerLayers(sealed: Plan, combined: Plan): Plan {
  const hold = holdToReadable(sealed.readableBelow || []);
  const isSealedId = idsOf(sealed);
  const points: Plan["points"] = {};
  for (const point of Object.keys(sealed.points)) points[point] = [];
  for (const point of Object.keys(combined.points)) points[point] = [];
  for (const point of Object.keys(points)) {
    points[point] = merge(sealed.points[point] ?? [], combined.points[point] ?? [], isSealedId, hold);
  }
  return {
    // Not security relevant: the caller can silence notices anyway.
    ...(combined.notices === undefined ? {} : { notices: combined.notices }),
    ...sealed,
    config: { ...combined.config, ...sealed.config },
    namesAuthor: sealed.namesAuthor || combined.namesAuthor,
    points,
    sealed,
  };
}

/**
 * Positions follow the combined order, but sealed contributions keep their own order: each position that
 * claims to be a sealed one gets the next of them.
 */
function merge(
  sealed: readonly Contribution[],
  combined: readonly Contribution[],
  isSealedId: (id: string) => boolean,
  hold: Replace,
): Contribution[] {
  const known: { [key: string]: true } = {};
  for (const contribution of sealed) known[keyOf(contribution)] = true;
  const waiting = sealed.map(required);
  const merged: Contribution[] = [];
  for (const contribution of combined) {
    if (known[keyOf(contribution)]) {
      if (waiting.length > 0) merged.push(waiting.shift() as Contribution);
      continue;
    }
    if (!isSealedId(contribution.id)) merged.push(mapReferences(contribution, hold));
  }
  return merged.concat(waiting);
}

/**
 * The gate keeps what it finds by a rule's id, so no other rule may have that of a sealed one. The compiler refuses
 * such a rule; a forged plan may have it all the same.
 */
export function idsOf({ points }: Plan): (id: string) => boolean {
  const ids: { [key: string]: true } = {};
  for (const point of Object.keys(points)) for (const { id } of points[point] ?? []) ids[":" + id] = true;
  return (id) => ids[":" + id] === true;
}

/**
 * Lower layers may read only the sealed values that the sealed plan permits; any other name refers to the
 * caller's variables.
 */
function holdToReadable(names: readonly string[]): Replace {
  return (reference) => {
    if (/^(?:git|config)\./.test(reference)) return reference;
    const name = reference.slice(reference.indexOf(".") + 1);
    return reference.startsWith("env.") && names.indexOf(name) >= 0 ? reference : "caller." + name;
  };
}

/** The prefix prevents a clash with names that every object has. */
function keyOf({ plugin, id }: Contribution): string {
  return ":" + plugin + "\0" + id;
}

/** Marks the effects as required, so that a final check finds what a lower layer undid. */
function required(contribution: Contribution): Contribution {
  return { ...contribution, effects: contribution.effects.map((effect) => ({ ...effect, required: true })) };
}
