import type { GlobalPart } from "../git/global-options.ts";
import type { Decision, Host } from "../host.ts";

/**
 * `git http-push` is a program of its own: where its place is ours, the real one is kept beside the real git, and git
 * would only find us again. With words before the command git comes back without them.
 */
export function toKeptSender(host: Host, globals: GlobalPart, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  if (host.argv[globals.commandIndex] !== "http-push" || globals.commandIndex !== 1) return decision;
  const git = host.realProgram();
  const program = git.slice(0, git.lastIndexOf("/")) + "/core/http-push";
  if (host.stat(program) === null) return decision;
  return { ...decision, argv: ["git-http-push", ...decision.argv.slice(globals.commandIndex + 1)], program };
}
