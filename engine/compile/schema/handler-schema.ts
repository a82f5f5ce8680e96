/**
 * What a hook may run in place of effects: a program, a builtin, or a kind of handler that an engine was given. The keys
 * that other systems use for the same are accepted beside ours.
 */
import type { FailurePolicy } from "../../core/plan.ts";
import * as z from "zod";
import { repositoryVariables } from "../../core/program-environment.ts";
import { dialectNames } from "../../lifecycle/dialects/dialects.ts";
import { checkToolPattern } from "../../lifecycle/declared/match-payload.ts";
import { programLimitMs } from "../../lifecycle/all-points.ts";
import type { Finding } from "../files/problem-at.ts";
import { addFinding, envName, lineText, pathText } from "./schema-parts.ts";

/**
 * Variables that say which repository is meant, and how it is seen (`local_repo_env` in git's environment.c): a program in another
 * folder would work on the wrong one.
 */
const gitsVariables = [
  ...repositoryVariables,
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_EXEC_PATH",
  "GIT_GRAFT_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
];

/** What a variable may not be called; null if nothing is wrong. */
function whyNoVariable(name: string): Finding | null {
  const issue = envName.safeParse(name).error?.issues[0];
  if (issue?.code === "custom") return bad(issue.message, String(issue.params?.["hint"]));
  if (!gitsVariables.includes(name)) return null;
  return bad(
    `'${name}' cannot be listed: it says to git which repository is meant`,
    "take it out; at a commit interlock sets what is needed, elsewhere git finds the repository in the working directory",
  );
}

const word = z.string().superRefine((text, ctx) => {
  if (text.includes("\0")) addFinding(ctx, bad("a NUL cannot be in a command line", "take it out"));
});

/** As docker-agent has it. A number or a flag is what it looks like. */
const variableValue = z.union([word, z.number(), z.boolean()], { error: "must be a text" });

/** A list of names, or a map from names to values. Their names are checked here: a union would hide what is wrong. */
const variables = z
  .union([z.array(z.string().meta(envName.meta() ?? {})), z.record(z.string(), variableValue)], {
    error: "'env' must be a list of names, or a map from names to texts",
  })
  .superRefine((env, ctx) => {
    const names = Array.isArray(env) ? env.map((name, i) => [name, i] as const) : keysOf(env);
    for (const [name, key] of names) {
      const finding = whyNoVariable(name);
      if (finding !== null) addFinding(ctx, finding, [key]);
    }
  });

function keysOf(env: object): (readonly [string, string])[] {
  return Object.keys(env).map((name) => [name, name]);
}

export type WrittenEnv = z.output<typeof variables>;

const failurePolicy = z.enum(["block", "warn", "ignore"]);

function limit(unit: string) {
  return z
    .number()
    .superRefine((given, ctx) => {
      if (given > 0 && Number.isFinite(given)) return;
      addFinding(
        ctx,
        bad(
          `a time limit must be more than 0 ${unit}, not ${given}`,
          `write how long the program may take, or leave the key out for the default of ${programLimitMs / 1000} s`,
        ),
      );
    })
    .meta({ exclusiveMinimum: 0 });
}

/** `kind`, `timeout` (seconds), `on_error`, `failClosed` and `blocking` are other systems' names. */
export const handlerForm = {
  type: lineText.optional(),
  kind: lineText.optional(),
  command: z
    .union([word.min(1, "a command needs a program"), z.array(word).min(1, "a command needs a program")], {
      error: "'command' must be a text or a list of texts",
    })
    .optional(),
  args: z.array(word).optional(),
  timeoutMs: limit("ms").optional(),
  timeout: limit("s").optional(),
  onFailure: failurePolicy.optional(),
  on_error: failurePolicy.optional(),
  failClosed: z.boolean().optional(),
  blocking: z.boolean().optional(),
  env: variables.optional(),
  working_dir: pathText.optional(),
  dialect: z.enum(dialectNames).optional(),
  deterministic: z.boolean().optional(),
};

export const handlerSchema = z.strictObject(handlerForm).superRefine(checkHandler);

export type WrittenHandler = z.output<typeof handlerSchema>;

export function checkHandler(
  handler: Pick<WrittenHandler, "type" | "kind" | "command">,
  ctx: z.RefinementCtx,
): void {
  if (handler.type !== undefined && handler.kind !== undefined && handler.type !== handler.kind)
    addFinding(ctx, bad("'type' and 'kind' are the same key, and differ", "keep 'type'"), ["kind"]);
  if (handler.type === undefined && handler.kind === undefined)
    addFinding(ctx, {
      code: "missing-key",
      message: "'type' is missing",
      hint: "add 'type: command' or 'type: builtin'",
    });
  if (handler.command === undefined)
    addFinding(ctx, {
      code: "missing-key",
      message: "'command' is missing",
      hint: "add 'command:' with the program, or the builtin's name",
    });
}

/** The policy that a handler asks for, by whichever name; null if it asks for none. */
export function policyOf({
  onFailure,
  on_error,
  failClosed,
  blocking,
}: WrittenHandler): FailurePolicy | null {
  if (onFailure !== undefined || on_error !== undefined) return onFailure ?? on_error ?? null;
  const isClosed = failClosed ?? blocking;
  return isClosed === undefined ? null : isClosed ? "block" : "warn";
}

/** In milliseconds. */
export function limitOf({ timeoutMs, timeout }: WrittenHandler): number | null {
  return timeoutMs ?? (timeout === undefined ? null : timeout * 1000);
}

/** `script` is another name of `command`. */
export function kindOf({ type, kind }: WrittenHandler): string {
  const name = type ?? kind ?? "";
  return name === "script" ? "command" : name;
}

export const toolPattern = z.string().superRefine((pattern, ctx) => {
  const problem = checkToolPattern(pattern);
  if (problem !== null)
    addFinding(
      ctx,
      bad(
        `'${pattern}' is not a pattern for names of tools: ${problem.replace(/^.*\/\w*: /, "").toLowerCase()}`,
        "write it like this: shell|edit_file",
      ),
    );
});

const oneOrMore = z.union([z.string(), z.array(z.string())], { error: "must be a text or a list of texts" });

export const matchSchema = z.strictObject({
  tool: toolPattern.optional(),
  ability_scope: oneOrMore.optional(),
  operation_key: oneOrMore.optional(),
  min_duration_ms: z.number().optional(),
  only_if_changed_paths: oneOrMore.optional(),
  recipe: oneOrMore.optional(),
});

export type WrittenMatch = z.output<typeof matchSchema>;

function bad(message: string, hint: string): Finding {
  return { code: "bad-value", message, hint };
}
