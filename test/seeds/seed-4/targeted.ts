/** A runner with plugins that claim, decline, fail and are off, for runs that ask one of them alone. */
import { vi } from "vitest";
import { createHookRunner } from "../../../library/index.ts";
import { fail, type Handler } from "./registered.ts";

export const claims: Handler = () => ({ handled: true, reply: "r" });

type Targeted = (plugin: string, event: object, ctx: object) => Promise<unknown>;

export function targeted(
  debug: (text: string) => void,
  error: (text: string) => void,
): { [name: string]: Targeted } {
  const hook = (pluginId: string, handler: Handler, priority = 0): object => ({
    hookName: "inbound_claim",
    pluginId,
    handler,
    priority,
  });
  const typedHooks = [
    hook("yes", claims),
    hook("no", () => ({ handled: false })),
    hook("off", claims),
    hook("broken", fail("first line\nsecond line"), 2),
    hook("broken", fail("another"), 1),
    hook("fixes", fail("x"), 2),
    hook("fixes", claims, 1),
    { hookName: "agent_end", pluginId: "elsewhere", handler: () => undefined },
  ];
  const loaded = ["yes", "no", "broken", "fixes", "elsewhere"].map((id) => ({ id, status: "loaded" }));
  const registry = { plugins: [...loaded, { id: "off", status: "disabled" }], typedHooks };
  return createHookRunner(registry as never, { logger: { debug, warn: debug, error } }) as never;
}

export const outcomeFor = (plugin: string): Promise<unknown> =>
  targeted(vi.fn(), vi.fn())["runInboundClaimForPluginOutcome"]?.(plugin, {}, {}) as Promise<unknown>;
