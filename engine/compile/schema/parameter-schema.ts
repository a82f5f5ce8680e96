/**
 * `extensions.parameters`: what a plugin lets its users set. A config file sets it under `plugins.manifests.<plugin>.parameters`.
 */
import * as z from "zod";
import { suggestName } from "../../core/nearest-name.ts";
import type { Finding } from "../files/problem-at.ts";
import { addFinding, lineText, matching } from "./schema-parts.ts";

export const parameterNamePattern = /^[A-Za-z][A-Za-z0-9_-]*$/;

export const parameterName = matching(parameterNamePattern, (name) => ({
  message: `'${name}' is not a name for a parameter`,
  hint: "use letters, digits, '_' and '-', beginning with a letter: maxLength",
}));

const choices = z.array(lineText).min(1, "'oneOf' is empty").optional();
const summary = z.string().optional();

function noNumber(min: number, max: number): Finding {
  return {
    code: "bad-value",
    message: `no number is at least ${min} and at most ${max}`,
    hint: "make 'min' the smaller one",
  };
}

const parameterTypes = ["text", "integer", "boolean", "list"] as const;

/** The type is checked first, because the other keys depend on it. */
const typed = z.looseObject({ type: z.enum(parameterTypes) });

const known = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text"), default: lineText.optional(), oneOf: choices, summary }),
    z.strictObject({
      type: z.literal("integer"),
      default: z.int().optional(),
      min: z.int().optional(),
      max: z.int().optional(),
      summary,
    }),
    z.strictObject({ type: z.literal("boolean"), default: z.boolean().optional(), summary }),
    z.strictObject({
      type: z.literal("list"),
      default: z.array(lineText).optional(),
      oneOf: choices,
      summary,
    }),
  ])
  .superRefine((parameter, ctx) => {
    const { min = -Infinity, max = Infinity } = parameter.type === "integer" ? parameter : {};
    if (min > max) addFinding(ctx, noNumber(min, max), ["min"]);
    if (parameter.default === undefined) return;
    const finding = whyUnfit("default", parameter, parameter.default);
    if (finding !== null) addFinding(ctx, finding, ["default"]);
  });

const definition = typed.pipe(known) as unknown as typeof known;

export const parametersSchema = z.record(parameterName, definition);

export type Parameter = z.output<typeof definition>;

export type ParameterValue = string | number | boolean | readonly string[];

/** In a config file. Which of these fits a parameter, its plugin says. */
export const parameterValue = z.union([lineText, z.int(), z.boolean(), z.array(lineText)], {
  error: "a parameter must be a text, a whole number, true or false, or a list of texts",
});

const forms: { readonly [T in Parameter["type"]]: { name: string; example: string } } = {
  text: { name: "a text", example: "a text" },
  integer: { name: "a whole number", example: "72" },
  boolean: { name: "true or false", example: "true" },
  list: { name: "a list", example: "[feat, fix]" },
};

function formOf(value: ParameterValue): Parameter["type"] {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "integer";
  return typeof value === "boolean" ? "boolean" : "list";
}

/** Why a parameter cannot have a value; null if it can. */
export function whyUnfit(name: string, parameter: Parameter, value: ParameterValue): Finding | null {
  if (formOf(value) !== parameter.type) {
    const { name: wanted, example } = forms[parameter.type];
    const hint =
      parameter.type === "list" && !Array.isArray(value)
        ? `write it as a list, with brackets: ${name}: [${String(value)}]`
        : `write it like this: ${name}: ${exampleOf(parameter, example)}`;
    const written = Array.isArray(value) ? "a list" : `'${String(value)}'`;
    return { code: "wrong-type", message: `'${name}' must be ${wanted}, not ${written}`, hint };
  }
  if (parameter.type === "integer") return whyOutside(name, parameter, value as number);
  if (!("oneOf" in parameter) || parameter.oneOf === undefined) return null;
  const allowed = parameter.oneOf;
  const wrong = [value as string | readonly string[]].flat().find((each) => !allowed.includes(each));
  if (wrong === undefined) return null;
  return {
    code: "bad-value",
    message: `'${name}' cannot be '${wrong}'`,
    hint: suggestName(wrong, allowed),
  };
}

function exampleOf(parameter: Parameter, example: string): string {
  const { default: usual } = parameter;
  if (usual === undefined) return example;
  return Array.isArray(usual) ? `[${usual.join(", ")}]` : String(usual);
}

function whyOutside(
  name: string,
  { min, max }: Parameter & { type: "integer" },
  value: number,
): Finding | null {
  const isBelow = min !== undefined && value < min;
  if (!isBelow && (max === undefined || value <= max)) return null;
  const limit = isBelow ? `at least ${min}` : `at most ${max}`;
  return {
    code: "bad-value",
    message: `'${name}' must be ${limit}, not '${value}'`,
    hint: `write '${name}: ${isBelow ? min : max}', or a number ${isBelow ? "above" : "below"} it`,
  };
}
