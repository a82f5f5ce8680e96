/**
 * Makes hooks to call of what files declare and programs register.
 */
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { layerOrder, type FailurePolicy } from "../engine/core/plan.ts";
import { askedVariables, lookUp, type Values } from "../engine/core/resolve-template.ts";
import {
  whyOtherEnvironment,
  wordsOf,
  type DeclaredHook,
} from "../engine/lifecycle/declared/declared-hook.ts";
import { whyNoMatch } from "../engine/lifecycle/declared/match-payload.ts";
import { dialects } from "../engine/lifecycle/dialects/dialects.ts";
import { placedHook, type Hook } from "../engine/lifecycle/hook.ts";
import type { Result } from "../engine/lifecycle/merge-results.ts";
import { pointNamed } from "./points.ts";
import { asTexts, commandHandler, folderOf, type ProgramSetting } from "./programs/command-handler.ts";
import type { OpenRegistry } from "./programs/registry.ts";
import type { HookFunction, HookRegistration } from "./programs/registry-types.ts";

export interface BindSetting extends ProgramSetting {
  registry: OpenRegistry;
}

/** Hooks that are disabled are left out. */
export function bindDeclared(hook: DeclaredHook, setting: BindSetting): Hook | null {
  if (hook.disabledBy !== null) return null;
  const { handler } = hook;
  const env = (): { [name: string]: string } => asTexts(askedVariables(handler.env, setting.values()));
  const spec = { ...hook, command: handler.command, args: handler.args, env };
  // A kind that a program registers under the same name takes the place of ours.
  const factory = setting.registry.factory(handler.kind);
  const isProgram = factory === undefined;
  const call: HookFunction = isProgram ? commandHandler(hook, setting) : factory(spec);
  return {
    ...placedHook({ ...hook, source: decodeUtf8(hook.source) }),
    depth: layerOrder.indexOf(hook.layer),
    kind: handler.kind,
    runtime: handler.dialect === null ? undefined : dialects[handler.dialect],
    key: JSON.stringify([
      handler.kind,
      ...(isProgram ? wordsOf(handler) : [handler.command, ...handler.args]),
    ]),
    timeoutMs: handler.timeoutMs,
    onFailure: handler.onFailure ?? usualPolicy(handler),
    limitsItself: isProgram,
    whyNot: (payload) =>
      whyNotHere(hook, setting.values()) ?? whyNoMatch(hook.match, payload, rootsOf(hook, payload)),
    onlyFor: hook.onlyFor,
    call: isProgram
      ? call
      : (payload, context) => call(payload, { ...context, cwd: folderOf(hook, context.cwd) }),
  };
}

/** A dialect's own rule about failures comes before that of a point. */
function usualPolicy({ dialect }: DeclaredHook["handler"]): FailurePolicy | null {
  return dialect !== null && dialects[dialect].failuresNeverBlock ? "warn" : null;
}

/** Where changed files may lie: absolute paths below are as good as relative ones. */
function rootsOf({ handler }: DeclaredHook, { repository_root: root, cwd }: Result): string[] {
  const folders = [root, handler.cwd === null ? null : decodeUtf8(handler.cwd), cwd];
  return folders.filter((each) => typeof each === "string");
}

/** Why it does not run in this environment; null if it does. */
export function whyNotHere(
  { present, environments }: Pick<DeclaredHook, "present" | "environments">,
  values: Values,
): string | null {
  const missing = present.find((reference) => lookUp(reference, values) === "");
  if (missing !== undefined) return `'${missing.replace(/^(?:env|caller|config)\./, "")}' is not set`;
  return whyOtherEnvironment({ environments }, decodeUtf8(lookUp("config.environment", values) ?? ""));
}

/** Higher priorities run first there, and lower ones here. */
export function bindRegistered(registration: HookRegistration, index: number): Hook {
  const { hookName, pluginId, handler, priority = 0, timeoutMs, id } = registration;
  if (typeof handler !== "function") throw new TypeError("a hook needs a 'handler', which is a function");
  if (typeof pluginId !== "string" || pluginId === "")
    throw new TypeError("a hook needs a 'pluginId', a text");
  const point = pointNamed(hookName);
  return {
    id: id ?? `${pluginId}.${point}.${String(index).padStart(4, "0")}`,
    plugin: pluginId,
    source: "",
    point,
    priority: -priority,
    registered: index,
    depth: 0,
    kind: "function",
    key: null,
    timeoutMs: timeoutMs ?? null,
    onFailure: null,
    limitsItself: false,
    whyNot: () => null,
    call: handler,
  };
}
