/**
 * Reads what git tells a pre-push hook. A line that is not understood may be one that sends, so it is a problem.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Consequence } from "./describe-findings.ts";
import { notUnderstood, tooMuch } from "./describe-unproved.ts";
import { longestName, mostRefs, type Update } from "./updates.ts";

/** Bytes: a name may be in any encoding, and what is a space in one is part of a letter in another. */
const updateLine = /^([^]*) ([0-9a-f]{40}|[0-9a-f]{64}) ([^ ]+) ([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Without deletions: nothing leaves with them. */
export function parseUpdates(input: string, consequence: Consequence): Update[] | Problem {
  const lines = input.split("\n");
  const rest = lines.pop() as string;
  if (rest !== "") lines.push(rest);
  if (lines.length > mostRefs) return tooMuch(lines.length + " refs", String(mostRefs), { consequence });
  const updates: Update[] = [];
  for (const line of lines) {
    const match = updateLine.exec(line);
    if (match === null) return notUnderstood(line, { consequence });
    const [, name, id, remoteRef, remoteId] = match as unknown as [string, string, string, string, string];
    if (name.length > longestName || remoteRef.length > longestName)
      return tooMuch("a name of " + Math.max(name.length, remoteRef.length) + " bytes", String(longestName), {
        consequence,
      });
    if (!isNull(id)) updates.push({ name, id, remoteRef, remoteId: isNull(remoteId) ? "" : remoteId });
  }
  return updates;
}

function isNull(id: string): boolean {
  return /^0+$/.test(id);
}
