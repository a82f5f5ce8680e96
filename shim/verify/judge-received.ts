/**
 * Asks the judge (shim/push/judge-push.ts) about a push that a server's hook was told of. The walk has judged and described its
 * commits by then.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { Update } from "../push/announced-push.ts";
import { judgePush } from "../push/judge-push.ts";
import type { JudgedRange } from "./choose-range.ts";
import type { Recorder } from "./record.ts";

/** No `push.verify` of the server's matters: that is for pushes that leave it. */
export function isReceivedRefused(
  { mode }: Plan,
  ranges: readonly JudgedRange[],
  { brokenIn }: Pick<Recorder, "brokenIn">,
): boolean {
  const updates = ranges.reduce<Update[]>((all, range) => all.concat(range.updates ?? []), []);
  const consequence = mode === "report" ? "sent" : "refused";
  return judgePush({ updates, consequence }, ({ areNotes }) => brokenIn(areNotes) || null).isRefused;
}
