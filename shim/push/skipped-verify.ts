/**
 * `--no-verify` on a line of `git push`.
 */
import { readPushLine } from "../git/push-line.ts";
import type { ArgvWord } from "../host.ts";
import { withoutUses } from "../git/skip-verify.ts";

/** The edits that take it off; null if it is not there. */
export function skippedVerify(
  argv: readonly string[],
  first: number,
): { [index: number]: ArgvWord[] } | null {
  const line = readPushLine(argv, first);
  if (line !== null) return line.noVerify ? withoutUses(argv, line.verifyUses) : null;
  // A newer git may know an option that we do not.
  const edits: { [index: number]: ArgvWord[] } = {};
  let isThere = false;
  for (let i = first; i < argv.length && argv[i] !== "--"; i++) {
    if (!/^--no-veri(?:f|fy)?$/.test(argv[i] as string)) continue;
    edits[i] = [];
    isThere = true;
  }
  return isThere ? edits : null;
}
