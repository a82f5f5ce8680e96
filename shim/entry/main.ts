/**
 * The only entry point of the hot path. `role` is how the native
 * binary was called; shim/native/start/main.c sets it.
 */
import type { Host, VerbDecision } from "../host.ts";
import { runCommand } from "./command.ts";
import { runDispatch } from "./dispatch.ts";
import { runExplain } from "./explain.ts";
import { runGhEditor } from "./gh-editor.ts";
import { runGh } from "./gh.ts";
import { runHealth } from "./health.ts";
import { runHook } from "./hook.ts";
import { runPrePush } from "./pre-push.ts";
import { runExamples } from "./run-examples.ts";
import { runVerify } from "./verify.ts";

const roles = {
  command: runCommand,
  dispatch: runDispatch,
  explain: runExplain,
  gh: runGh,
  "gh-editor": runGhEditor,
  health: runHealth,
  hook: runHook,
  "pre-push": runPrePush,
  "run-examples": runExamples,
  verify: runVerify,
};

export function main(host: Host, role: keyof typeof roles): VerbDecision {
  return roles[role](host);
}
