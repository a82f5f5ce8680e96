/** An intercepted git command: decide, say what there is to say, and hand the decision back. */
import { decide } from "../commands/table.ts";
import type { Decision, Host } from "../host.ts";
import { judgeSending } from "../push/sending.ts";
import { finish } from "../report/notices.ts";

export function runCommand(host: Host): Decision {
  const { report, command, outcome } = decide(host, false);
  if (command !== null && outcome.isSending) return judgeSending(host, command);
  return finish(host, report);
}
