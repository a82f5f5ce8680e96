/**
 * The commands that `git push` starts to send objects: `git send-pack`, `git http-push` and the remote
 * helpers. They run no hook, so shim/push/sending.ts judges the refs they are told to send. Only git may
 * start a helper, and only a push may start `http-push`; anybody may start `send-pack`.
 */
import { interceptChildren } from "../hooks/intercept-children.ts";
import type { Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { isGated } from "../push/gated-push.ts";
import { sendsNothing, sendsPastGate, toKeptSender } from "../push/senders.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { asCalled, refuseWith, type Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";

export const send: Command<null> = {
  parse: () => null,
  needsRepository: false,
  decide: (host, command) => {
    const outcome = decide(host, command);
    return { ...outcome, decision: toKeptSender(host, command.globals, outcome.decision) };
  },
};

function decide(host: Host, command: OpenCommand): Outcome {
  const { name, layers, globals } = command;
  if (!isGated(command) || asksForUsage(host.argv, globals.commandIndex))
    return interceptChildren(host, command);
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const gated = (reason: string): Outcome => ({ strategy: "gate", reason, decision: asCalled(host.argv) });
  // Judged no matter who started it.
  if (name === "send-pack" && !isDryRun)
    return { ...gated("the commits that would leave are judged"), isSending: true };
  const isHelper = name.startsWith("remote-");
  if (isHelper ? isStartedByGit(host, layers) : isStartedByHelper(host, layers)) {
    // A helper that no push uses only fetches. Anything it starts to send is itself intercepted here.
    return { ...gated("git itself has started '" + name + "'"), isSending: !isHelper };
  }
  if (isDryRun) return interceptChildren(host, command);
  return refuseWith(gated("'" + name + "' asks no hook"), [sendsPastGate(name)]);
}

function asksForUsage(argv: readonly string[], commandIndex: number): boolean {
  return argv[commandIndex + 1] === "-h" && argv.length === commandIndex + 2;
}
