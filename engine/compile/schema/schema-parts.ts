/**
 * The pieces that both schemas are built from. A check carries its own code and hint; zod only adds
 * the place. A check's JSON Schema is in its `meta`, because it cannot be derived from code (see `json-schema.ts`).
 */
import * as z from "zod";
import type { Finding } from "../files/problem-at.ts";

/** Adds a finding of ours as a zod issue; `zod-issues.ts` takes it out again. */
export function addFinding(ctx: z.RefinementCtx, finding: Finding, path: (string | number)[] = []): void {
  const { code, message, hint, part } = finding;
  // `continue: false`: a check of the whole hook must not see a part that is known to be wrong.
  ctx.addIssue({ code: "custom", message, path, params: { code, hint, part }, continue: false });
}

/** A text that matches a pattern; `describe` says what it should be. */
export function matching(pattern: RegExp, describe: (text: string) => Omit<Finding, "code">) {
  return z
    .string()
    .superRefine((text, ctx) => {
      if (!pattern.test(text)) addFinding(ctx, { code: "bad-value", ...describe(text) });
    })
    .meta({ pattern: pattern.source });
}

/** A text for one line: what it says may end up in a commit or on a terminal. */
export const lineText = matching(/^[^\x00-\x1f\x7f-\x9f]*$/, () => ({
  message: "the value has a control character in it",
  hint: "write it on one line, without tabs",
}));

const pathPattern = /^[^\x00-\x1f\x7f-\x9f]+$/;

/** A file or folder name with something in it. */
export const pathText = z
  .string()
  .superRefine((path, ctx) => {
    const finding = whyNoPath(path);
    if (finding !== null) addFinding(ctx, { code: "bad-value", ...finding });
  })
  .meta({ pattern: pathPattern.source });

function whyNoPath(path: string): Omit<Finding, "code"> | null {
  if (!pathPattern.test(path))
    return {
      message: "the path is empty, or has a control character in it",
      hint: "write a path relative to this file's folder",
    };
  const unfilled = /^~[^/]*(?=\/|$)|\$\{?[A-Za-z_]/.exec(path);
  // A name that begins like this can still be written.
  if (unfilled === null || path.startsWith("./")) return null;
  return {
    message: `'${unfilled[0].startsWith("~") ? unfilled[0] : "$"}' in '${path}' is not expanded: no shell reads this path`,
    hint: `write the whole path, from '/' on, or './${path}' if that is its name`,
  };
}

export const envName = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, (name) => ({
  message: `'${name}' is not a name for an environment variable`,
  hint: "use letters, digits and '_', not beginning with a digit",
}));

export const configKeyPattern = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

export const configKey = matching(configKeyPattern, (key) => ({
  message: `'${key}' is not a config key`,
  hint: "use names of letters, digits, '_' and '-', joined with dots: github.repo",
}));

export const pluginName = matching(/^[a-z][a-z0-9-]*$/, (name) => ({
  message: `'${name}' is not a plugin name`,
  hint: "use small letters, digits and '-', beginning with a letter",
}));

export const hookId = matching(/^[a-z][a-z0-9.-]*$/, (id) => ({
  message: `'${id}' is not a hook id`,
  hint: "use small letters, digits, '.' and '-', beginning with a letter: github.ensure-bot-coauthor",
}));

/** Hooks that are no list entries are named after files and events, which may have `_` in their names. */
export const anyHookId = matching(/^[a-z][a-z0-9._-]*$/, (id) => ({
  message: `'${id}' is not a hook id`,
  hint: "use small letters, digits, '.', '_' and '-', beginning with a letter",
}));

/** A number that says which form of a file this is; only 1 exists. */
export function formVersion(what: string) {
  return z
    .int()
    .superRefine((number, ctx) => {
      if (number === 1) return;
      addFinding(ctx, {
        code: "unsupported-version",
        message: `${what} ${number} is not known to this version of interlock`,
        hint: "write 1, or update interlock to a version that knows it",
      });
    })
    .meta({ const: 1 });
}
