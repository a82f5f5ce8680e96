/**
 * What `git push` itself starts to send objects: `git send-pack`, `git http-push` and the remote helpers ask no
 * hook. What sends is judged in shim/push/sending.ts, by what it is given to send. Only git may call the helpers, and
 * `http-push` only below a push; `send-pack` anybody.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { sendsNothing } from "../push/sends-nothing.ts";
import { sendsPastGate } from "../push/sends-past-gate.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { openCommand, type DecideOptions } from "../plan/open-command.ts";
import { passThrough, stopFor, type Report } from "../report/report.ts";
import { isGated } from "../push/is-gated.ts";
import { toKeptSender } from "../push/kept-sender.ts";
import { wrap } from "./unlisted-commands.ts";

export function decideSend(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = decide(host, globals, options);
  return { ...report, decision: toKeptSender(host, globals, report.decision) };
}

function decide(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { name, layers } = command;
  if (asksForUsage(host.argv, globals.commandIndex)) return wrap(host, command, report);
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  // Whoever has started it.
  if (name === "send-pack" && !isDryRun)
    return {
      ...report,
      strategy: "gate",
      reason: "the commits that would leave are judged",
      isSending: true,
    };
  const isHelper = name.startsWith("remote-");
  if (isHelper ? isStartedByGit(host, layers) : isStartedByHelper(host, layers)) {
    const reason = "git itself has started '" + name + "'";
    // A helper that nobody pushes by only fetches; what it would start to send comes by here too.
    return { ...report, strategy: "gate", reason, isSending: !isHelper };
  }
  if (isDryRun) return wrap(host, command, report);
  return stopFor({ ...report, strategy: "gate", reason: "'" + name + "' asks no hook" }, [
    sendsPastGate(name),
  ]);
}

/** `-h`, and nothing else. */
function asksForUsage(argv: readonly string[], commandIndex: number): boolean {
  return argv[commandIndex + 1] === "-h" && argv.length === commandIndex + 2;
}
