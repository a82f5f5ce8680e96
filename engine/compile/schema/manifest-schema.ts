/**
 * The form of `plugin.yaml`. Its top level belongs to the host's plugin format (credentials, skills and so on), so unknown
 * keys are allowed there; `extensions` is ours, and strict.
 */
import * as z from "zod";
import { rowOf } from "../../core/effects/effects.ts";
import { payloadKindOf } from "../../core/effects/payload-kinds.ts";
import { finalizePoint, labelsPoint, hookPoints } from "../../core/hook-points.ts";
import { isCorePoint, isMessage, pointOf, type PointName } from "../../lifecycle/all-points.ts";
import { isListEffect } from "../../core/plan.ts";
import { effectSchema, keysWithForm, type DeclaredEffect } from "./effect-schema.ts";
import { formatSchema, whyNoPart } from "./format-schema.ts";
import { handlerSchema, matchSchema } from "./handler-schema.ts";
import { parametersSchema } from "./parameter-schema.ts";
import { builtinFlags } from "./hook-file-schema.ts";
import { hookPoint } from "./hook-point-schema.ts";
import type { Finding } from "../files/problem-at.ts";
import { nearestName, suggestName } from "../../core/nearest-name.ts";
import {
  addFinding,
  formVersion,
  hookId,
  pathText,
  pluginName,
  configKey,
  envName,
  lineText,
} from "./schema-parts.ts";
import { encodeUtf8 } from "../../core/bytes.ts";
import { commitKinds } from "../../core/occasion.ts";
import { remoteName } from "../../core/remote-name.ts";

function noCommit(point: string): Finding {
  return {
    code: "bad-value",
    message: `'when.commit' asks how a commit is made, and at '${point}' none is`,
    hint: `take it out, or move the hook to '${finalizePoint}'`,
  };
}

const examplePoints = { text: finalizePoint, list: labelsPoint };

function wrongMode(type: string, mode: keyof typeof examplePoints, point: PointName): Finding {
  return {
    code: "effect-not-allowed",
    message: `effect '${type}' works on a ${mode}, and '${point}' is a ${pointOf(point).mode} hook point`,
    hint: `move it to a ${mode} hook point, such as '${examplePoints[mode]}'`,
  };
}

/** What the effects of a hook point work on is the first field of its payload. */
function listField(point: PointName): string {
  return Object.keys(pointOf(point).payload)[0] as string;
}

function wrongPath(path: string, point: PointName): Finding {
  return {
    code: "bad-value",
    message: `'${path}' is not the list of '${point}'`,
    hint: suggestName(path, [listField(point)]),
  };
}

/** What is wrong with an effect at a hook point, and at which of its keys. */
function whyMisplaced(effect: DeclaredEffect, point: PointName): { key: string; finding: Finding } | null {
  const mode = isListEffect(effect) ? "list" : "text";
  if (mode !== pointOf(point).mode) return { key: "type", finding: wrongMode(effect.type, mode, point) };
  for (const { key, planned } of keysWithForm(effect, "field")) {
    const field = (effect as unknown as { [key: string]: string })[planned] as string;
    if (field !== listField(point)) return { key, finding: wrongPath(field, point) };
  }
  const row = rowOf(effect);
  const kind = isCorePoint(point) ? payloadKindOf(hookPoints[point]) : "response";
  if (!Object.hasOwn(row.on, kind)) {
    const { why, hint } = row.elsewhere as NonNullable<typeof row.elsewhere>;
    const message = `effect '${effect.type}' ${why(point)}`;
    return { key: "type", finding: { code: "effect-not-allowed", message, hint } };
  }
  const unfit = row.whyUnfit?.({ ...effect, line: 0 }, kind) ?? null;
  return unfit === null
    ? null
    : { key: unfit.key, finding: { code: "bad-value", message: unfit.message, hint: unfit.hint } };
}

/** The parts of a message that an effect looks at. */
export function partsIn(effect: DeclaredEffect): { key: string; part: string }[] {
  const values = effect as unknown as { [name: string]: unknown };
  return Object.entries(rowOf(effect).keys).flatMap(([key, { form, as = key }]) =>
    form === "part" || as === "part"
      ? values[as] === undefined
        ? []
        : [{ key, part: String(values[as]) }]
      : [],
  );
}

function whyNotHere(part: string, point: PointName): Finding | null {
  if (part === "text" || isMessage(point)) return null;
  const isDescription = isCorePoint(point) && payloadKindOf(hookPoints[point]) === "description";
  if (isDescription && part !== "title") return null;
  return {
    code: "bad-value",
    message: `the text of '${point}' has no part '${part}'`,
    hint: "use 'part: text', or move the check to 'commit.message.finalize'",
  };
}

function noFormat(point: PointName): Finding {
  return {
    code: "bad-value",
    message: `'format' says what the title of a commit is, and '${point}' has none`,
    hint: "take it out, or move the hook to 'commit.message.finalize'",
  };
}

function formatWithHandler(id: string): Finding {
  return {
    code: "bad-value",
    message: `hook '${id}' has a format and a handler`,
    hint: "make two hooks of it: a program reads the title by itself",
  };
}

