/** Tells ids from abbreviations: in a repository with SHA-256, 40 digits are one, and may also be the name of a ref. */
import type { Host } from "../host.ts";

/** The function says whether a word is a full id here. git is asked once, and only about a word that may be one. */
export function testFullIds(host: Host): (word: string) => boolean {
  let digits = 0;
  return (word) => {
    if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(word)) return false;
    if (digits === 0) digits = idLength(host);
    return word.length === digits;
  };
}

/** A git that does not know the option has no SHA-256 either. */
function idLength(host: Host): number {
  return host.runGit(["rev-parse", "--show-object-format"]).stdout.startsWith("sha256") ? 64 : 40;
}
