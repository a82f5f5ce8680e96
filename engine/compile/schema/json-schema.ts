/**
 * JSON Schema for editors, made from the zod schemas. It is a first check while typing; `interlock compile`
 * checks what a schema cannot express (references, layers, other files).
 */
import * as z from "zod";
import { configSchema } from "./config-schema.ts";
import { manifestSchema } from "./manifest-schema.ts";

/** The files that have a schema, by the name that `interlock schema` knows them by. */
const describedFiles = {
  plugin: { title: "interlock plugin.yaml", schema: manifestSchema },
  config: { title: "interlock config.yaml", schema: configSchema },
} as const satisfies { [name: string]: { title: string; schema: z.ZodType } };

export type DescribedFile = keyof typeof describedFiles;

export const describedFileNames = Object.keys(describedFiles) as DescribedFile[];

export function renderJsonSchema(name: DescribedFile): string {
  const { title, schema } = describedFiles[name];
  const { $schema, ...rest } = toJsonSchema(schema);
  if (name === "plugin") {
    allowParameters(hooksIn(rest).items as JsonSchema);
    allowEventMap(rest);
  }
  return JSON.stringify({ $schema, title, ...rest }, null, 2) + "\n";
}

/** `extensions.hooks` may also be a map from events to hooks, which the compiler reads by itself. */
function allowEventMap(schema: JsonSchema): void {
  (hooksIn(schema) as { type: unknown }).type = ["array", "object"];
}

function hooksIn(schema: JsonSchema): JsonSchema {
  const extensions = schema.properties?.["extensions"] as JsonSchema;
  return extensions.properties?.["hooks"] as JsonSchema;
}

/** A parameter may stand for any single value or list of texts below a hook, but for its names and the type of an effect. */
function allowParameters(schema: JsonSchema): void {
  const properties = (schema.properties ?? {}) as { [name: string]: JsonSchema };
  for (const [name, inner] of Object.entries(properties)) {
    allowParameters(inner);
    if (!fixed.includes(name) && isValue(inner)) properties[name] = { anyOf: [inner, parameterReference] };
  }
  const { items, anyOf = [], oneOf = [] } = schema;
  for (const inner of [...anyOf, ...oneOf, items])
    if (inner !== undefined) allowParameters(inner as JsonSchema);
}

const fixed: readonly string[] = ["id", "hook", "type"];
const parameterReference = { type: "string" as const, pattern: "^\\$\\{param\\.[A-Za-z0-9_-]+\\}$" };

/** A text of any form can be a reference as it is. */
function isValue({ type, pattern, enum: choices, items }: JsonSchema): boolean {
  if (type === "string") return pattern !== undefined || choices !== undefined;
  return type === "array"
    ? (items as JsonSchema).type === "string"
    : type === "integer" || type === "boolean";
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function toJsonSchema(schema: z.ZodType): JsonSchema {
  // Draft 7 is what editors know best. `input`: the file as it is written, before defaults and
  // transforms. Anything that JSON Schema cannot say throws, and a test finds it.
  return z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    override: ({ zodSchema, jsonSchema }) => {
      if (isCheckedForm(zodSchema)) replaceBy(toJsonSchema(zodSchema.out as z.ZodType), jsonSchema);
      dropIntegerLimits(jsonSchema);
    },
  });
}

/** A loose form piped into a strict one: the strict one says what may be written. */
function isCheckedForm(schema: z.core.$ZodTypes): schema is z.core.$ZodTypes & z.ZodPipe {
  return (
    schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject && !(schema.out instanceof z.ZodTransform)
  );
}

function replaceBy(schema: JsonSchema, target: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, schema);
  // The schema around it names the draft.
  delete target.$schema;
}

/** zod adds the limits of a double, which are not meant as limits. */
function dropIntegerLimits(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
