/** Finds the remotes to compare with `when.remote`. */
import { remoteName } from "../../engine/core/remote-name.ts";
import { askRemotes } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import { whyNoRepository } from "./repository-here.ts";
import type { VerifyRequest } from "./request.ts";

/**
 * The function returns null if they are unknown. A repository that is pushed to is itself the remote, under a
 * name it does not know.
 */
export function remotesFor(host: Host, { remote, from }: VerifyRequest): () => string[] | null {
  if (remote !== null) return () => [remoteName(remote)];
  if (from === "pre-receive") return () => null;
  const known = remotesHere(host);
  return from === "message" ? () => (whyNoRepository(host) === null ? known() : null) : known;
}

/** The repository's remotes; git is asked once. */
export function remotesHere(host: Host): () => string[] {
  let known: string[] | null = null;
  return () => (known = known ?? askRemotes(host, []));
}
