/** The `format` of a hook: what the parts of a title are. */
import * as z from "zod";
import { encodeUtf8 } from "../../core/bytes.ts";
import { isTitlePart, titleParts } from "../../core/parts/part-names.ts";
import { conventional } from "../../core/parts/read-title.ts";
import { expectedOfConventional } from "../../core/effects/format.ts";
import { suggestName } from "../../core/nearest-name.ts";
import { compileTitlePattern } from "../pattern/title-program.ts";
import { badPattern } from "./effect-keys.ts";
import { addFinding } from "./schema-parts.ts";

export interface Format {
  /** As the plan has it. */
  planned: string;
  /** The parts of a title that it knows. */
  parts: readonly string[];
  /** For messages: what a title must be. */
  expected: string;
}

function byPattern(source: string, ctx: z.RefinementCtx): Format {
  const compiled = compileTitlePattern(source);
  if ("problem" in compiled) {
    addFinding(ctx, badPattern(compiled.problem), ["title"]);
    return z.NEVER;
  }
  const expected = encodeUtf8(`as the pattern '${source}' wants it`);
  return { planned: compiled.format, parts: compiled.parts, expected };
}

/** Not a union: of two forms that are both wrong, zod does not say which was meant. */
export const formatSchema = z
  .any()
  .transform((value: unknown, ctx): Format => {
    if (value === conventional)
      return { planned: conventional, parts: titleParts, expected: expectedOfConventional };
    const keys = value !== null && typeof value === "object" ? Object.keys(value) : [];
    const title = keys.length === 1 ? (value as { title?: unknown }).title : undefined;
    if (typeof title === "string") return byPattern(title, ctx);
    const isName = typeof value === "string";
    addFinding(ctx, {
      code: "bad-value",
      message: isName
        ? `'${value}' is no format`
        : "a format is 'conventional', or a map with a pattern as its 'title'",
      hint: `${isName ? suggestName(value, [conventional]) : "write 'format: conventional'"} or give a pattern: format: {title: '^(?<type>[a-z]+): (?<subject>.+)$'}`,
    });
    return z.NEVER;
  })
  .meta({
    anyOf: [
      { const: conventional },
      {
        type: "object",
        properties: { title: { type: "string" } },
        required: ["title"],
        additionalProperties: false,
      },
    ],
  });

/** Why a check cannot look at a part under a format; null if it can. */
export function whyNoPart(part: string, format: Format | undefined) {
  if (!isTitlePart(part)) return null;
  if (format === undefined)
    return {
      code: "bad-value" as const,
      message: `the part '${part}' is known only under a format`,
      hint: "add 'format: conventional' to the hook",
    };
  if (format.parts.includes(part)) return null;
  return {
    code: "bad-value" as const,
    message: `the format's pattern has no group '${part}'`,
    hint: `add one, (?<${part}>...), or use one of: ${format.parts.join(", ")}`,
  };
}
