/** The fields of points by name, and which changes of them a hook may make. */
import { whyNul } from "../core/programs/program-findings.ts";
import type { Point } from "./all-points.ts";
import { readFields, type Field } from "./points/payload-fields.ts";
import type { Result } from "./points/result.ts";

const fieldsByPoint = new Map<Point, ReadonlyMap<string, Field>>();

/** Derived once: payloads are checked at every dispatch. */
export function fieldsOf(point: Point): ReadonlyMap<string, Field> {
  const known = fieldsByPoint.get(point);
  if (known !== undefined) return known;
  const derived = new Map(readFields(point.payload).map((field) => [field.name, field]));
  fieldsByPoint.set(point, derived);
  return derived;
}

/** Why a hook cannot have these fields put in place of the payload's; null if it can. */
export function whyUnfitChange(point: Point, changes: Result): string | null {
  const { isClosed } = point;
  for (const [field, value] of Object.entries(changes)) {
    const form = fieldsOf(point).get(field);
    if (form === undefined) {
      if (isClosed) return `the payload has no field '${field}'`;
      continue;
    }
    const { holds, called, isOptional } = form;
    if (!holds(value) && !(isOptional && (value === undefined || value === null)))
      return `its '${field}' is not ${called}`;
    const whyNot = isClosed ? whyNul([value].flat(), "text") : null;
    if (whyNot !== null) return whyNot;
  }
  return null;
}
