/**
 * Judges commits one by one, with the encodings that Node can decode.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import { latin1Only, type Decoder } from "../../shim/judge/encodings.ts";
import { createVerdicts, type Verdict } from "../../shim/judge/judge-commit.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import type { GitAndRules } from "./open-git-and-rules.ts";

export function createCommitJudge(
  { git, plan, sealed }: GitAndRules,
  remotes: () => string[] | null,
): (commit: Commit) => Verdict {
  return createVerdicts(git.host, { plan, sealed, remotes, decoders: createDecoder });
}

/** To UTF-8, both byte strings; null for an unknown encoding. TextDecoder would read Latin 1 as windows-1252. */
export function createDecoder(encoding: string): Decoder | null {
  const latin1 = latin1Only(encoding);
  if (latin1 !== null) return latin1;
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => encodeUtf8(decoder.decode(toBuffer(bytes)));
  } catch {
    return null;
  }
}
