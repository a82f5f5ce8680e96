/**
 * The message of a commit made right by the rules.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Verdict } from "../../shim/judge/judge-commit.ts";
import { encodingOf, type Commit } from "../../shim/git/commit-object.ts";
import { encodeMessage } from "./encode-bytes.ts";

export type MendResult =
  /** Compliant, or not judged. */
  | { kind: "kept" }
  | {
      kind: "mended";
      /** The bytes for the object. */
      message: string;
      /** As UTF-8. */
      before: string;
      after: string;
    }
  /** No effect can correct it. */
  | { kind: "broken"; reasons: string[] };

/** `verdict`: what `judge` says of the commit. */
export function mendCommit(commit: Commit, verdict: Verdict, judge: (commit: Commit) => Verdict): MendResult {
  if (verdict.kind !== "judged" || verdict.violations.length === 0) return { kind: "kept" };
  // Each violation starts from the result of the one before, so the last one has the final message.
  const last = verdict.violations.findLast(({ before, after }) => before !== after);
  if (last === undefined) return { kind: "broken", reasons: reasonsOf(verdict) };
  const before = verdict.message;
  const { after } = last;
  const encoding = encodingOf(commit);
  const message = encoding === null ? after : encodeMessage(encoding, after, before, commit.message);
  if (message === null)
    return {
      kind: "broken",
      reasons: [`${last.id}: what it adds cannot be written in '${decodeUtf8(encoding ?? "")}'`],
    };
  const again = judge({ ...commit, message });
  if (again.kind !== "judged" || again.violations.length > 0)
    return { kind: "broken", reasons: reasonsOf(again) };
  return { kind: "mended", message, before, after };
}

function reasonsOf(verdict: Verdict): string[] {
  if (verdict.kind !== "judged") return [decodeUtf8(verdict.reason)];
  return verdict.violations.map(
    ({ id, message, source }) => `${id}: ${decodeUtf8(message)} (${decodeUtf8(source)})`,
  );
}
