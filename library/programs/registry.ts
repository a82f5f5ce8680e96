/**
 * The kinds of handlers that hooks may have, and the builtins by name. A registry belongs to the engines that it is
 * given to; there is none for the whole process.
 */
import type { HandlerNames } from "../../engine/compile/build-programs.ts";
import type { HookContext } from "../../engine/lifecycle/hook.ts";
import type { Result } from "../../engine/lifecycle/merge-results.ts";
import { addDate, addEnvironmentInfo, addPromptFiles } from "./builtins.ts";
import type { HandlerFactory, HandlerRegistry, HandlerSpec, HookFunction } from "./registry-types.ts";

/** A builtin is told its `args` beside what every handler is told. */
export type Builtin = (payload: Result, context: HookContext & { args: readonly string[] }) => unknown;

export interface OpenRegistry extends HandlerRegistry {
  /** What may be written in a file. */
  names(): HandlerNames;
  factory(kind: string): HandlerFactory | undefined;
}

export function createHandlerRegistry(): OpenRegistry {
  const factories = new Map<string, HandlerFactory>();
  const builtins = new Map<string, Builtin>();
  const registry: OpenRegistry = {
    kinds: () => ["effects", "command", ...[...factories.keys()].filter((kind) => kind !== "command")],
    registerHandler(kind, factory) {
      if (typeof kind !== "string" || kind === "" || typeof factory !== "function")
        throw new TypeError("registerHandler takes the name of a kind and a function that makes handlers");
      // They are compiled, and checked when they are.
      if (kind === "effects") throw new TypeError("effects cannot be replaced");
      factories.set(kind, factory);
      return registry;
    },
    registerBuiltin(name, builtin) {
      if (typeof name !== "string" || name === "" || typeof builtin !== "function")
        throw new TypeError("registerBuiltin takes a name and a function");
      builtins.set(name, builtin);
      return registry;
    },
    names: () => ({ kinds: ["command", ...factories.keys()], builtins: [...builtins.keys()] }),
    factory: (kind) => factories.get(kind),
  };
  registry.registerHandler("builtin", (spec) => builtinHandler(spec, builtins));
  registry.registerBuiltin("add_date", addDate);
  registry.registerBuiltin("add_environment_info", addEnvironmentInfo);
  registry.registerBuiltin("add_prompt_files", addPromptFiles);
  return registry;
}

function builtinHandler(
  { command, args }: HandlerSpec,
  builtins: ReadonlyMap<string, Builtin>,
): HookFunction {
  return (payload, context) => {
    const builtin = builtins.get(String(command));
    if (builtin === undefined) throw new Error(`there is no builtin '${String(command)}'`);
    return builtin(payload, { ...context, args });
  };
}
