/**
 * What the native binary runs for an intercepted command: decide, say what there is to say, and
 * hand the decision back. This file and what it imports become the embedded bytecode.
 */
import { decide } from "./decide.ts";
import type { Decision, Host } from "./host.ts";
import { finish } from "./finish.ts";

export function main(host: Host): Decision | { action: "defer" } {
  const report = decide(host, { mayWrite: true });
  if (report.isSending) return { action: "defer" };
  finish(host, report, report.quiet);
  return report.decision;
}
