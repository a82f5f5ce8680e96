/** Questions to the real gh. */
import type { EnvChanges, Host, RunResult } from "../../host.ts";

/** Its answer is for us, not for a terminal: no pager, no colours. */
const plainly: EnvChanges = { GH_FORCE_TTY: null, CLICOLOR_FORCE: null };

export function askGh(host: Host, words: string[]): RunResult {
  return host.runReal(words, { env: plainly });
}
