/**
 * The commands that `git push` starts to send objects: `git send-pack`, `git http-push` and the remote helpers. git runs no hook
 * for them, so shim/push/sending.ts judges what they would send. Anybody may run `send-pack`. A remote helper runs only if git
 * itself has started it, and `http-push` only if a push has; a sealed install refuses `http-push` always.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { noTraits } from "../git/command-traits.ts";
import { interceptChildren, interceptIfPossible } from "../hooks/intercept-children.ts";
import type { Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { isGated } from "../push/gated-push.ts";
import { asSealedSender, judgeSending } from "../push/sending.ts";
import { sendsNothing, sendsPastGate, startedByUnknown, toKeptSender } from "../push/senders.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { asCalled, refused, type Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";

export const send: Command<null> = {
  kind: "sender",
  traits: noTraits,
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
    return interceptIfPossible(host, command);
  if (name === "http-push" && layers.seal)
    return refused("gate", "a WebDAV server keeps what it is given", [unprovable()]);
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  // Whoever has started it: anybody may.
  if (name === "send-pack" && !isDryRun)
    return judgeUnlessExplained(host, command, "the commits that would leave are judged");
  const isHelper = name.startsWith("remote-");
  const reason = "git itself has started '" + name + "'";
  // A helper that no push uses only fetches. Anything it starts to send is itself intercepted here.
  if (isHelper && isStartedByGit(host, layers)) return gated(host, reason);
  if (!isHelper && isStartedByHelper(host, layers)) return judgeUnlessExplained(host, command, reason);
  if (isDryRun) {
    // It connects as if it would send.
    const tried = interceptIfPossible(host, command);
    return layers.seal ? { ...tried, decision: asSealedSender(host, globals, tried.decision) } : tried;
  }
  const isUnknown = host.ancestorProgram(1) === "";
  // What the helper starts to send is intercepted, whoever has started the helper. In a sealed install that is the caller's choice.
  if (isUnknown && isHelper && !layers.seal) return interceptChildren(host, command);
  const problem = isUnknown ? startedByUnknown(name) : sendsPastGate(name);
  return refused("gate", "'" + name + "' asks no hook", [problem]);
}

/** Judging reads the request from standard input, and may connect to the remote. A dry run must do neither, so it only gives the reason. */
function judgeUnlessExplained(host: Host, command: OpenCommand, reason: string): Outcome {
  return command.isDryRun ? gated(host, reason) : judgeSending(host, command);
}

function gated(host: Host, reason: string): Outcome {
  return { strategy: "gate", reason, decision: asCalled(host.argv) };
}

/**
 * `git http-push` uploads files to a WebDAV server, which computes no ids: other bytes may go there under a judged id
 * (`refs/replace` is enough). Nor is its line certain: it takes a word with a dash that it does not know for the address.
 */
function unprovable(): Problem {
  return {
    code: "push-webdav",
    message:
      "a push over WebDAV ('git http-push') cannot be judged: its server does not check what it is given",
    hint: "push to a server with git's smart protocol (git-http-backend), or over ssh",
    source: "",
  };
}

function asksForUsage(argv: readonly string[], commandIndex: number): boolean {
  return argv[commandIndex + 1] === "-h" && argv.length === commandIndex + 2;
}
