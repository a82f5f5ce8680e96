/**
 * The name of a remote, as `when.remote` matches it: `host/path` for whatever spelling git takes.
 * Without scheme, user, port and `.git`; the host in lower case. A path of this machine has no host.
 */
export function remoteName(url: string): string {
  const withScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/]*)(.*)$/.exec(url);
  if (withScheme) return nameOf(withoutPort(withoutUser(withScheme[1] as string)), withScheme[2] as string);
  // `helper::address`, and what only looks like a host because of a later colon (url_is_local_not_ssh).
  const scpLike = /^(\[[^\]]*\]|[^/:]*):(?!:)(.*)$/.exec(url);
  if (!scpLike) return nameOf("", url);
  const host = scpLike[1] as string;
  // In brackets stands an IPv6 address, or a host with its port.
  const inner = host.startsWith("[") ? host.slice(1, -1) : host;
  const isAddress = inner.indexOf(":") !== inner.lastIndexOf(":");
  const bare = withoutUser(inner);
  return nameOf(isAddress ? "[" + bare + "]" : withoutPort(bare), scpLike[2] as string);
}

function nameOf(host: string, path: string): string {
  const trimmed = path.replace(/\/+$/, "").replace(/\.git$/, "");
  return host === "" ? trimmed : host.toLowerCase() + "/" + trimmed.replace(/^\/+/, "");
}

function withoutUser(authority: string): string {
  return authority.slice(authority.lastIndexOf("@") + 1);
}

function withoutPort(host: string): string {
  return host.replace(/:[0-9]*$/, "");
}
