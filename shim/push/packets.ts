/** Writes packets in git's pkt-line format (gitprotocol-common(5)). */

/** git's LARGE_PACKET_DATA_MAX. */
const longestPacket = 65516;

/** pkt-lines and a final flush; null if one is too long, because its length field would overflow. */
export function asPackets(payloads: readonly string[]): string | null {
  if (payloads.some((payload) => payload.length > longestPacket)) return null;
  const lines = payloads.map((payload) => ("000" + (payload.length + 4).toString(16)).slice(-4) + payload);
  return lines.join("") + "0000";
}
