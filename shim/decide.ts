/**
 * Decides what becomes of a git command.
 */
import { decideAm } from "./commands/am.ts";
import { decideCommit } from "./commands/commit.ts";
import { decideCommitTree } from "./commands/commit-tree.ts";
import { decideHistory } from "./commands/history.ts";
import { decideMerge } from "./commands/merge.ts";
import { decideChildren, decideUnknown } from "./commands/other.ts";
import { decidePush } from "./commands/push.ts";
import { decideSend } from "./commands/send.ts";
import { decideSequence } from "./commands/sequence.ts";
import { strategyOf } from "./git/commands.ts";
import { parseGlobalOptions, type GlobalPart } from "./git/global-options.ts";
import type { Host } from "./host.ts";
import type { DecideOptions } from "./open-command.ts";
import { passThrough, type Report } from "./report.ts";

type Decider = (host: Host, globals: GlobalPart, options: DecideOptions) => Report;

const deciders: { [command: string]: Decider } = {
  am: decideAm,
  "cherry-pick": decideSequence,
  commit: decideCommit,
  "commit-tree": decideCommitTree,
  history: decideHistory,
  merge: decideMerge,
  push: decidePush,
  rebase: decideSequence,
  revert: decideSequence,
};

export function decide(host: Host, options: DecideOptions): Report {
  const globals = parseGlobalOptions(host.argv);
  if (globals === null) return passThrough(host.argv, "git answers this line itself");
  const command = host.argv[globals.commandIndex] as string;
  const decider = Object.prototype.hasOwnProperty.call(deciders, command) ? deciders[command] : undefined;
  if (decider) return decider(host, globals, options);
  const strategy = strategyOf(command);
  if (strategy === "pass") return passThrough(host.argv, "'" + command + "' makes no commit");
  if (strategy === "gate") return decideSend(host, globals, options);
  return strategy === null ? decideUnknown(host, globals, options) : decideChildren(host, globals, options);
}
