/**
 * Decides what becomes of a git command.
 */
import { decideAm } from "./am.ts";
import { decideCommit } from "./commit.ts";
import { decideCommitTree } from "./commit-tree.ts";
import { decideHistory } from "./history.ts";
import { decideMerge } from "./merge.ts";
import { decideChildren, decideUnknown } from "./unlisted-commands.ts";
import { decidePush } from "./push.ts";
import { decideSend } from "./send.ts";
import { decideSequence } from "./sequence.ts";
import { strategyOf } from "../git/commands.ts";
import { parseGlobalOptions, type GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import type { DecideOptions } from "../plan/open-command.ts";
import { passThrough, type Report } from "../report/report.ts";

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
