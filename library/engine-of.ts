/**
 * An engine of what the compiler gives: for programs through the options of `createEngine`, and for `interlock dispatch`.
 */
import type { FailurePolicy } from "../engine/core/plan.ts";
import type { HookPolicy } from "../engine/compile/hook-policies.ts";
import type { ListedHook } from "../engine/compile/list-hooks.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Values } from "../engine/core/resolve-template.ts";
import type { DeclaredHook } from "../engine/lifecycle/declared/declared-hook.ts";
import { bindDeclared, type BindSetting } from "./bind-hooks.ts";
import { makeEngine } from "./engine.ts";
import { pointNamed } from "./points.ts";
import { discoverExecutables, type HookRoot } from "./discover-programs.ts";
import { createHandlerRegistry, type OpenRegistry } from "./programs/registry.ts";
import type { Engine, EngineOptions } from "./public-types.ts";
import type { RunnerOptions } from "./run-types.ts";
import { valuesNow } from "./values-now.ts";

export interface CompiledParts {
  plan: Plan;
  hooks: readonly ListedHook[];
  programs: readonly DeclaredHook[];
  policies: readonly HookPolicy[];
  env(name: string): string | undefined;
  isSealed: boolean;
  /** Where executables are looked for; left out: nowhere. */
  roots?: readonly HookRoot[];
}

type RunnerSettings = Pick<
  EngineOptions,
  "registry" | "cwd" | "base" | "catchErrors" | "failurePolicyByHook" | "timeoutMsByHook" | "logger"
>;

/** Each engine has its own, unless it is given one. */
const registries = new WeakMap<RunnerSettings, OpenRegistry>();

export function registryOf(options: RunnerSettings): OpenRegistry {
  // Only `createHandlerRegistry` makes them.
  const known =
    (options.registry as OpenRegistry | undefined) ?? registries.get(options) ?? createHandlerRegistry();
  registries.set(options, known);
  return known;
}

export function engineOf(parts: CompiledParts, options: RunnerSettings): Engine {
  const { plan, hooks, programs, policies, env, isSealed } = parts;
  const values = (): Values => valuesNow(plan, env).values;
  const setting: BindSetting = { env, isSealed, registry: registryOf(options), values };
  return makeEngine({
    effects: { plan, env },
    hooks,
    policies,
    async discover() {
      const here = { env, cwd: options.cwd ?? process.cwd(), isSealed, allow: true };
      const found = await discoverExecutables(parts.roots ?? [], here);
      return {
        hooks: found.hooks.map((hook) => bindDeclared(hook, setting)),
        diagnostics: found.diagnostics,
      };
    },
    bound: programs.map((hook) => bindDeclared(hook, setting)).filter((hook) => hook !== null),
    options: runnerOptions(options),
  });
}

function runnerOptions(options: RunnerSettings): RunnerOptions {
  const { cwd, base, catchErrors, logger, failurePolicyByHook = {}, timeoutMsByHook = {} } = options;
  const failures = Object.entries(failurePolicyByHook).map(([name, policy]): [string, FailurePolicy] => [
    pointNamed(name),
    policy === "fail-closed" ? "block" : "warn",
  ]);
  const limits = Object.entries(timeoutMsByHook).map(([name, limit]) => [pointNamed(name), limit]);
  return {
    cwd,
    base,
    catchErrors,
    logger,
    failures: Object.fromEntries(failures),
    limits: Object.fromEntries(limits) as { [point: string]: number },
  };
}
