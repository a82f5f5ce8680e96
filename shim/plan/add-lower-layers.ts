/**
 * What user and repository add to a sealed install. Their plan comes from a cache that is theirs to write, so it is
 * trusted with nothing but what only they have.
 */
import { mapReferences, type Replace } from "../../engine/core/resolve-template.ts";
import type { Contribution, Plan } from "../../engine/core/plan.ts";

/** `combined`: the plan of all layers, as its makers want it to be seen. */
export function addLowerLayers(sealed: Plan, combined: Plan): Plan {
  const hold = holdToReadable(sealed.readableBelow || []);
  const points: Plan["points"] = {};
  for (const point of Object.keys(sealed.points)) points[point] = [];
  for (const point of Object.keys(combined.points)) points[point] = [];
  for (const point of Object.keys(points)) {
    points[point] = merge(sealed.points[point] ?? [], combined.points[point] ?? [], hold);
  }
  return {
    // Of no weight for the seal: the caller can silence notices anyway.
    ...(combined.notices === undefined ? {} : { notices: combined.notices }),
    ...sealed,
    config: { ...combined.config, ...sealed.config },
    namesAuthor: sealed.namesAuthor || combined.namesAuthor,
    points,
  };
}

/**
 * The places are those of the combined order, but sealed ones stay in their own: each place that says it is of one
 * of them goes to the next.
 */
function merge(
  sealed: readonly Contribution[],
  combined: readonly Contribution[],
  hold: Replace,
): Contribution[] {
  const known: { [key: string]: boolean } = {};
  for (const contribution of sealed) known[keyOf(contribution)] = true;
  const waiting = sealed.map(required);
  const merged: Contribution[] = [];
  for (const contribution of combined) {
    if (!known[keyOf(contribution)]) merged.push(mapReferences(contribution, hold));
    else if (waiting.length > 0) merged.push(waiting.shift() as Contribution);
  }
  return merged.concat(waiting);
}

/** Sealed values are read by name only where the sealed plan says so; whatever else is named is the caller's own. */
function holdToReadable(names: readonly string[]): Replace {
  return (reference) => {
    if (/^(?:git|config)\./.test(reference)) return reference;
    const name = reference.slice(reference.indexOf(".") + 1);
    return reference.startsWith("env.") && names.indexOf(name) >= 0 ? reference : "caller." + name;
  };
}

/** With a mark before it, so that no name is one that every object has. */
function keyOf({ plugin, id }: Contribution): string {
  return ":" + plugin + "\0" + id;
}

/** What a lower one undoes is found when all have run. */
function required(contribution: Contribution): Contribution {
  return { ...contribution, effects: contribution.effects.map((effect) => ({ ...effect, required: true })) };
}
