/** `createHandlerRegistry`, without what only the engine uses of it. */
import { createHandlerRegistry as create } from "./programs/registry.ts";
import type { HandlerRegistry } from "./programs/registry-types.ts";

/** The kinds of handlers and the builtins that come with interlock; more can be registered. */
export function createHandlerRegistry(): HandlerRegistry {
  return create();
}
