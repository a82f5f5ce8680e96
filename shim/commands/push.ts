/**
 * `git push`: the outgoing commits are judged in git's pre-push hook, because only that hook is told what
 * they are. `--no-verify` skips the repository's own hook, but not the gate.
 */
import { isGitSince } from "../git/ask-git.ts";
import { noTraits } from "../git/command-traits.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { sending } from "../hooks/hook-context.ts";
import { inject } from "../hooks/inject.ts";
import { interceptIfPossible } from "../hooks/intercept-children.ts";
import { messageWithoutOptions } from "../hooks/settings.ts";
import { asksToSign, pushOptions } from "../git/push-line.ts";
import type { Host } from "../host.ts";
import { isInRepository, type OpenCommand } from "../plan/open-command.ts";
import {
  isGated,
  runsHookOfSetting,
  signedPush,
  editsToDropNoVerify,
  withPacketTrace,
  withoutSignature,
} from "../push/gated-push.ts";
import { passThrough, refused, type Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";

export const push: Command<null> = {
  kind: "intercepted",
  traits: noTraits,
  parse: () => null,
  isQuiet: () => false,
  needsRepository: false,
  decide,
};

function decide(host: Host, command: OpenCommand): Outcome {
  const { globals, layers } = command;
  if (!isGated(command)) return interceptIfPossible(host, command);
  if (!isInRepository(command))
    return letGitReport(host, globals, passThrough(host.argv, "git finds no repository"));
  if (layers.seal && asksToSign(host.argv, globals.commandIndex + 1, pushOptions))
    return refused("gate", "the push is signed", [signedPush()]);
  const skip = editsToDropNoVerify(host.argv, globals.commandIndex + 1);
  const injected = inject(host, command, (settings) => {
    const { entries } = settings;
    const named = layers.seal ? entries.filter(({ key }) => key.startsWith("hook.")) : [];
    if (named.length > 0 && isGitSince(host, 2, 54, true))
      return runsHookOfSetting((named[0] as ConfigEntry).key);
    return {
      reason: "the commits that would leave are judged",
      enforcingHooks: ["pre-push"],
      kind: "composed",
      sends: true,
      skipped: skip === null ? [] : ["pre-push"],
      edits: skip ?? {},
      options: layers.seal ? [withoutSignature] : [],
      message: messageWithoutOptions(settings, "verbatim"),
    };
  });
  if (injected.strategy === "pass") return letGitReport(host, globals, injected);
  const decision = withPacketTrace(injected.decision);
  return { ...injected, strategy: "gate", decision: layers.seal ? sending(host, decision) : decision };
}

/**
 * Lets git report the error by running a command that sends nothing. Running the push itself would be unsafe:
 * the caller can arrange that what is wrong now is right by the time git runs.
 */
function letGitReport(host: Host, globals: GlobalPart, outcome: Outcome): Outcome {
  const { decision } = outcome;
  const words = host.argv.slice(globals.commandIndex + 1);
  if (decision.action !== "exec" || (words.length === 1 && words[0] === "-h")) return outcome;
  const before = decision.argv.slice(0, globals.commandIndex);
  return { ...outcome, decision: { ...decision, argv: before.concat("rev-parse") } };
}
