/**
 * Runs `git push --dry-run` to see what git would send. It connects as the push itself does, to a server that takes commits,
 * so what git starts meanwhile must not get the connection, and no trace may go there. Nothing else in interlock connects so.
 */
import { runWith } from "../git/ask-git.ts";
import { forConnecting } from "../git/environment.ts";
import { notPassedOn } from "../hooks/hook-context.ts";
import type { Host, RunResult } from "../host.ts";

/** `words`: from the settings on; the last ones are `settingsWhileSending`. */
export function tryPush(host: Host, words: readonly string[], options: { traced?: boolean } = {}): RunResult {
  return runWith(host, words, { ...options, only: forConnecting, env: notPassedOn });
}
