/**
 * `git push`: the commits that would leave are judged in git's pre-push hook, which alone is told what they are.
 * `--no-verify` skips the repository's own hook and not the gate.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { messageSettings } from "../hooks/settings.ts";
import { openCommand, type DecideOptions } from "../plan/open-command.ts";
import { passThrough, type Report } from "../report/report.ts";
import { isGated } from "../push/is-gated.ts";
import { wrap } from "./unlisted-commands.ts";
import { skippedVerify } from "../push/skipped-verify.ts";
import { traced } from "../push/traced.ts";

export function decidePush(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = { ...passThrough(host.argv, ""), quiet: false };
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { repository } = command;
  if (repository === null) return letGitSay(host, globals, { ...report, reason: "git finds no repository" });
  const skip = skippedVerify(host.argv, globals.commandIndex + 1);
  const injected = injectInto(host, command, repository, report, (settings) => ({
    reason: "the commits that would leave are judged",
    last: ["pre-push"],
    kind: "composed",
    skipped: skip === null ? [] : ["pre-push"],
    edits: skip ?? {},
    options: [],
    revisions: [],
    wrapsEditor: false,
    message: messageSettings(settings, "verbatim"),
  }));
  if (injected.strategy === "pass") return letGitSay(host, globals, injected);
  if (injected.strategy !== "inject") return injected;
  const decision = traced(injected.decision);
  return { ...injected, strategy: "gate", decision: command.layers.seal ? alone(host, decision) : decision };
}

/**
 * In a sealed install git must write nothing but its packets where the gate reads them: other traces show anybody's words.
 * Of those that variables ask for, the host takes care; a setting counts where there is no variable.
 */
function alone(host: Host, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  const env: EnvChanges = { ...decision.env };
  for (const name of ["GIT_TRACE2", "GIT_TRACE2_PERF", "GIT_TRACE2_EVENT"])
    if (!host.env(name)) env[name] = "0";
  return { ...decision, env };
}

/**
 * git says what is wrong, by a command that sends nothing: what is wrong now may be right by the time that git runs, as the
 * caller can arrange.
 */
function letGitSay(host: Host, globals: GlobalPart, report: Report): Report {
  const { decision } = report;
  const words = host.argv.slice(globals.commandIndex + 1);
  if (decision.action !== "exec" || (words.length === 1 && words[0] === "-h")) return report;
  const before = decision.argv.slice(0, globals.commandIndex);
  return { ...report, decision: { ...decision, argv: before.concat("rev-parse") } };
}
