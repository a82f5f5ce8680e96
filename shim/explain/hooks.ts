/**
 * What hooks of ours would do while git runs the command, in a dry run: a push is judged, and the rules run over a
 * message that is known beforehand.
 */
import type { Decided } from "../commands/table.ts";
import { hostIn, runWith } from "../git/ask-git.ts";
import type { HookContext } from "../hooks/hook-context.ts";
import type { Injected } from "../hooks/inject.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Report } from "../report/report.ts";
import { explainMessage } from "./message.ts";
import { explainPush } from "./push.ts";

/** Gives the report with what hooks of ours would do, as far as that can be told before git runs. */
export function explainHooks(host: Host, { command, outcome, report }: Decided): Report {
  const context = contextOf(outcome);
  if (command === null || command.repository === null || context === null) return report;
  const { repository, globals, name } = command;
  // A hook's git knows from its environment what stands before the command.
  const words = host.argv.slice(1, globals.commandIndex);
  const runGit: Host["runGit"] = (args, options = {}) =>
    // In a sealed install, what git starts is ours too, and must not take this for a dry run of its own.
    runWith(host, words.concat(args), { ...options, env: { INTERLOCK_DRY_RUN: null, ...options.env } });
  const { startObjects } = hostIn(host, repository.gitDir);
  // Where git runs a hook.
  const cwd = (): string => repository.top;
  const inHook: Host = { ...host, runGit, startObjects, cwd };
  const opened: CommandInRepository = { ...command, repository };
  return name === "push"
    ? explainPush(inHook, opened, report)
    : explainMessage(inHook, opened, context, report);
}

function contextOf(outcome: Decided["outcome"]): HookContext | null {
  return "context" in outcome ? (outcome as Injected).context : null;
}
