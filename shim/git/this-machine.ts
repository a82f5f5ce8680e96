/**
 * Does a host in an address stand for this machine, however it is spelled?
 */

const ownNames =
  /^(?:|localhost|.*\.localhost|localhost\.localdomain|localhost[46]?|ip6-(?:localhost|loopback))$/;

/** `host`: as `remoteName` gives it. In doubt it does: then nobody trusts it. */
export function isThisMachine(host: string): boolean {
  if (host.startsWith("[")) return isOwnIpv6(host.slice(1).replace(/\]?$/, ""));
  return ownNames.test(host) || isOwnIpv4(host);
}

/** As inet_aton reads it: one to four numbers, each decimal, octal or in hexadecimal; the last fills what is left. */
function isOwnIpv4(host: string): boolean {
  const parts = host.split(".");
  if (!parts.every((part) => /^(?:0x[0-9a-f]*|[0-9]+)$/.test(part))) return false;
  if (parts.length > 4) return true;
  const first = numberOf(parts[0] as string);
  const network = parts.length === 1 ? Math.floor(first / 0x1000000) : first;
  // 0.0.0.0 leads here too. A number that is too large is cut off by some.
  return !(network > 0 && network < 256) || network === 127;
}

function numberOf(part: string): number {
  if (part.startsWith("0x")) return part.length === 2 ? 0 : parseInt(part.slice(2), 16);
  return parseInt(part, part.startsWith("0") ? 8 : 10);
}

/** ::1 and ::, and what has an IPv4 address in it: the first five of its eight groups are zero. */
function isOwnIpv6(address: string): boolean {
  const [head = "", tail] = (address.split("%")[0] as string).split("::");
  const before = groupsOf(head);
  const behind = tail === undefined ? [] : groupsOf(tail);
  // Two colons stand for as many zeros as are missing.
  const missing = tail === undefined ? 0 : 8 - before.length - behind.length;
  const firstBehind = behind.slice(0, Math.max(0, 5 - before.length - missing));
  return before
    .slice(0, 5)
    .concat(firstBehind)
    .every((group) => /^0*$/.test(group));
}

/** An IPv4 address at the end stands for two. */
function groupsOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/[0-9.]*\.[0-9.]*$/, "1:1").split(":");
}
