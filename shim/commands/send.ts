/**
 * What `git push` itself starts to send objects: `git send-pack`, `git http-push` and the remote helpers ask no
 * hook. What sends is judged in shim/push/sending.ts, by what it is given to send. Only git may call the helpers, and
 * `http-push` only below a push; `send-pack` anybody.
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
  // Whoever has started it.
  if (name === "send-pack" && !isDryRun)
    return { ...gated("the commits that would leave are judged"), isSending: true };
  const isHelper = name.startsWith("remote-");
  if (isHelper ? isStartedByGit(host, layers) : isStartedByHelper(host, layers)) {
    // A helper that nobody pushes by only fetches; what it would start to send comes by here too.
    return { ...gated("git itself has started '" + name + "'"), isSending: !isHelper };
  }
  if (isDryRun) return interceptChildren(host, command);
  return refuseWith(gated("'" + name + "' asks no hook"), [sendsPastGate(name)]);
}

/** `-h`, and nothing else. */
function asksForUsage(argv: readonly string[], commandIndex: number): boolean {
  return argv[commandIndex + 1] === "-h" && argv.length === commandIndex + 2;
}