/** Remotes are compared by `host/path`; a URL would never match. */
const remoteGlob = lineText.superRefine((glob, ctx) => {
  const name = remoteName(glob);
  if (glob !== "" && (name === glob || (glob.startsWith("*") && !/(?:\.git|\/)$/.test(glob)))) return;
  addFinding(ctx, {
    code: "bad-value",
    message: `'${glob}' is not 'host/path'`,
    hint: name === "" ? "write it as github.com/acme/*" : `did you mean '${name}'?`,
  });
});

/** The conditions of a hook. */
const whenSchema = z.strictObject({
  envPresent: z.array(envName).default([]),
  configPresent: z.array(configKey).default([]),
  commit: z.array(z.enum(commitKinds)).min(1, "'commit' is empty").default([]),
  remote: z.array(remoteGlob.transform(encodeUtf8)).min(1, "'remote' is empty").default([]),
});

const hookSchema = z
  .strictObject({
    id: hookId,
    hook: hookPoint,
    priority: z.int().default(100),
    enabled: z.boolean().default(true),
    summary: z.string().optional(),
    format: formatSchema.optional(),
    when: whenSchema.default({ envPresent: [], configPresent: [], commit: [], remote: [] }),
    effects: z.array(effectSchema).default([]),
    handler: handlerSchema.optional(),
    match: matchSchema.optional(),
    policies: z.array(z.strictObject({ file: pathText, inject: z.enum(["prompt"]) })).default([]),
  })
  .superRefine((hook, ctx) => {
    if (hook.when.commit.length > 0 && !isMessage(hook.hook))
      addFinding(ctx, noCommit(hook.hook), ["when", "commit"]);
    hook.effects.forEach((effect, i) => {
      const misplaced = whyMisplaced(effect, hook.hook);
      if (misplaced !== null) addFinding(ctx, misplaced.finding, ["effects", i, misplaced.key]);
      for (const { key, part } of partsIn(effect)) {
        const finding = whyNoPart(part, hook.format) ?? whyNotHere(part, hook.hook);
        if (finding !== null) addFinding(ctx, finding, ["effects", i, key]);
      }
    });
    if (hook.format !== undefined && !isMessage(hook.hook)) addFinding(ctx, noFormat(hook.hook), ["format"]);
    else if (hook.format !== undefined && hook.handler !== undefined)
      addFinding(ctx, formatWithHandler(hook.id), ["format"]);
    if (hook.handler !== undefined && hook.effects.length > 0)
      addFinding(
        ctx,
        {
          code: "bad-value",
          message: `hook '${hook.id}' has effects and a handler`,
          hint: "make two hooks of it; their 'priority' says which runs first",
        },
        ["handler"],
      );
    if (hook.when.remote.length > 0 && !isCorePoint(hook.hook))
      addFinding(
        ctx,
        {
          code: "bad-value",
          message: `'when.remote' is for what git and gh do: at '${hook.hook}' no remote is known`,
          hint: "take it out; the program can look for itself",
        },
        ["when", "remote"],
      );
    if (hook.handler === undefined && hook.match !== undefined)
      addFinding(
        ctx,
        {
          code: "bad-value",
          message: "'match' is for a hook with a handler",
          hint: "use 'when', or give the hook a handler",
        },
        ["match"],
      );
    if (hook.effects.length > 0 || hook.policies.length > 0) return;
    if (hook.handler !== undefined || hook.format !== undefined) return;
    addFinding(ctx, {
      code: "missing-key",
      message: `hook '${hook.id}' has neither effects nor policies nor a handler`,
      hint: "add 'effects:', 'policies:' or 'handler:', or remove the hook",
    });
  })
  .meta({ anyOf: ["effects", "policies", "handler", "format"].map((key) => ({ required: [key] })) });

export const manifestSchema = z
  .looseObject({
    name: pluginName.optional(),
    version: z.union([z.string(), z.number()], { error: "'version' must be a text" }).optional(),
    description: z.string().optional(),
    extensions: z
      .strictObject({
        hookApiVersion: formVersion("hookApiVersion"),
        parameters: parametersSchema.optional(),
        hooks: z.array(hookSchema).default([]),
        add_date: builtinFlags.add_date.schema.optional(),
        add_environment_info: builtinFlags.add_environment_info.schema.optional(),
        add_prompt_files: builtinFlags.add_prompt_files.schema.optional(),
      })
      .optional(),
  })
  .superRefine((manifest, ctx) => {
    if ((manifest.extensions?.hooks ?? []).length > 0) return;
    // Any key is allowed at the top level, but one that looks like ours is a mistake.
    for (const key of Object.keys(manifest)) {
      const below = keysBelow.find((each) => each === key);
      const isNear = key !== "extensions" && nearestName(key, ["extensions"]) !== null;
      if (below === undefined && !isNear) continue;
      const finding = {
        code: "unknown-key" as const,
        message: below === undefined ? `unknown key '${key}'` : `'${key}' does not belong at the top level`,
        hint: below === undefined ? "did you mean 'extensions'?" : `move it ${placesBelow[below]}`,
      };
      addFinding(ctx, finding, [key]);
    }
  });

/** Keys of ours that stand further below, and where. */
const placesBelow = {
  hooks: "below 'extensions:'",
  hookApiVersion: "below 'extensions:'",
  hook: "into an entry of 'extensions.hooks'",
  effects: "into an entry of 'extensions.hooks'",
};
const keysBelow = Object.keys(placesBelow) as (keyof typeof placesBelow)[];

export type ManifestHook = z.output<typeof hookSchema>;
