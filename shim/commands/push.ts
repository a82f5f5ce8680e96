/**
 * `git push`: the commits that would leave are judged in git's pre-push hook, which alone is told what they are.
 * `--no-verify` skips the repository's own hook and not the gate.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { injectInto } from "../inject/inject-into.ts";
import { messageSettings } from "../inject/settings.ts";
import { openCommand, type DecideOptions } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { isGated } from "./is-gated.ts";
import { wrap } from "./other.ts";
import { skippedVerify } from "./skipped-verify.ts";
import { traced } from "./traced.ts";

export function decidePush(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = { ...passThrough(host.argv, ""), quiet: false };
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { repository } = command;
  if (repository === null) return withoutTransport({ ...report, reason: "git finds no repository" });
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
  if (injected.strategy === "pass") return withoutTransport(injected);
  if (injected.strategy !== "inject") return injected;
  return { ...injected, strategy: "gate", decision: traced(injected.decision) };
}

/** git will say what is wrong. If it is right by then, as the one who runs it may arrange, nothing leaves. */
function withoutTransport(report: Report): Report {
  const { decision } = report;
  if (decision.action !== "exec") return report;
  return { ...report, decision: { ...decision, env: { ...decision.env, GIT_ALLOW_PROTOCOL: "none" } } };
}
