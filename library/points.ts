/**
 * The hook points as a program names them.
 */
import { resolvePoint, suggestPoint, type PointName } from "../engine/lifecycle/all-points.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";

/**
 * Throws for an unknown hook point: that is a mistake in the program, not in a user's files, and "none" would hide it.
 */
export function pointNamed(given: string): PointName {
  const point = resolvePoint(given);
  if (point !== null) return point;
  const name = String(given);
  throw new TypeError(`unknown hook point '${name}'; ${suggestPoint(name)}`);
}

export function unknownPoint(given: unknown): EngineDiagnostic {
  // A program in JavaScript may pass anything.
  const name = String(given);
  return wrongCall("unknown-hook-point", `unknown hook point '${name}'`, suggestPoint(name));
}
