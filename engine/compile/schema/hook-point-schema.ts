/** The name of a hook point, ours or another system's. */
import * as z from "zod";
import { pointChoices, resolvePoint, suggestPoint, type PointName } from "../../lifecycle/all-points.ts";
import type { Finding } from "../files/problem-at.ts";
import { addFinding } from "./schema-parts.ts";

export const hookPoint = z
  .string()
  .meta({ enum: pointChoices() })
  .transform((name, ctx): PointName => {
    const point = resolvePoint(name);
    if (point !== null) return point;
    addFinding(ctx, unknownPoint(name));
    return z.NEVER;
  });

const nameOfPoint = z.string().meta({ enum: pointChoices() });

/** One name, or several. */
export const hookPointList = z
  .union([nameOfPoint, z.array(nameOfPoint).min(1)], { error: "must be a text or a list of texts" })
  .transform((names, ctx) =>
    [names].flat().map((name) => {
      const point = resolvePoint(name);
      if (point !== null) return { point, event: name };
      addFinding(ctx, unknownPoint(name));
      return z.NEVER;
    }),
  );

export function unknownPoint(name: string): Finding {
  return {
    code: "unknown-hook-point",
    message: `unknown hook point '${name}'`,
    hint: suggestPoint(name),
  };
}
