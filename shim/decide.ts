/**
 * Decides what becomes of a git command.
 */
import { decideCommit, type DecideOptions } from "./commit.ts";
import { strategyOf } from "./git/commands.ts";
import { parseGlobalOptions } from "./git/global-options.ts";
import type { Host } from "./host.ts";
import { passThrough, type Report } from "./report.ts";

export function decide(host: Host, options: DecideOptions): Report {
  const globals = parseGlobalOptions(host.argv);
  if (globals === null) return passThrough(host.argv, "git answers this line itself");
  const command = host.argv[globals.commandIndex] as string;
  if (command === "commit") return decideCommit(host, globals, options);
  const strategy = strategyOf(command);
  if (strategy === "pass") return passThrough(host.argv, "'" + command + "' makes no commit");
  if (strategy === null) return passThrough(host.argv, "'" + command + "' is not a builtin of git");
  return passThrough(host.argv, "'" + command + "' is not intercepted by this version");
}
