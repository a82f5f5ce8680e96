/**
 * The commits with which a shallow clone's history ends, as the clone says itself.
 */
import { commonDirOf, joinPath } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { Seal } from "../layers.ts";

/**
 * Ids, as keys. What such a commit names as its parents, and what is not here, git does not send: a remote that takes shallow
 * history need not have it. It could come back while the push runs; so in a sealed install nothing is believed of this.
 */
export function endsOfHistory(host: Host, gitDir: string, seal: Seal | null): { [id: string]: true } {
  const ends: { [id: string]: true } = {};
  const text = seal === null ? host.readFile(joinPath(commonDirOf(host, gitDir), "shallow")) : "";
  if (typeof text === "string") for (const id of text.split("\n")) ends[id] = true;
  return ends;
}
