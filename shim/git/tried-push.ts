/** Parses the output of `git push --dry-run --porcelain` (git-push(1)). */
export interface TriedPush {
  /** The address as git shows it. */
  shown: string;
  refs: TriedRef[];
}

export interface TriedRef {
  /** A space, or `+` forced, `-` deleted, `*` new, `!` rejected, `=` up to date. */
  flag: string;
  /** The local ref, or whatever name was given; empty for a deletion. */
  name: string;
  remoteRef: string;
  /** The remote's current id, if `core.abbrev` is `no`; empty for a new ref. */
  remoteId: string;
}

/** The output has a `To` line for each address, then a line for each ref. */
export function parseTriedPushes(text: string): TriedPush[] {
  const pushes: TriedPush[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("To ")) pushes.push({ shown: line.slice(3), refs: [] });
    const match = /^([ +*=!-])\t([^\t]*):([^\t:]+)\t(?:([0-9a-f]{40,64})\.\.)?/.exec(line);
    const last = pushes[pushes.length - 1];
    if (match === null || last === undefined) continue;
    const [, flag, name, remoteRef, remoteId = ""] = match as unknown as [
      string,
      string,
      string,
      string,
      string?,
    ];
    last.refs.push({ flag, name, remoteRef, remoteId });
  }
  return pushes;
}
