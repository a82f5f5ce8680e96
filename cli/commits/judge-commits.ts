/**
 * Judges commits by a plan, one after the other, with what Node can decode.
 */
import type { Plan } from "../../engine/core/plan.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import type { Host } from "../../shim/host.ts";
import { createVerdicts, type Verdict } from "../../shim/judge/judge-commit.ts";
import { createDecoder } from "./decode-bytes.ts";

export type { Verdict };

export function createJudge(
  host: Host,
  plan: Plan,
  sealed: { [name: string]: string },
  remotes: () => string[] | null,
): (commit: Commit) => Verdict {
  return createVerdicts(host, { plan, sealed, remotes, decoders: createDecoder });
}
