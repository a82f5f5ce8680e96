/** Does the host in an address name this machine, in any spelling? The gate does not trust such remotes. */

const ownNames =
  /^(?:|localhost|.*\.localhost|localhost\.localdomain|localhost[46]?|ip6-(?:localhost|loopback))$/;

/** `host`: as `remoteName` returns it. In doubt true, so that the remote is not trusted. */
export function isThisMachine(host: string): boolean {
  if (host.startsWith("[")) return isOwnIpv6(host.slice(1).replace(/\]?$/, ""));
  return ownNames.test(host) || isOwnIpv4(host);
}

/**
 * As inet_aton parses it: one to four numbers, each decimal, octal or
 * hexadecimal; the last fills the remaining bytes.
 */
function isOwnIpv4(host: string): boolean {
  const parts = host.split(".");
  if (!parts.every((part) => /^(?:0x[0-9a-f]*|[0-9]+)$/.test(part))) return false;
  if (parts.length > 4) return true;
  const first = numberOf(parts[0] as string);
  const network = parts.length === 1 ? Math.floor(first / 0x1000000) : first;
  // 0.0.0.0 also reaches this machine. Some parsers truncate a number that is too large.
  return !(network > 0 && network < 256) || network === 127;
}

function numberOf(part: string): number {
  if (part.startsWith("0x")) return part.length === 2 ? 0 : parseInt(part.slice(2), 16);
  return parseInt(part, part.startsWith("0") ? 8 : 10);
}

/** ::1, :: and embedded IPv4 addresses: the first five of the eight groups are zero. */
function isOwnIpv6(address: string): boolean {
  const [head = "", tail] = (address.split("%")[0] as string).split("::");
  const before = groupsOf(head);
  const behind = tail === undefined ? [] : groupsOf(tail);
  // "::" replaces as many zero groups as are missing.
  const missing = tail === undefined ? 0 : 8 - before.length - behind.length;
  const firstBehind = behind.slice(0, Math.max(0, 5 - before.length - missing));
  return before
    .slice(0, 5)
    .concat(firstBehind)
    .every((group) => /^0*$/.test(group));
}

/** A trailing IPv4 address counts as two groups. */
function groupsOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/[0-9.]*\.[0-9.]*$/, "1:1").split(":");
}
