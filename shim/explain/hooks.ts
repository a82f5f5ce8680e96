/**
 * What hooks of ours would do while git runs the command, in a dry run: a push is judged, and the rules run over a
 * message that is known beforehand.
 */
import { hostIn, runWith } from "../git/ask-git.ts";
import type { Explain } from "../plan/open-command.ts";
import type { Host } from "../host.ts";
import { explainMessage } from "./message.ts";
import { explainPush } from "./push.ts";

export const explainHooks: Explain = (host, command, repository, call, report) => {
  // A hook's git knows from its environment what stands before the command.
  const words = host.argv.slice(1, command.globals.commandIndex);
  const runGit: Host["runGit"] = (args, options = {}) =>
    // In a sealed install, what git starts is ours too, and must not take this for a dry run of its own.
    runWith(host, words.concat(args), { ...options, env: { INTERLOCK_DRY_RUN: null, ...options.env } });
  const explain = command.name === "push" ? explainPush : explainMessage;
  const { startObjects } = hostIn(host, repository.gitDir);
  // Where git runs a hook.
  const cwd = (): string => repository.top;
  explain({ ...host, runGit, startObjects, cwd }, command, repository, call, report);
};
