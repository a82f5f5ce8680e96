/** Reads at which commits a shallow clone's history ends, as the clone itself records it. */
import { parentCount } from "../git/commit-object.ts";
import { commonDirOf, joinPath } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import { shortIdLength } from "../rules/next-command.ts";
import type { Seal } from "../seal/seal.ts";
import { changeFolder, type Circumstances } from "./circumstances.ts";
import type { Finding } from "./prove.ts";
import { isOnRemote } from "./published-on.ts";

/**
 * Ids as keys. git does not send the missing parents of such a commit: a remote that accepts shallow history
 * need not have them. They could reappear while the push runs, so a sealed install does not rely on this.
 */
export function readShallowEnds(host: Host, gitDir: string, seal: Seal | null): { [id: string]: true } {
  const ends: { [id: string]: true } = {};
  const text = seal === null ? host.readFile(joinPath(commonDirOf(host, gitDir), "shallow")) : "";
  if (typeof text === "string") for (const id of text.split("\n")) ends[id] = true;
  return ends;
}

/** A commit among the findings where the history ends, for a hint; null if there is none. */
export function findShallowEnd(host: Host, gitDir: string, findings: readonly Finding[]): string | null {
  const ends = readShallowEnds(host, gitDir, null);
  for (const { commit } of findings)
    if (ends[commit.id] === true && parentCount(commit) > 0) return commit.id;
  return null;
}

/** A hint. `end`: a commit that breaks a rule, where the clone's history ends. */
export function hintUnshallow(
  host: Host,
  { remote, remotes }: Pick<Circumstances, "remote" | "remotes">,
  end: string,
): string {
  let from = "";
  for (const name of [remote].concat(remotes.map((each) => each.name)))
    if (from === "" && isOnRemote(host, name, end)) from = " " + quoteWord(name);
  return (
    "the clone is shallow and ends at " +
    end.slice(0, shortIdLength) +
    ", which a remote may refuse too ('shallow update not allowed'); get the rest, then push again: " +
    changeFolder(host) +
    "git fetch --unshallow" +
    from
  );
}
