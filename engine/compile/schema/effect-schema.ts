/**
 * The effects that a manifest may declare.
 */
import * as z from "zod";
import { encodeUtf8 } from "../../core/bytes.ts";
import type { HookPoint } from "../../core/hook-points.ts";
import type { Template } from "../../core/plan.ts";
import { compileKnownPattern } from "../pattern/known-patterns.ts";
import type { PatternProblem } from "../pattern/pattern-problem.ts";
import type { Finding } from "../files/diagnostic.ts";
import { nearestName, suggestName } from "../../core/nearest-name.ts";
import { parseTemplate, type TemplateForm } from "./parse-template.ts";
import { addFinding, lineText, matching } from "./schema-parts.ts";

/** Every effect type, with the mode of hook point that it works at, and whether it needs a text with trailers there. */
export const effectTypes = {
  "text.ensureTrailer": { mode: "text", onTrailers: true },
  "text.removeTrailer": { mode: "text", onTrailers: true },
  "text.ensureSection": { mode: "text", onTrailers: false },
  "text.ensurePrefix": { mode: "text", onTrailers: false },
  "text.ensureSuffix": { mode: "text", onTrailers: false },
  "list.appendUnique": { mode: "list", onTrailers: false },
  "text.requireMatch": { mode: "text", onTrailers: false },
  "text.forbidMatch": { mode: "text", onTrailers: false },
} as const satisfies { [type: string]: { mode: HookPoint["mode"]; onTrailers: boolean } };

/** Words in the name of an effect that does not exist, and the effect that they mean; the first that fits. */
const meantByWords: readonly (readonly [RegExp, keyof typeof effectTypes])[] = [
  [/(?:remove|delete|strip|drop).*trailer|trailer.*(?:remove|delete|strip|drop)/i, "text.removeTrailer"],
  [/trailer|sign-?_?off|co-?_?author/i, "text.ensureTrailer"],
  [/section|heading/i, "text.ensureSection"],
  [/prefix|prepend/i, "text.ensurePrefix"],
  [/suffix|footer|text.*append|append.*text/i, "text.ensureSuffix"],
  [/label|^list\.|append/i, "list.appendUnique"],
  [/forbid|deny|reject|block|not.*match|avoid/i, "text.forbidMatch"],
  [/match|require|regex|pattern|check/i, "text.requireMatch"],
];

function suggestEffect(type: string): string {
  const names = Object.keys(effectTypes);
  const meant = nearestName(type, names) ?? meantByWords.find(([words]) => words.test(type))?.[1];
  return suggestName(meant ?? type, names);
}

const effectType = z.string().superRefine((type, ctx) => {
  if (Object.hasOwn(effectTypes, type)) return;
  addFinding(ctx, {
    code: "unknown-effect",
    message: `unknown effect '${type}'`,
    hint: suggestEffect(type),
  });
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

/** For a text that is used literally: a reference in it would not be filled in. */
function refuseReference(text: string, ctx: z.RefinementCtx): void {
  if (!text.includes("${")) return;
  addFinding(ctx, {
    code: "bad-reference",
    message: `references are not filled in here: '${text}'`,
    hint: "write the text out; references are for 'value', 'body' and the values of a list effect",
  });
}

function refuseEmpty(subject: string, hint: string) {
  return (text: string, ctx: z.RefinementCtx): void => {
    if (text.trim() === "") addFinding(ctx, { code: "bad-value", message: `${subject} is empty`, hint });
  };
}

const required = z.boolean().default(false);
const missing = z.enum(["error", "warn", "skip"]).default("error");
const glob = z
  .string()
  .superRefine(refuseEmpty("the glob", "write what the value looks like, or leave the key out"))
  .superRefine(refuseReference);
const globs = z.array(glob.transform(encodeUtf8));

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
    values: globs.min(1, "'values' is empty").nullable().default(null),
    keep: globs.default([]),
    required,
  })
  .transform((effect) => ({ ...effect, value: [] as Template, missing: "error" as const }));

const level = z
  .int()
  .superRefine((number, ctx) => {
    if (number >= 1 && number <= 6) return;
    addFinding(ctx, {
      code: "bad-value",
      message: `'level' must be from 1 to 6, not '${number}'`,
      hint: "write the number of '#' before the heading",
    });
  })
  .meta({ minimum: 1, maximum: 6 })
  .default(2);

const ensureSection = z
  .strictObject({
    type: z.literal("text.ensureSection"),
    heading: lineText
      .superRefine(refuseEmpty("the heading", "write what the section is called"))
      .superRefine(refuseReference)
      .transform((text) => encodeUtf8(text.trim())),
    level,
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

const appendUnique = z.strictObject({
  type: z.literal("list.appendUnique"),
  path: z.string(),
  values: z.array(template("trimmed line")).min(1, "'values' is empty"),
  required,
  missing,
});

/** `/^feat/i`, as JavaScript writes it, in our form; null if it is none. A path has a slash inside that is not escaped. */
function withoutSlashes(text: string): string | null {
  const [, inner, flags] = /^\/((?:[^/\\]|\\.)+)\/([dgimsuvy]*)$/.exec(text) ?? [];
  if (inner === undefined || flags === undefined) return null;
  const ours = flags.replace(/[^im]/g, "");
  return (ours === "" ? "" : `(?${ours})`) + inner.replace(/\\\//g, "/");
}

function inSlashes(text: string, meant: string): Finding {
  return {
    code: "bad-pattern",
    message: `'${text}' is written between slashes, which would be looked for like any character`,
    hint: `write '${meant}'; to look for the slashes themselves, begin with '[/]'`,
  };
}

function badPattern({ message, hint, part }: PatternProblem): Finding {
  return { code: "bad-pattern", message, hint, ...(part === null ? {} : { part }) };
}

function referenceInPattern(text: string): Finding {
  return {
    code: "bad-reference",
    message: `references are not filled in in patterns: '${text}'`,
    hint: "write out what to look for, such as '[A-Z]+-[0-9]+'; to look for the signs themselves, write '[$][{]'",
  };
}

const pattern = z.string().transform((text, ctx) => {
  // A pattern of one space is valid; an empty one is not.
  if (text === "")
    refuseEmpty("the pattern", "write what to look for: nothing matches everything")(text, ctx);
  const slashed = withoutSlashes(text);
  if (slashed !== null) addFinding(ctx, inSlashes(text, slashed));
  const compiled = compileKnownPattern(text);
  if ("dfa" in compiled) return compiled.dfa;
  addFinding(ctx, text.includes("${") ? referenceInPattern(text) : badPattern(compiled.problem));
  return z.NEVER;
});

const checkMessage = lineText
  .superRefine(refuseEmpty("the message", "say what is wrong, and what to write instead"))
  .superRefine(refuseReference);

function match<T extends "text.requireMatch" | "text.forbidMatch">(type: T) {
  return z
    .strictObject({ type: z.literal(type), pattern, message: checkMessage.transform(encodeUtf8) })
    .transform(({ pattern: dfa, ...effect }) => ({ ...effect, dfa, ...alwaysRequired }));
}

const alwaysRequired = { value: [] as Template, required: true, missing: "error" as const };

const schemas = [
  ensureTrailer,
  removeTrailer,
  ensureSection,
  ensurePrefix,
  ensureSuffix,
  appendUnique,
  match("text.requireMatch"),
  match("text.forbidMatch"),
] as const;

/** The type is checked first, because the other keys depend on it. */
export const effectSchema = z.looseObject({ type: effectType }).pipe(z.discriminatedUnion("type", schemas));
