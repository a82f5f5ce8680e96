import type { Decision } from "../host.ts";
import { finalizePoint, type OpenCommand } from "../plan/open-command.ts";

/** Is what leaves judged: is there a rule that a commit can be judged by, and is it asked for? */
export function isGated({ plan }: OpenCommand): boolean {
  return !!plan.points[finalizePoint] && plan.pushVerify !== "off";
}

/** For what may be a push: our hook reads from git's packets what the remote has. */
export function traced(decision: Decision): Decision {
  return decision.action === "exec" ? { ...decision, traced: true } : decision;
}
