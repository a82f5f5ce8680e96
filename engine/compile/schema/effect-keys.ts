/**
 * What may stand at the keys of an effect in a manifest: a schema for each form that a row of the table of effects can name.
 */
import * as z from "zod";
import { encodeUtf8 } from "../../core/bytes.ts";
import type { EffectKey, KeyForm } from "../../core/effects/effect-row.ts";
import { suggestName } from "../../core/nearest-name.ts";
import { plainParts, titleParts } from "../../core/parts/part-names.ts";
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

export function badPattern({ message, hint, part }: PatternProblem): Finding {
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

const part = matching(
  new RegExp(`^(?:${[...plainParts, ...titleParts].join("|")}|trailer\\.[A-Za-z0-9-]+)$`),
  (text) => ({
    message: `'${text}' is no part of a message`,
    hint: text.startsWith("trailer")
      ? "write 'trailer.' and the trailer's key: trailer.Refs"
      : suggestName(text, [...plainParts, ...titleParts, "trailer.<Key>"]),
  }),
);

const count = z
  .int()
  .superRefine((number, ctx) => {
    if (number >= 1) return;
    addFinding(ctx, {
      code: "bad-value",
      message: `'${number}' is no number of characters`,
      hint: "write 1 or more; 'text.absent' refuses a part altogether",
    });
  })
  .meta({ minimum: 1 });

const words = z
  .array(
    lineText
      .superRefine(refuseEmpty("the text", "write one, or leave it out"))
      .superRefine(refuseReference)
      .transform(encodeUtf8),
  )
  .min(1, "the list is empty");

function nameIn({ names = [] }: EffectKey) {
  return z.enum(names as [string, ...string[]]);
}

interface Form {
  schema: z.ZodType | ((key: EffectKey) => z.ZodType);
  /** For the documents. */
  says: string;
  /** A right value, as it is written in one line; none where a hint needs no example. */
  example?: string;
  /** Is it the effect's value, in which references are filled in? */
  isValue?: true;
}

const person = "'Ann <ann@example.org>'";

export const keyForms: { readonly [F in KeyForm]: Form } = {
  "trailer key": { schema: trailerKey, says: "letters, digits and `-`", example: "Reviewed-by" },
  line: { schema: template("line"), says: "one line, with references", example: person, isValue: true },
  "trimmed line": {
    schema: template("trimmed line"),
    says: "one line without spaces around it, with references",
    example: person,
    isValue: true,
  },
  lines: { schema: template("lines"), says: "lines, with references", example: person, isValue: true },
  "trimmed lines": {
    schema: z.array(template("trimmed line")).min(1, "'values' is empty"),
    says: "a list of texts, with references",
    example: "[bug, triage]",
    isValue: true,
  },
  flag: { schema: z.boolean(), says: "`true` or `false`" },
  globs: { schema: globs, says: "a list of globs: `*` matches anything", example: "['*@example.org']" },
  "globs or null": {
    schema: globs.min(1, "'values' is empty").nullable(),
    says: "a list of globs: `*` matches anything",
    example: "['*@example.org']",
  },
  heading: { schema: heading, says: "a heading without its `#`", example: "Review" },
  "heading level": { schema: level, says: "from 1 to 6", example: "2" },
  pattern: { schema: pattern, says: "a [pattern](#patterns)", example: "'^(feat|fix): '" },
  "check message": {
    schema: checkMessage.transform(encodeUtf8),
    says: "one line: what is wrong, and what to write instead",
    example: "begin the subject with 'feat: ' or 'fix: '",
  },
  part: { schema: part, says: "a [part](#parts-of-a-message)", example: "title" },
  count: { schema: count, says: "a number of characters, from 1", example: "72" },
  texts: { schema: words, says: "a list of texts", example: "[feat, fix]" },
  name: { schema: nameIn, says: "one of" },
  names: { schema: (key) => z.array(nameIn(key)).min(1, "the list is empty"), says: "some of" },
  field: { schema: z.string(), says: "the hook point's list: `labels`", example: "labels" },
};
