/**
 * The one entry of the hot path. `role` is how the native binary was called: shim/native/main.c chooses it.
 */
import type { Decision, Host } from "../host.ts";
import { runCommand } from "./command.ts";
import { runExplain } from "./explain.ts";
import { runHealth } from "./health.ts";
import { runHook } from "./hook.ts";
import { runPrePush } from "./pre-push.ts";

const roles = {
  command: runCommand,
  explain: runExplain,
  health: runHealth,
  hook: runHook,
  "pre-push": runPrePush,
};

export function main(host: Host, role: keyof typeof roles): Decision {
  return roles[role](host);
}
