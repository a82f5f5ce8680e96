/**
 * The message of a commit made right by the rules.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Violation } from "../../engine/judge/find-violations.ts";
import type { Verdict } from "../../shim/judge/judge-commit.ts";
import { encodingOf, type Commit } from "../../shim/git/commit-object.ts";
import { encodeMessage } from "./encode-bytes.ts";

export type FixResult =
  /** Compliant, or not judged. */
  | { kind: "kept" }
  | {
      kind: "fixed";
      /** The bytes for the object. */
      message: string;
      /** As UTF-8. */
      before: string;
      after: string;
      rules: readonly Fault[];
    }
  /** No effect can correct it. */
  | { kind: "broken"; faults: readonly Fault[] };

/** Byte strings. What is beyond the rules has no rule's id. */
export type Fault = Pick<Violation, "id" | "plugin" | "source" | "message">;

/** A commit that no effect can correct. */
export interface Broken {
  commit: Commit;
  result: Extract<FixResult, { kind: "broken" }>;
}

/** `verdict`: what `judge` says of the commit. */
export function fixCommit(commit: Commit, verdict: Verdict, judge: (commit: Commit) => Verdict): FixResult {
  if (verdict.kind !== "judged" || verdict.violations.length === 0) return { kind: "kept" };
  // Each violation starts from the result of the one before, so the last one has the final message.
  const last = verdict.violations.findLast(({ before, after }) => before !== after);
  if (last === undefined) return { kind: "broken", faults: faultsOf(verdict) };
  const before = verdict.message;
  const { after } = last;
  const encoding = encodingOf(commit);
  const message = encoding === null ? after : encodeMessage(encoding, after, before, commit.message);
  if (message === null)
    return {
      kind: "broken",
      faults: [{ ...last, source: "", message: "what it adds cannot be written in '" + encoding + "'" }],
    };
  const again = judge({ ...commit, message });
  if (again.kind !== "judged" || again.violations.length > 0)
    return { kind: "broken", faults: faultsOf(again) };
  return { kind: "fixed", message, before, after, rules: verdict.violations };
}

function faultsOf(verdict: Verdict): readonly Fault[] {
  return verdict.kind === "judged"
    ? verdict.violations
    : [{ id: "", plugin: "", source: "", message: verdict.reason }];
}

/** A line for people. */
export function renderFault({ id, message, source }: Fault): string {
  const place = source === "" ? "" : ` (${decodeUtf8(source)})`;
  return `${id === "" ? "" : `${id}: `}${decodeUtf8(message)}${place}`;
}
