import type { Decision } from "../host.ts";

/** For what may be a push: the hook of ours reads from its packets what the remote has. */
export function traced(decision: Decision): Decision {
  return decision.action === "exec" ? { ...decision, traced: true } : decision;
}
