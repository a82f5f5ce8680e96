/**
 * The effects that a manifest may declare.
 */
import * as z from "zod";
import type { HookPoint } from "../core/hook-points.ts";
import { suggestName } from "./nearest-name.ts";
import { parseTemplate } from "./parse-template.ts";
import { addFinding, matching } from "./schema-parts.ts";

/** Every effect type of the design: the mode of hook point it works at, and whether it exists yet. */
export const effectTypes = {
  "text.ensureTrailer": { mode: "text", exists: true },
  "text.removeTrailer": { mode: "text", exists: false },
  "text.ensureSection": { mode: "text", exists: false },
  "text.ensurePrefix": { mode: "text", exists: false },
  "text.ensureSuffix": { mode: "text", exists: false },
  "list.appendUnique": { mode: "list", exists: false },
  "text.requireMatch": { mode: "text", exists: false },
  "text.forbidMatch": { mode: "text", exists: false },
} as const satisfies { [type: string]: { mode: HookPoint["mode"]; exists: boolean } };

const effectType = z.string().superRefine((type, ctx) => {
  const names = Object.keys(effectTypes);
  const known = Object.hasOwn(effectTypes, type) ? effectTypes[type as keyof typeof effectTypes] : undefined;
  if (known === undefined) {
    addFinding(ctx, {
      code: "unknown-effect",
      message: `unknown effect '${type}'`,
      hint: suggestName(type, names),
    });
  } else if (!known.exists) {
    addFinding(ctx, {
      code: "not-in-this-version",
      message: `effect '${type}' is not in this version`,
      hint: "take it out until interlock knows it; 'text.ensureTrailer' is there now",
    });
  }
});

const trailerKey = matching(/^[A-Za-z0-9-]+$/, (key) => ({
  message: `'${key}' is not a trailer key`,
  hint: "use letters, digits and '-': Co-authored-by",
}));

const template = z.string().transform((text, ctx) => {
  const parsed = parseTemplate(text);
  for (const finding of parsed.findings) addFinding(ctx, finding);
  return parsed.template;
});

const ensureTrailer = z.strictObject({
  type: z.literal("text.ensureTrailer"),
  key: trailerKey,
  value: template,
  dedupe: z.boolean().default(true),
  required: z.boolean().default(false),
  missing: z.enum(["error", "warn", "skip"]).default("error"),
});

/** The type is judged first: the other keys mean nothing before it is known. */
export const effectSchema = z.looseObject({ type: effectType }).pipe(ensureTrailer);
