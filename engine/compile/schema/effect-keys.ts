/**
 * What may stand at the keys of an effect in a manifest: a schema for each form that a row of the table of effects can name.
 */
import * as z from "zod";
import { encodeUtf8 } from "../../core/bytes.ts";
import type { KeyForm } from "../../core/effects/effect-row.ts";
import { compileKnownPattern } from "../pattern/known-patterns.ts";
import type { PatternProblem } from "../pattern/pattern-problem.ts";
import type { Finding } from "../files/problem-at.ts";
import { parseTemplate, type TemplateForm } from "./parse-template.ts";
import { addFinding, lineText, matching } from "./schema-parts.ts";

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

const glob = z
  .string()
  .superRefine(refuseEmpty("the glob", "write what the value looks like, or leave the key out"))
  .superRefine(refuseReference);
const globs = z.array(glob.transform(encodeUtf8));

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
  .meta({ minimum: 1, maximum: 6 });

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

const heading = lineText
  .superRefine(refuseEmpty("the heading", "write what the section is called"))
  .superRefine(refuseReference)
  .transform((text) => encodeUtf8(text.trim()));

export const keySchemas: { readonly [F in KeyForm]: z.ZodType } = {
  "trailer key": trailerKey,
  line: template("line"),
  "trimmed line": template("trimmed line"),
  lines: template("lines"),
  "trimmed lines": z.array(template("trimmed line")).min(1, "'values' is empty"),
  flag: z.boolean(),
  globs,
  "globs or null": globs.min(1, "'values' is empty").nullable(),
  heading,
  "heading level": level,
  pattern,
  "check message": checkMessage.transform(encodeUtf8),
  field: z.string(),
};
