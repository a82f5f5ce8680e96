/** Runs an intercepted git command: decides, prints what there is to report, and returns the decision. */
import { decide } from "../commands/table.ts";
import type { Decision, Host } from "../host.ts";
import { finishPush } from "../push/say-push.ts";
import { finish } from "../report/notices.ts";

export function runCommand(host: Host): Decision {
  const { report, command, outcome } = decide(host, false);
  const about = {
    command: "git " + (command === null ? "" : command.name),
    place: () => (command === null || command.repository === null ? host.cwd() : command.repository.gitDir),
  };
  return outcome.push === undefined
    ? finish(host, report, about)
    : finishPush(host, report, about, outcome.push);
}
