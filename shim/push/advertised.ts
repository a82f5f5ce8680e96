/**
 * The remote's refs by its own word, on the connection that pushes. Where git itself speaks to the remote, it writes down
 * its packets (GIT_TRACE_PACKET, pkt-line.c), and what it was sent before it asks pre-push are the remote's refs.
 */
import { isRefName } from "./updates.ts";

/** Ids by name. */
export interface Advertised {
  [ref: string]: string;
}

export interface Connection {
  refs: Advertised;
  /** All of them have come, and git has sent nothing yet: it waits for pre-push. */
  isOpen: boolean;
}

/**
 * `<time> <place> packet:         push< <packet>`, from the beginning of the line: further on may be anybody's words. Names
 * have no spaces, so nobody can write such a line by a name.
 */
const packetLine = /^(?:[\d:.]+ [^ ]+ +)?packet: +(push|git)([<>]) (.*)$/;
const refPacket = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/[^ ]+)$/;
/** As git writes a NUL. Behind it are capabilities, and only the first packet of a connection has some. */
const nul = "\\0";

/**
 * In order; several, if the remote has several addresses. `by`: the name that git's processes write down their packets
 * under, `push` for the one that pushes, `git` for its helpers.
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
    if (ref !== null && isRefName(name)) connection.refs[name] = ref[1] as string;
    if (direction === ">" || packet === flush) isListing = false;
  }
  return connections;
}

const flush = "0000";

/** git writes a byte that is not ASCII as a number in base eight, of a `char` that has a sign on most machines. */
function readName(name: string): string {
  return name.replace(/\\(?:37777777)?([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 8) & 255),
  );
}
