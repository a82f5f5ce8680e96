/** What `gh version` tells. Not `--version`: in an old gh that may be an alias for anything. */

/** Of version 2; -1 of any other. */
export function minorOf(version: string): number {
  const found = /\b2\.(\d+)\.\d+/.exec(version);
  return found ? Number(found[1]) : -1;
}

/** Is it 2.x with x below `minor`? */
export function isBefore(version: string, minor: number): boolean {
  const own = minorOf(version);
  return own >= 0 && own < minor;
}
