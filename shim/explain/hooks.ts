/** Dry run of our hooks: judges a push, and runs the rules over a message that is known before git runs. */
import { wordsBeforeCommand } from "../git/global-options.ts";
import type { Decided } from "../commands/table.ts";
import { hostIn, runWith } from "../git/ask-git.ts";
import type { HookContext } from "../hooks/hook-context.ts";
import type { Injected } from "../hooks/inject.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Report } from "../report/report.ts";
import { explainMessage } from "./message.ts";
import { explainPush } from "./push.ts";

/** Adds to the report what our hooks would do, as far as that is known before git runs. */
export function explainHooks(host: Host, { command, outcome, report, knownMessage }: Decided): Report {
  const context = contextOf(outcome);
  if (command === null || command.repository === null || context === null) return report;
  const { repository, globals } = command;
  // git passes its global options to hooks through the environment.
  // There is no hook here, so pass them as words.
  const words = wordsBeforeCommand(host.argv, globals);
  const runGit: Host["runGit"] = (args, options = {}) =>
    // In a sealed install the git that git starts is interlock too, and must not inherit the dry run.
    runWith(host, words.concat(args), { ...options, env: { INTERLOCK_DRY_RUN: null, ...options.env } });
  const { startObjects } = hostIn(host, repository.gitDir);
  // git runs hooks in the top folder.
  const cwd = (): string => repository.top;
  const inHook: Host = { ...host, runGit, startObjects, cwd };
  const opened: CommandInRepository = { ...command, repository };
  if (outcome.strategy === "gate") return explainPush(inHook, opened, report);
  const known = knownMessage(inHook);
  return known === null ? report : explainMessage(inHook, opened, context, report, known);
}

function contextOf(outcome: Decided["outcome"]): HookContext | null {
  return "context" in outcome ? (outcome as Injected).context : null;
}
