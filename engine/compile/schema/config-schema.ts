/**
 * The form of a config file, which layer may set which key, and which keys have no effect yet.
 */
import * as z from "zod";
import { isReferenceOnly } from "./parse-template.ts";
import {
  addFinding,
  envName,
  anyHookId,
  formVersion,
  lineText,
  pathText,
  pluginName,
} from "./schema-parts.ts";
import { parameterValue } from "./parameter-schema.ts";
import { layerOrder, type Layer } from "../../core/plan.ts";
import type { YamlPath } from "../files/yaml-source.ts";

// The hot path finds this line without a YAML parser: see `planDirOf` in shim/plan/layers.ts.
const planDirPattern = /^\/[^\s#'"]*$/;

const planDirText = z.string().superRefine((path, ctx) => {
  if (planDirPattern.test(path)) return;
  addFinding(ctx, {
    code: "plan-dir-form",
    message: `'planDir' must be a plain absolute path, not '${path}'`,
    hint: "write it on one line, as in 'planDir: /var/cache/interlock', without quotes, spaces or '#'",
  });
});
const planDir = planDirText.meta({ pattern: planDirPattern.source });

/** Used literally. A value that is nothing but a reference is certainly a mistake. */
const sealedValue = lineText.superRefine((value, ctx) => {
  if (!isReferenceOnly(value)) return;
  addFinding(ctx, {
    code: "bad-reference",
    message: `references are not filled in here: '${value}'`,
    hint: "write the value itself; what is known only when the agent starts goes into the 'envFile'",
  });
});

/** When a repository's own layer is used, from never to always. */
export const repositoryPolicies = ["off", "trusted", "on"] as const;
export type RepositoryPolicy = (typeof repositoryPolicies)[number];

const manifestOverrides = z.strictObject({
  parameters: z.record(z.string(), parameterValue).optional(),
  extensions: z.strictObject({ disabledHooks: z.array(anyHookId).optional() }).optional(),
});

/** The kernel takes no longer path of a socket, and a relative one becomes longer. */
const longestSocketPath = 107;

const socketPath = pathText.superRefine((path, ctx) => {
  if (path.startsWith("/") && new TextEncoder().encode(path).length <= longestSocketPath) return;
  addFinding(ctx, {
    code: "bad-value",
    message: `'audit.socket' must be an absolute path of at most ${longestSocketPath} bytes, not '${path}'`,
    hint: "write it as in 'socket: /run/interlock/audit.sock'",
  });
});

const audit = z
  .strictObject({
    file: pathText.optional(),
    socket: socketPath.meta({ pattern: "^/", maxLength: longestSocketPath }).optional(),
    required: z.boolean().optional(),
  })
  .superRefine(({ file, socket, required }, ctx) => {
    if (!required || file !== undefined || socket !== undefined) return;
    addFinding(
      ctx,
      {
        code: "bad-value",
        message: "'audit.required' is true, and there is nowhere to record to",
        hint: "add 'file:' or 'socket:' below 'audit:'",
      },
      ["required"],
    );
  });

export const configSchema = z.strictObject({
  version: formVersion("config version"),
  sealed: z.boolean().optional(),
  mode: z.enum(["enforce", "report"]).optional(),
  notices: z.enum(["terminal", "always", "never"]).optional(),
  planDir: planDir.optional(),
  plugins: z
    .strictObject({
      dirs: z.array(pathText).optional(),
      manifests: z.record(pluginName, manifestOverrides).optional(),
    })
    .optional(),
  /** Its shape is free; `flatten-config.ts` reads it from the YAML nodes. */
  config: z.record(z.string(), z.unknown()).optional(),
  env: z.record(envName, sealedValue).optional(),
  envFile: pathText.optional(),
  scope: z.enum(["all", "own"]).optional(),
  layers: z
    .strictObject({ repository: z.enum(repositoryPolicies).optional(), env: z.array(envName).optional() })
    .optional(),
  onEngineFailure: z.enum(["block", "pass"]).optional(),
  push: z
    .strictObject({
      verify: z.enum(["block", "warn", "off"]).optional(),
      copies: z.enum(["message", "none"]).optional(),
      trustRemotes: z.array(lineText).optional(),
      trustAuthors: z.array(lineText).optional(),
    })
    .optional(),
  gh: z.strictObject({ strict: z.boolean().optional() }).optional(),
  audit: audit.optional(),
  executableHooks: z
    .strictObject({
      /** true: any; a list: those with these names. */
      allow: z
        .union([z.boolean(), z.array(lineText)], { error: "'allow' must be true, false or a list of names" })
        .optional(),
    })
    .optional(),
});

export type Config = z.output<typeof configSchema>;

export function isAtOrAbove(layer: Layer, other: Layer): boolean {
  return layerOrder.indexOf(layer) <= layerOrder.indexOf(other);
}

/** Which layers may set a key. `user`: install and user; `highest`: user only where there is no install layer. */
type Right = "any" | "install" | "user" | "highest";

export const keyRights = {
  version: "any",
  plugins: "any",
  config: "any",
  mode: "highest",
  notices: "user",
  sealed: "install",
  planDir: "install",
  env: "install",
  envFile: "install",
  scope: "install",
  layers: "user",
  onEngineFailure: "install",
  push: "install",
  gh: "install",
  audit: "highest",
  executableHooks: "highest",
} as const satisfies { [K in keyof Config]-?: Right };

/** Validated, but without effect in this version. */
export const keysWithoutEffect: readonly YamlPath[] = [];
