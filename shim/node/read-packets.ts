/** `Host.readPackets` on Node; see shim/native/host/packets.c. */
import { constants } from "node:os";
import { errnoOf, throwFault } from "./read-files.ts";
import { readSome } from "./read-stdin.ts";

/** The same limits as shim/native/host/packets.c. */
const longestPacket = 65520;
const mostPackets = 1 << 20;
const mostBytes = 1 << 27;

/** Reads pkt-lines from standard input up to the next flush, or returns an errno. */
export function readPackets(): string[] | number {
  const packets: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const digits = readExactly(4);
      const length = digits !== null && /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
      if (length === 0) return packets;
      if (digits === null) return constants.errno.EPIPE;
      if (length < 4 || length > longestPacket) return constants.errno.EPROTO;
      const packet = readExactly(length - 4);
      if (packet === null) return constants.errno.EPIPE;
      packets.push(packet);
      bytes += length;
      if (bytes > mostBytes || packets.length > mostPackets) return constants.errno.EFBIG;
    }
  } catch (error) {
    throwFault("standard input", errnoOf(error));
    return errnoOf(error);
  }
}

/** Null if the input ends early. */
function readExactly(length: number): string | null {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const got = readSome(bytes, done);
    if (got === 0) return null;
    done += got;
  }
  return bytes.toString("latin1");
}
