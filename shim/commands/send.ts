/**
 * The commands that `git push` starts to send objects: `git send-pack`, `git http-push` and the remote helpers. git runs no hook
 * for them, so shim/push/sending.ts judges the refs on their command line or standard input. Who may start them: anybody
 * `send-pack`; only git a helper; only a push `http-push`, and nobody where the install is sealed.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { noTraits } from "../git/command-traits.ts";
import { interceptChildren, interceptIfPossible } from "../hooks/intercept-children.ts";
import type { Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { isGated } from "../push/gated-push.ts";
import { asSealedSender } from "../push/sending.ts";
import { sendsNothing, sendsPastGate, startedByUnknown, toKeptSender } from "../push/senders.ts";
import { isStartedByGit, isStartedByHelper } from "../push/started-by-helper.ts";
import { asCalled, refuseWith, type Outcome } from "../report/report.ts";
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
  const isDryRun = sendsNothing(host.argv, globals.commandIndex);
  const gated = (reason: string): Outcome => ({ strategy: "gate", reason, decision: asCalled(host.argv) });
  if (name === "http-push" && layers.seal)
    return refuseWith(gated("a WebDAV server keeps what it is given"), [unprovable()]);
  // Judged no matter who started it.
  if (name === "send-pack" && !isDryRun)
    return { ...gated("the commits that would leave are judged"), isSending: true };
  const isHelper = name.startsWith("remote-");
  if (isHelper ? isStartedByGit(host, layers) : isStartedByHelper(host, layers)) {
    // A helper that no push uses only fetches. Anything it starts to send is itself intercepted here.
    return { ...gated("git itself has started '" + name + "'"), isSending: !isHelper };
  }
  if (isDryRun) {
    // It connects as if it would send.
    const tried = interceptIfPossible(host, command);
    return layers.seal ? { ...tried, decision: asSealedSender(host, globals, tried.decision) } : tried;
  }
  const isUnknown = host.ancestorProgram(1) === "";
  // What the helper starts to send is intercepted, whoever has started the helper. In a sealed install that is the caller's choice.
  if (isUnknown && isHelper && !layers.seal) return interceptChildren(host, command);
  const problem = isUnknown ? startedByUnknown(name) : sendsPastGate(name);
  return refuseWith(gated("'" + name + "' asks no hook"), [problem]);
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
