/** The address of a `gh api` request, as gh is given it: a path, or a whole address. */

/** The host of a whole address, as gh calls it: without the `api.` that GitHub's own have. Empty if it is a path. */
export function hostOfEndpoint(endpoint: string): string {
  const found = /^[^/]*:\/\/(?:[^/@]*@)?([^/:?#]*)/.exec(endpoint);
  const host = found ? (found[1] as string).toLowerCase() : "";
  return /^api\.(?:github\.com|github\.localhost|[^.]+\.ghe\.com)$/.test(host) ? host.slice(4) : host;
}

/** As the server will see them: without host and query, decoded, dots resolved. */
export function segmentsOf(endpoint: string): string[] {
  let path = endpoint.replace(/[?#][^]*$/, "");
  if (path.includes("://")) path = path.replace(/^[^]*?:\/\/[^/]*\/?/, "");
  const segments: string[] = [];
  for (const raw of path.split("/")) {
    const segment = decodePercent(raw);
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  // GitHub Enterprise has its interfaces below `api`.
  if (segments[0] !== "api") return segments;
  return segments.slice(segments[1] === "v3" ? 2 : 1);
}

/** The names of an address's query: of `?a=1&b[]=2`, a and b. Some servers take `;` for `&`. */
export function namesInQuery(endpoint: string): string[] {
  const query = /\?([^#]*)/.exec(endpoint);
  if (!query) return [];
  return (query[1] as string)
    .split(/[&;]/)
    .map((pair) => decodePercent(pair.replace(/=[^]*$/, "")).replace(/\[[^]*$/, ""));
}

export function decodePercent(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Does gh put something else there? */
export function hasPlaceholder(text: string): boolean {
  return /\{(?:owner|repo|branch)\}|:(?:owner|repo|branch)\b/.test(text);
}

/** The same of what may have slashes in it, and so be several segments. */
export function hasBranchPlaceholder(text: string): boolean {
  return /\{branch\}|:branch\b/.test(text);
}
