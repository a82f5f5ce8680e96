/**
 * Parses the input of a pre-push hook. A line that cannot be parsed may be one that sends, so it is an error.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Advertised } from "./advertised.ts";
import type { Consequence } from "./describe-findings.ts";
import { notUnderstood, tooMuch } from "./describe-unproved.ts";
import { isAdvertisedRef, longestName, mostRefs, type Update } from "./updates.ts";

/**
 * Name, id, remote ref, its id. Byte strings: a name may be in any encoding, and a space in one is part of a letter in
 * another. The caller chooses what stands left of the ids, spaces included: `HEAD^{/a b}`.
 */
export const updateLine = /^([^]*) ([0-9a-f]{40}|[0-9a-f]{64}) ([^ ]+) ([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Omits deletions, which send nothing. A name may be anything left of the colon in a refspec, including LF,
 * so part of it can look like a line from git. Therefore what a line says about the remote must equal what
 * the remote itself said (`advertised`). If that is unknown, `isBelieved` says whether to trust the line.
 */
export function parseUpdates(
  input: string,
  advertised: Advertised | null,
  isBelieved: boolean,
  consequence: Consequence,
): Update[] | Problem {
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
    // Some gits count refs that others ignore: what they say of these is no sign of anything.
    const claimedId = isNull(remoteId) || !isAdvertisedRef(remoteRef) ? "" : remoteId;
    if (advertised !== null && claimedId !== (advertised[remoteRef] ?? ""))
      return notUnderstood(line, { consequence });
    const counts = advertised !== null || isBelieved;
    if (!isNull(id)) updates.push({ name, id, remoteRef, remoteId: counts ? claimedId : "" });
  }
  return updates;
}

function isNull(id: string): boolean {
  return /^0+$/.test(id);
}
