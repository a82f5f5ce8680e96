/**
 * The form of `plugin.yaml`. Its top level belongs to the host's plugin format (credentials, skills and so on), so unknown
 * keys are allowed there; `extensions` is ours, and strict.
 */
import * as z from "zod";
import {
  hookPointChoices,
  hookPoints,
  isMessagePoint,
  resolveHookPoint,
  type HookPointName,
} from "../../core/hook-points.ts";
import type { Template } from "../../core/plan.ts";
import { effectSchema, effectTypes } from "./effect-schema.ts";
import type { Finding } from "../files/diagnostic.ts";
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
import { commitKinds } from "../../core/facts.ts";
import { remoteName } from "../../core/remote-name.ts";

const hookPoint = z
  .string()
  .meta({ enum: hookPointChoices() })
  .transform((name, ctx): HookPointName => {
    const point = resolveHookPoint(name);
    if (point !== null) return point;
    addFinding(ctx, {
      code: "unknown-hook-point",
      message: `unknown hook point '${name}'`,
      hint: suggestName(name, hookPointChoices()),
    });
    return z.NEVER;
  });

function noCommit(point: string): Finding {
  return {
    code: "bad-value",
    message: `'when.commit' asks how a commit is made, and at '${point}' none is`,
    hint: "take it out, or move the hook to 'commit.message.finalize'",
  };
}

/** A Markdown heading begins with the character that begins a comment in a commit message. */
function sectionInMessage(point: string): Finding {
  return {
    code: "effect-not-allowed",
    message: `effect 'text.ensureSection' is for Markdown, and '${point}' is a commit message`,
    hint: "move it to 'pull_request.description.prepare', or use 'text.ensureSuffix'",
  };
}

/** With an editor, git's cleanup removes such a line, and the next run would add it again. */
const commentInMessage: Finding = {
  code: "bad-value",
  message: "a line of the suffix begins with '#', as comments in a commit message do",
  hint: "begin the line with something else",
};

function hasCommentLine(template: Template): boolean {
  return template.some((text, i) => i % 2 === 0 && (i === 0 ? /^#|\n#/ : /\n#/).test(text));
}

function trailerInPlainText(type: string, point: string): Finding {
  return {
    code: "effect-not-allowed",
    message: `effect '${type}' works on trailers, and the text of '${point}' has none`,
    hint: "use 'text.ensureSuffix', or move it to a commit message or to a pull request's description",
  };
}

const examplePoints = { text: "commit.message.finalize", list: "issue.labels.finalize" };

function wrongMode(type: string, mode: keyof typeof examplePoints, point: HookPointName): Finding {
  return {
    code: "effect-not-allowed",
    message: `effect '${type}' works on a ${mode}, and '${point}' is a ${hookPoints[point].mode} hook point`,
    hint: `move it to a ${mode} hook point, such as '${examplePoints[mode]}'`,
  };
}

/** What the effects of a hook point work on is the first field of its payload. */
function listField(point: HookPointName): string {
  return Object.keys(hookPoints[point].payload)[0] as string;
}

function wrongPath(path: string, point: HookPointName): Finding {
  return {
    code: "bad-value",
    message: `'${path}' is not the list of '${point}'`,
    hint: suggestName(path, [listField(point)]),
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
    when: whenSchema.default({ envPresent: [], configPresent: [], commit: [], remote: [] }),
    effects: z.array(effectSchema).default([]),
    policies: z.array(z.strictObject({ file: pathText, inject: z.enum(["prompt"]) })).default([]),
  })
  .superRefine((hook, ctx) => {
    if (hook.when.commit.length > 0 && !isMessagePoint(hook.hook))
      addFinding(ctx, noCommit(hook.hook), ["when", "commit"]);
    hook.effects.forEach((effect, i) => {
      if (effect.type === "text.ensureSection" && isMessagePoint(hook.hook)) {
        addFinding(ctx, sectionInMessage(hook.hook), ["effects", i, "type"]);
      }
      if (effect.type === "text.ensureSuffix" && isMessagePoint(hook.hook) && hasCommentLine(effect.value))
        addFinding(ctx, commentInMessage, ["effects", i, "value"]);
      const { mode, onTrailers } = effectTypes[effect.type];
      const point = hookPoints[hook.hook];
      if (mode !== point.mode)
        addFinding(ctx, wrongMode(effect.type, mode, hook.hook), ["effects", i, "type"]);
      else if (onTrailers && point.trailers === "none")
        addFinding(ctx, trailerInPlainText(effect.type, hook.hook), ["effects", i, "type"]);
      else if (effect.type === "list.appendUnique" && effect.path !== listField(hook.hook))
        addFinding(ctx, wrongPath(effect.path, hook.hook), ["effects", i, "path"]);
    });
    if (hook.effects.length > 0 || hook.policies.length > 0) return;
    addFinding(ctx, {
      code: "missing-key",
      message: `hook '${hook.id}' has neither effects nor policies`,
      hint: "add 'effects:' or 'policies:', or remove the hook",
    });
  })
  .meta({ anyOf: [{ required: ["effects"] }, { required: ["policies"] }] });

export const manifestSchema = z
  .looseObject({
    name: pluginName.optional(),
    version: z.union([z.string(), z.number()], { error: "'version' must be a text" }).optional(),
    description: z.string().optional(),
    extensions: z
      .strictObject({
        hookApiVersion: formVersion("hookApiVersion"),
        hooks: z.array(hookSchema).default([]),
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
        hint: below === undefined ? "did you mean 'extensions'?" : `${placesBelow[below]}: move it there`,
      };
      addFinding(ctx, finding, [key]);
    }
  });

/** Keys of ours that stand further below, and where. */
const placesBelow = {
  hooks: "it stands under 'extensions:'",
  hookApiVersion: "it stands under 'extensions:'",
  hook: "it stands in an entry of 'extensions.hooks'",
  effects: "it stands in an entry of 'extensions.hooks'",
};
const keysBelow = Object.keys(placesBelow) as (keyof typeof placesBelow)[];

export type ManifestHook = z.output<typeof hookSchema>;

/** Keys of the design that a later version will know. */
export const laterManifestKeys = ["handler", "match"];
