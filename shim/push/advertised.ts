/**
 * Reads the remote's refs as the remote itself advertises them on the connection that pushes. If git itself
 * talks to the remote, it traces its packets (GIT_TRACE_PACKET, pkt-line.c), and those received before
 * pre-push runs are the remote's refs.
 */
import type { Advertised } from "./announced-push.ts";
import { isAdvertisedRef } from "./updates.ts";

export interface Connection {
  refs: Advertised;
  /** All refs were received, and git has sent nothing yet: it waits for pre-push. */
  isOpen: boolean;
}

/**
 * `<time> <place> packet:         push< <packet>`, anchored at the start of the line, because the rest may be
 * any text. Names contain no spaces, so a name cannot forge such a line.
 */
const packetLine = /^(?:[\d:.]+ [^ ]+ +)?packet: +(push|git)([<>]) (.*)$/;
const refPacket = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/[^ ]+)$/;
/** How git traces a NUL. Capabilities follow it, and only the first packet of a connection has any. */
const nul = "\\0";

/**
 * In order; several if the remote has several addresses. `by`: the name under which git traces packets,
 * `push` for the process that pushes, `git` for its helpers.
 */
export function parseTrace(trace: string, by: "push" | "git" = "push"): Connection[] {
  const connections: Connection[] = [];
  let isListing = false;
  for (const line of trace.split("\n")) {
    const match = packetLine.exec(line);
    if (match === null || match[1] !== by) continue;
    const [, , direction, packet] = match as unknown as [string, string, string, string];
    const end = packet.indexOf(nul);
    if (direction === "<" && end >= 0) {
      isListing = true;
      connections.push({ refs: {}, isOpen: false });
    }
    const connection = connections[connections.length - 1];
    if (connection === undefined) continue;
    connection.isOpen = isListing && direction === "<" && packet === flush;
    const ref = isListing ? refPacket.exec(end < 0 ? packet : packet.slice(0, end)) : null;
    const name = ref === null ? "" : readName(ref[2] as string);
    if (ref !== null && isAdvertisedRef(name)) connection.refs[name] = ref[1] as string;
    if (direction === ">" || packet === flush) isListing = false;
  }
  return connections;
}

const flush = "0000";

/** git traces a byte that is not ASCII in octal, as a `char`, which is signed on most machines. */
function readName(name: string): string {
  return name.replace(/\\(?:37777777)?([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 8) & 255),
  );
}
