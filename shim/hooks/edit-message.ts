/**
 * Wraps the editor for commands that run no hook after it: runs the caller's editor as git would, then the
 * rules over the result. Files that are not commit messages are left alone.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { askAboutCommit } from "../git/ask-git.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import { applyRules } from "./apply-rules.ts";
import { contextVariable, type HookContext } from "./hook-context.ts";
import { exitLikeChild } from "./own-hook.ts";

const messageFiles = ["COMMIT_EDITMSG", "MERGE_MSG", "final-commit"];

export function editMessage(host: Host, context: HookContext): Decision {
  const args = host.argv.slice(1);
  const path = args[args.length - 1] ?? "";
  const env: EnvChanges = {};
  env[contextVariable] = null;
  // The native host has restored GIT_EDITOR, so git answers with the caller's own choice.
  const editor = askAboutCommit(host, ["var", "GIT_EDITOR"]).stdout.replace(/\n$/, "");
  // As prepare_shell_cmd in git's run-command.c.
  const words = ["sh", "-c", editor + ' "$@"', editor].concat(args);
  const isMessage = messageFiles.indexOf(path.slice(path.lastIndexOf("/") + 1)) >= 0;
  if (!isMessage) return { action: "exec", argv: words, stdin: null, program: "/bin/sh", env };
  const status = host.runProgram("/bin/sh", words, env);
  return status === 0
    ? applyRules(host, context, { point: finalizePoint, path })
    : exitLikeChild(host, editor, status);
}
