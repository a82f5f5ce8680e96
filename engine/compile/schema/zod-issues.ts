/**
 * Turns what zod found into diagnostics that point into the YAML file.
 */
import * as z from "zod";
import type { Problem, Frame } from "../../core/problem.ts";
import { type Finding, errorAt } from "../files/problem-at.ts";
import { nearestName, suggestName } from "../../core/nearest-name.ts";
import { exampleOf, quotedExample } from "./examples.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";

type Issue = z.core.$ZodIssue;

export interface SchemaOptions {
  /** Keys of a later version, which deserve a better answer than "unknown". */
  laterKeys: readonly string[];
}

/** The parsed value, or null with everything that is wrong with it. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  source: YamlSource,
  options: SchemaOptions,
): { value: z.output<S> | null; diagnostics: Problem[] } {
  // zod would write and compile a function for each schema, which pays only for many values.
  const result = schema.safeParse(source.value, { jitless: true });
  if (result.success) return { value: result.data, diagnostics: [] };
  const misspelt = findMisspelt(result.error.issues, schema, source.value);
  const diagnostics = result.error.issues
    .filter((issue) => !isConsequence(issue, misspelt))
    .flatMap((issue) => describeIssue(issue, schema, source, options));
  return { value: null, diagnostics };
}

/** Keys that are there, and misspelt. Paths in JSON. */
interface Misspelt {
  /** The keys that were meant. */
  meant: Set<string>;
  /** The maps that they are in. */
  maps: Set<string>;
}

function findMisspelt(issues: readonly Issue[], schema: z.ZodType, value: unknown): Misspelt {
  const misspelt: Misspelt = { meant: new Set(), maps: new Set() };
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") continue;
    const path = issue.path as YamlPath;
    for (const key of issue.keys) {
      const meant = nearestName(key, keysAt(schema, path, value));
      if (meant === null) continue;
      misspelt.meant.add(JSON.stringify([...path, meant]));
      misspelt.maps.add(JSON.stringify(path));
    }
  }
  return misspelt;
}

/** Is something missing only because it is misspelt? One mistake gives one error. */
function isConsequence(issue: Issue, { meant, maps }: Misspelt): boolean {
  const path = JSON.stringify(issue.path);
  const isMissing = issue.code === "custom" && (issue.params as Partial<Finding>)?.code === "missing-key";
  return meant.has(path) || (isMissing && maps.has(path));
}

function describeIssue(
  issue: Issue,
  schema: z.ZodType,
  source: YamlSource,
  options: SchemaOptions,
): Problem[] {
  const path = issue.path as (string | number)[];
  const named = [...source.at, ...path];
  const at = (frame: Frame, finding: Finding): Problem[] => [errorAt(source.file, frame, finding)];
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, path, source.value);
    return issue.keys.flatMap((key) => {
      const nested = nestedForm(key, known, valueAt(source.value, [...path, key]));
      const finding = unknownKey(key, known, options);
      return at(
        source.keyFrame([...path, key]),
        nested === null ? finding : { ...finding, hint: `write it nested: ${nested}` },
      );
    });
  }
  if (issue.code === "invalid_key") {
    const inner = issue.issues[0] as Issue;
    return at(source.keyFrame(path), custom(inner, named));
  }
  const value = valueAt(source.value, path);
  if (value === undefined && path.length > 0) return at(source.frame(path), missingKey(named));
  if (issue.code === "custom" || issue.code === "invalid_union") {
    const finding = custom(issue, named);
    if (finding.part !== undefined) return at(source.frameInside(path, finding.part), finding);
    return at(finding.code === "unknown-key" ? source.keyFrame(path) : source.frame(path), finding);
  }
  if (issue.code === "invalid_value") return at(source.frame(path), wrongChoice(named, value, issue.values));
  if (issue.code === "invalid_type") {
    const frame = source.frame(path);
    return at(frame, wrongType(named, value, issue.expected, frame));
  }
  return at(source.frame(path), {
    code: "bad-value",
    message: issue.message,
    hint: exampleOf(named, null) ?? "change the value",
  });
}

/** The nested form of a dotted key such as `layers.repository`; null for other keys. */
function nestedForm(key: string, known: readonly string[], value: unknown): string | null {
  const [first = "", ...others] = key.split(".");
  if (others.length === 0 || !known.includes(first)) return null;
  const shownValue = value === null || typeof value === "object" ? "..." : String(value);
  return `${first}: ${others.reduceRight((inner, name) => `{${name}: ${inner}}`, shownValue)}`;
}

