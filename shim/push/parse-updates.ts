/** The lines by which git tells hooks what a push will change (githooks(5)): `pre-push` before it sends, `pre-receive` where it arrives. */
import type { Advertised, Unreadable, Update } from "./announced-push.ts";
import { isAdvertisedRef, longestName, mostRefs } from "./updates.ts";

/**
 * Name, id, remote ref, its id. Byte strings: a name may be in any encoding, and a space in one is part of a letter in
 * another. The caller chooses what stands left of the ids, spaces included: `HEAD^{/a b}`.
 */
export const announcedLine = /^([^]*) ([0-9a-f]{40}|[0-9a-f]{64}) ([^ ]+) ([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Parses the input of a pre-push hook. A line that cannot be parsed may be one that sends, so it is an error. A name may be anything left of the colon in a refspec, including LF, so part of it can look like
 * a line from git. Therefore what a line says about the remote must equal what the remote itself advertised. If that is unknown,
 * `isBelieved` says whether to trust the line.
 */
export function parseUpdates(
  input: string,
  advertised: Advertised | null,
  isBelieved: boolean,
): Update[] | Unreadable {
  const lines = input.split("\n");
  const last = lines.pop() as string;
  if (last !== "") lines.push(last);
  if (lines.length > mostRefs) return { why: "refs", count: lines.length };
  const updates: Update[] = [];
  for (const line of lines) {
    const match = announcedLine.exec(line);
    if (match === null) return { why: "line", line };
    const [, name, id, remoteRef, remoteId] = match as unknown as [string, string, string, string, string];
    const length = Math.max(name.length, remoteRef.length);
    if (length > longestName) return { why: "name", length };
    // Some gits count refs that others ignore: what they say of these is no sign of anything.
    const claimedId = isAdvertisedRef(remoteRef) ? emptyIfNone(remoteId) : "";
    if (advertised !== null && claimedId !== (advertised[remoteRef] ?? "")) return { why: "line", line };
    const counts = advertised !== null || isBelieved;
    updates.push({ name, id: emptyIfNone(id), remoteRef, remoteId: counts ? claimedId : "" });
  }
  return updates;
}

/**
 * Parses the input of a pre-receive hook: `<old> <new> <ref>` lines. Any other line is an error, because its commits would be accepted
 * without judgement; so is an input without a line.
 */
export function parseReceived(input: string): Update[] | { line: string | null } {
  const lines = input.split("\n");
  if (lines.pop() !== "" || lines.length === 0) return { line: null };
  const updates: Update[] = [];
  for (const line of lines) {
    const [, from, to, remoteRef] = receivedLine.exec(line) ?? [];
    if (from === undefined || to === undefined || remoteRef === undefined || from.length !== to.length)
      return { line };
    updates.push({ name: "", id: emptyIfNone(to), remoteRef, remoteId: emptyIfNone(from) });
  }
  return updates;
}

/** A ref name may contain any bytes except these. */
const receivedLine = /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]+) ([^\x00-\x20\x7f]+)$/;

/** git writes zeros for an object that does not exist. */
function emptyIfNone(id: string): string {
  return /^0+$/.test(id) ? "" : id;
}

/** The line that git would write, for a sender that gets names and ids one by one. */
export function renderUpdate({ name, id, remoteRef, remoteId }: Update): string {
  // As long as the other one: SHA-256 has 64 digits.
  const none = (id || remoteId || "0000000000000000000000000000000000000000").replace(/./g, "0");
  return [id === "" ? "(delete)" : name, id || none, remoteRef, remoteId || none].join(" ");
}
