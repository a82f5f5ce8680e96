/**
 * What a command line of `interlock fix` asks for.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";

export interface FixRequest {
  dryRun: boolean;
  allAuthors: boolean;
  allowSkipped: boolean;
  detached: boolean;
  forcePushed: boolean;
  /** Null: the plan's. */
  scope: Plan["scope"] | null;
  /** All branches, instead of the current one. */
  branches: boolean;
  /** All tags. */
  tags: boolean;
  /** Byte strings; if there are none, the unpublished commits are meant. */
  ranges: string[];
}

const scopes = ["all", "own"] as const;

export function parseFixRequest(line: VerbLine): FixRequest | Refusal {
  const name = line.value("--scope");
  const scope = scopes.find((each) => each === name) ?? null;
  if (name !== null && scope === null)
    return {
      message: `'--scope' cannot be '${decodeUtf8(name)}'`,
      hint: suggestName(decodeUtf8(name), scopes),
    };
  return {
    dryRun: line.has("--dry-run"),
    allAuthors: line.has("--all-authors"),
    allowSkipped: line.has("--allow-skipped"),
    detached: line.has("--detached"),
    forcePushed: line.has("--force-pushed"),
    scope,
    branches: line.has("--branches"),
    tags: line.has("--tags"),
    ranges: line.words,
  };
}
