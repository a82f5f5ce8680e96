/**
 * The remotes that `when.remote` is asked for.
 */
import { remoteName } from "../../engine/core/remote-name.ts";
import { askRemotes } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import { whyNoRepository } from "./repository-here.ts";
import type { VerifyRequest } from "./request.ts";

/** It gives null if nobody can say. A repository that is pushed to is a remote itself, under a name it does not know. */
export function remotesFor(host: Host, { remote, from }: VerifyRequest): () => string[] | null {
  if (remote !== null) return () => [remoteName(remote)];
  if (from === "pre-receive") return () => null;
  const known = remotesHere(host);
  return from === "message" ? () => (whyNoRepository(host) === null ? known() : null) : known;
}

/** Those of the repository, asked once. */
export function remotesHere(host: Host): () => string[] {
  let known: string[] | null = null;
  return () => (known = known ?? askRemotes(host, []));
}
