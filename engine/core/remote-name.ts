/**
 * The name of a remote, as `when.remote` matches it: `host/path` for whatever spelling git takes.
 * Without scheme, user, port and `.git`; the host in lower case; of a URL, what is written with `%` is decoded, and
 * dots and double slashes in the path lead to the same place. A path of this machine has no host.
 *
 * A convenience, not a security boundary: an address does not prove which repository answers there.
 */
export function remoteName(url: string): string {
  const withScheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^]*)$/.exec(url);
  if (withScheme) return nameOfUrl((withScheme[1] as string).toLowerCase(), withScheme[2] as string);
  // `helper::address`, and what only looks like a host because of a later colon (url_is_local_not_ssh).
  const scpLike = /^(\[[^\]]*\]|[^/:]*):(?!:)(.*)$/.exec(url);
  if (!scpLike) return nameOf("", url);
  const host = scpLike[1] as string;
  // Brackets hold an IPv6 address, or a host with its port.
  const inner = host.startsWith("[") ? host.slice(1, -1) : host;
  const isAddress = inner.indexOf(":") !== inner.lastIndexOf(":");
  const bare = withoutUser(inner);
  return nameOf(isAddress ? "[" + bare + "]" : withoutPort(bare), scpLike[2] as string);
}

/** git decodes an address before it looks for the host (url_decode); over http, curl decodes its parts. */
function nameOfUrl(scheme: string, address: string): string {
  const isHttp = /^(?:https?|ftps?)$/.test(scheme);
  const whole = isHttp ? address : decode(address);
  const slash = whole.search(isHttp ? /[/?#]/ : /\//);
  const authority = slash < 0 ? whole : whole.slice(0, slash);
  const path = slash < 0 ? "" : whole.slice(slash);
  const host = withoutPort(withoutUser(authority));
  return isHttp ? nameOf(decode(host), decode(path)) : nameOf(host, path);
}

/** The byte 0 stays encoded: git would stop there. */
function decode(text: string): string {
  return text.replace(/%(?!00)([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

function nameOf(host: string, path: string): string {
  if (host === "") return /^[^/]*::/.test(path) ? path : withoutGit(resolveDots(path));
  const inHost = withoutGit(resolveDots("/" + path));
  return host.toLowerCase().replace(/\.+$/, "") + (inHost === "" ? "/" : inHost);
}

/** `..` at the root is dropped; a relative path keeps its leading dots. */
export function resolveDots(path: string): string {
  const isRooted = path.startsWith("/");
  const names: string[] = [];
  path.split("/").forEach((name, i) => {
    const last = names[names.length - 1];
    if (name === "" || (name === "." && (isRooted || i > 0))) return;
    if (name !== ".." || (!isRooted && (last === undefined || last === ".." || last === ".")))
      names.push(name);
    else names.pop();
  });
  return (isRooted ? "/" : "") + names.join("/");
}

function withoutGit(path: string): string {
  return path.replace(/\.git$/, "").replace(/\/+$/, "");
}

function withoutUser(authority: string): string {
  return authority.slice(authority.lastIndexOf("@") + 1);
}

function withoutPort(host: string): string {
  return host.replace(/:[0-9]*$/, "");
}
