/**
 * Finds which commits that break a rule are on another remote of the repository, according to `refs/remotes`
 * and FETCH_HEAD. The caller can forge both, so this serves only for hints.
 */
import { resolveAddress } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import type { Circumstances } from "./circumstances.ts";
import type { Finding } from "./prove.ts";
import { listRefs } from "./pushed-refs.ts";
import { runWithoutReplacements } from "./raw-objects.ts";
import { isTrustedAddress, type Remote } from "./trusted-remotes.ts";

export interface PublishedOn {
  remote: Remote;
  /** Ids as keys. */
  ids: { [id: string]: true };
}

/**
 * Null if no remote is known to have them, or it was asked and does not. `others`: commits by other authors.
 */
export function findPublishedOn(
  host: Host,
  { plan, gitDir, remotes, unreached }: Circumstances,
  findings: readonly Finding[],
  others: readonly Finding[],
): PublishedOn | null {
  const candidates = remotes.filter(
    (remote) => !isTrustedAddress(plan, remote.url) || unreached.indexOf(remote) >= 0,
  );
  if (candidates.length === 0) return null;
  const unpublished: { [id: string]: true } = {};
  const tips = findings.map(({ commit }) => commit.id + "\n").join("");
  const { stdout } = runWithoutReplacements(host, ["rev-list", "--stdin", "--not", "--remotes"], tips);
  for (const id of stdout.split("\n")) unpublished[id] = true;
  const published = findings.filter(({ commit }) => unpublished[commit.id] !== true);
  const [newest] = published;
  for (const remote of newest === undefined ? [] : candidates)
    if (isOnRemote(host, remote.name, (newest as Finding).commit.id))
      return { remote, ids: idsOf(published) };
  const [other] = others;
  const from = other === undefined ? null : fetchedFrom(host, gitDir, other.commit.id);
  if (from === null) return null;
  const address = resolveAddress(from, host.cwd());
  for (const remote of candidates)
    if (fetchHeadAddress(remote.url) === address) return { remote, ids: idsOf(others) };
  return null;
}

/** Is the commit on a branch of the remote? */
export function isOnRemote(host: Host, remote: string, id: string): boolean {
  return listRefs(host, [id], ["refs/remotes/" + remote + "/"]).length > 0;
}

function idsOf(findings: readonly Finding[]): { [id: string]: true } {
  const ids: { [id: string]: true } = {};
  for (const { commit } of findings) ids[commit.id] = true;
  return ids;
}

const mostLines = 10;

/** The address that the commit was fetched from; null if unknown. */
export function fetchedFrom(host: Host, gitDir: string, id: string): string | null {
  const text = host.readFile(gitDir + "/FETCH_HEAD");
  if (typeof text !== "string") return null;
  for (const line of text.split("\n", mostLines)) {
    const match = /^([0-9a-f]{40,64})\t[^\t]*\t(?:.* of )?([^\t\x00-\x1f\x7f]+)$/.exec(line);
    if (match === null) continue;
    const asked = runWithoutReplacements(host, ["merge-base", "--is-ancestor", id, match[1] as string], "");
    if (asked.status === 0) return match[2] as string;
  }
  return null;
}

/** An address as git shortens it in FETCH_HEAD (`append_fetch_head` in builtin/fetch.c). */
function fetchHeadAddress(url: string): string {
  return url
    .replace(/^([A-Za-z0-9+.-]+:\/\/)[^/]*@/, "$1")
    .replace(/\/+$/, "")
    .replace(/(.)\.git$/, "$1");
}
