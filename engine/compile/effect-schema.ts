/**
 * The effects that a manifest may declare.
 */
import * as z from "zod";
import { encodeUtf8 } from "../core/bytes.ts";
import type { HookPoint } from "../core/hook-points.ts";
import type { Template } from "../core/plan.ts";
import { compilePattern } from "./compile-pattern.ts";
import { suggestName } from "./nearest-name.ts";
import { parseTemplate, type TemplateForm } from "./parse-template.ts";
import { addFinding, lineText, matching } from "./schema-parts.ts";

/** Every effect type of the design: the mode of hook point it works at, and whether it exists yet. */
export const effectTypes = {
  "text.ensureTrailer": { mode: "text", exists: true },
  "text.removeTrailer": { mode: "text", exists: true },
  "text.ensureSection": { mode: "text", exists: true },
  "text.ensurePrefix": { mode: "text", exists: true },
  "text.ensureSuffix": { mode: "text", exists: true },
  "list.appendUnique": { mode: "list", exists: false },
  "text.requireMatch": { mode: "text", exists: true },
  "text.forbidMatch": { mode: "text", exists: true },
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

function template(form: TemplateForm) {
  return z.string().transform((text, ctx) => {
    const parsed = parseTemplate(text, form);
    for (const finding of parsed.findings) addFinding(ctx, finding);
    return parsed.template;
  });
}

const required = z.boolean().default(false);
const missing = z.enum(["error", "warn", "skip"]).default("error");
const globs = z.array(z.string().min(1).transform(encodeUtf8));

const ensureTrailer = z.strictObject({
  type: z.literal("text.ensureTrailer"),
  key: trailerKey,
  value: template("trimmed line"),
  dedupe: z.boolean().default(true),
  required,
  missing,
});

const removeTrailer = z
  .strictObject({
    type: z.literal("text.removeTrailer"),
    key: trailerKey,
    values: globs.nullable().default(null),
    keep: globs.default([]),
    required,
  })
  .transform((effect) => ({ ...effect, value: [] as Template, missing: "error" as const }));

const ensureSection = z
  .strictObject({
    type: z.literal("text.ensureSection"),
    heading: z
      .string()
      .trim()
      .min(1)
      .regex(/^[^\p{Cc}]*$/u)
      .transform(encodeUtf8),
    level: z.int().min(1).max(6).default(2),
    body: template("lines").default([]),
    required,
    missing,
  })
  .transform(({ body, ...effect }) => ({ ...effect, value: body }));

const ensurePrefix = z.strictObject({
  type: z.literal("text.ensurePrefix"),
  value: template("line"),
  required,
  missing,
});

const ensureSuffix = z.strictObject({
  type: z.literal("text.ensureSuffix"),
  value: template("lines"),
  required,
  missing,
});

const pattern = z.string().transform((text, ctx) => {
  const compiled = compilePattern(text);
  if ("dfa" in compiled) return compiled.dfa;
  addFinding(ctx, { code: "bad-pattern", ...compiled.problem });
  return z.NEVER;
});

function match<T extends "text.requireMatch" | "text.forbidMatch">(type: T) {
  return z
    .strictObject({ type: z.literal(type), pattern, message: lineText.transform(encodeUtf8) })
    .transform(({ pattern: dfa, ...effect }) => ({ ...effect, dfa, ...alwaysRequired }));
}

const alwaysRequired = { value: [] as Template, required: true, missing: "error" as const };

const schemas = [
  ensureTrailer,
  removeTrailer,
  ensureSection,
  ensurePrefix,
  ensureSuffix,
  match("text.requireMatch"),
  match("text.forbidMatch"),
] as const;

/** The type is judged first: the other keys mean nothing before it is known. */
export const effectSchema = z.looseObject({ type: effectType }).pipe(z.discriminatedUnion("type", schemas));