function unknownKey(key: string, known: readonly string[], options: SchemaOptions): Finding {
  if (options.laterKeys.includes(key)) {
    return {
      code: "not-in-this-version",
      message: `'${key}' is not in this version`,
      hint: "take it out until interlock knows it",
    };
  }
  return { code: "unknown-key", message: `unknown key '${key}'`, hint: suggestName(key, known) };
}

function missingKey(path: YamlPath): Finding {
  const key = String(path[path.length - 1]);
  const example = exampleOf(path, null);
  return {
    code: "missing-key",
    message: `'${key}' is missing`,
    hint: example === null ? `add '${key}:' here` : example.replace(/^write it like this/, "add it here"),
  };
}

function custom(issue: Issue, path: YamlPath): Finding {
  const params = issue.code === "custom" ? (issue.params as Partial<Finding> | undefined) : undefined;
  return {
    code: params?.code ?? "wrong-type",
    message: issue.message,
    hint: params?.hint ?? exampleOf(path, null) ?? "change the value",
    ...(params?.part === undefined ? {} : { part: params.part }),
  };
}

function wrongChoice(path: YamlPath, value: unknown, choices: readonly unknown[]): Finding {
  const known = choices.map(String);
  const listed = known.map((choice) => `'${choice}'`).join(" or ");
  const isOnly = known.length === 1;
  return {
    code: "bad-value",
    message: `${subject(path)} ${isOnly || known.length < 4 ? `must be ${listed}, not ${shown(value)}` : `cannot be ${shown(value)}`}`,
    hint: isOnly ? `write '${known[0]}'` : suggestName(String(value), known),
  };
}

const typeNames: { [expected: string]: string } = {
  object: "a map",
  record: "a map",
  array: "a list",
  string: "a text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};

function wrongType(path: YamlPath, value: unknown, expected: string, frame: Frame): Finding {
  const wanted = typeNames[expected] ?? expected;
  const hint = expected === "string" ? quotedExample(path, value, frame) : exampleOf(path, value, expected);
  const isEmpty = value === null || value === undefined;
  return {
    code: "wrong-type",
    message: isEmpty
      ? `${subject(path)} is empty, and must be ${wanted}`
      : `${subject(path)} must be ${wanted}, not ${shown(value)}`,
    hint: hint ?? `write ${wanted} here`,
  };
}

/** What to call the place: the key, or the key of the list that it is in. */
function subject(path: YamlPath): string {
  const key = path.findLast((step) => typeof step === "string");
  if (key === undefined) return "the file";
  return typeof path[path.length - 1] === "number" ? `an entry of '${key}'` : `'${key}'`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a map" : `'${String(value)}'`;
}

function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const step of path) {
    if (current === null || typeof current !== "object") return undefined;
    current = (current as { [key: string]: unknown })[String(step)];
  }
  return current;
}

/** The keys that the schema knows at a path; what stands there decides where there is a choice. */
function keysAt(schema: z.ZodType, path: YamlPath, value: unknown): string[] {
  let current = unwrap(schema);
  for (const step of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[String(step)] as z.ZodType);
    else if (current instanceof z.ZodArray) current = unwrap(current.element as z.ZodType);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType as z.ZodType);
    else return [];
  }
  if (current instanceof z.ZodDiscriminatedUnion) current = chosenFrom(current, valueAt(value, path));
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

/** The option that accepts the value of the discriminator, or the choice itself. */
function chosenFrom(union: z.ZodDiscriminatedUnion, value: unknown): z.ZodType {
  const { discriminator } = union.def;
  const chosen = (union.options as z.ZodType[]).map(strictForm).find((option) => {
    const accepts = option instanceof z.ZodObject ? (option.shape[discriminator] as z.ZodType) : null;
    return accepts?.safeParse(valueAt(value, [discriminator])).success;
  });
  return chosen ?? union;
}

/** An option is a strict form, or one that something is made of. */
function strictForm(option: z.ZodType): z.ZodType {
  return option instanceof z.ZodPipe ? strictForm(option.in as z.ZodType) : unwrap(option);
}

/** Through optional, default and pipe: the strict form stands at the end of a pipe. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.out as z.ZodType);
  return schema;
}
