/** Runs an intercepted git command: decides, prints what there is to report, and returns the decision. */
import { decide } from "../commands/table.ts";
import type { Decision, Host } from "../host.ts";
import { judgeSending } from "../push/sending.ts";
import { finish } from "../report/notices.ts";

export function runCommand(host: Host): Decision {
  const { report, command, outcome } = decide(host, false);
  if (command !== null && outcome.isSending) return judgeSending(host, command);
  return finish(host, report, {
    command: "git " + (command === null ? "" : command.name),
    place: () => (command === null || command.repository === null ? host.cwd() : command.repository.gitDir),
  });
}
