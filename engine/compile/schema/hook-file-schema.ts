/**
 * Hooks outside a list of contributions: one hook a file, and a map from events to hooks as docker-agent writes it.
 */
import * as z from "zod";
import { checkHandler, handlerForm, handlerSchema, matchSchema, toolPattern } from "./handler-schema.ts";
import { hookPointList } from "./hook-point-schema.ts";
import { anyHookId, envName, lineText } from "./schema-parts.ts";

/** `.interlock/hooks/<name>.yaml` with one hook. `effects` describes the handler for people and models. */
export const hookFileSchema = z.strictObject({
  id: anyHookId,
  event_type: hookPointList,
  enabled: z.boolean().default(true),
  summary: z.string().optional(),
  priority: z.int().default(100),
  match: matchSchema.optional(),
  environments: z.array(lineText).optional(),
  when: z.strictObject({ envPresent: z.array(envName).optional() }).optional(),
  handler: handlerSchema,
  blocking: z.boolean().optional(),
  effects: z.array(z.unknown()).optional(),
});

export type HookFile = z.output<typeof hookFileSchema>;

/** One hook of an event. */
export const eventHookSchema = z
  .strictObject({ ...handlerForm, name: lineText.optional(), matcher: toolPattern.optional() })
  .superRefine(checkHandler);

/** Hooks under a matcher. */
export const matcherSchema = z.strictObject({
  matcher: toolPattern.optional(),
  hooks: z.array(z.unknown()),
});

/** Flags that stand beside the events: each adds its builtin at a point. */
export const builtinFlags = {
  add_date: { point: "turn.start", schema: z.boolean() },
  add_environment_info: { point: "session.start", schema: z.boolean() },
  add_prompt_files: { point: "turn.start", schema: z.array(z.string()) },
} as const;

export type BuiltinFlag = keyof typeof builtinFlags;
