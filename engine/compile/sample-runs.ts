/**
 * The texts and conditions on which `check-idempotence.ts` tries chains of contributions.
 */
import { commitKinds, type CommitKind, type Occasion } from "../core/occasion.ts";
import { isMessagePoint, type HookPointName } from "../core/hook-points.ts";
import type { Contribution } from "../core/plan.ts";

const messageSamples = [
  "Fix the retry\n",
  "fix: the retry\n\nIt was lost.\n\nReviewed-by: Ann <ann@acme.example>\nSigned-off-by: Bo <bo@acme.example>\n",
  "fixup! Fix the retry\n",
  "Fix\n\nIt was lost\r\n\r\nand found",
  "Fix\n\nsome text here\nSigned-off-by: Bo <bo@acme.example>\n",
];
const textSamples = [
  "",
  "It was lost.\n\n## Summary\n\nFound\n",
  "It was lost\n\nReviewed-by: Ann <ann@acme.example>\n",
  "Refs: 1\n",
];

/** A longer chain is run over one sample only, to keep compilation fast. */
const longChain = 100;

export function samplesFor(point: HookPointName, chain: readonly Contribution[]): string[] {
  const samples = isMessagePoint(point) ? messageSamples : textSamples;
  const effects = chain.reduce((count, contribution) => count + contribution.effects.length, 0);
  return effects > longChain ? samples.slice(0, 1) : samples;
}

/** At most so many combinations of a kind and a remote are tried. */
const maxCombinations = 16;

type Scenario = [kind: CommitKind | null, glob: string | null];

/**
 * Contributions whose conditions exclude each other never run together. So try one kind and one remote at a time: each
 * alone, then combined, beginning with combinations that a contribution names.
 */
export function scenariosOf(chain: readonly Contribution[]): Occasion[] {
  const kinds = commitKinds.filter((kind) => chain.some(({ when }) => when?.commit?.includes(kind)));
  const globs = [...new Set(chain.flatMap(({ when }) => when?.remote ?? []))];
  const alone: Scenario[] = [
    [null, null],
    ...kinds.map((kind): Scenario => [kind, null]),
    ...globs.map((glob): Scenario => [null, glob]),
  ];
  const asked = chain.flatMap(({ when }) => combine(when?.commit ?? [], when?.remote ?? []));
  const together = new Map([...asked, ...combine(kinds, globs)].map((one) => [one.join(" "), one]));
  return [...alone, ...[...together.values()].slice(0, maxCombinations)].map(([commit, glob]) => ({
    commit: () => commit,
    // A glob matches itself.
    remotes: () => (glob === null ? [] : [glob]),
  }));
}

function combine(kinds: readonly CommitKind[], globs: readonly string[]): Scenario[] {
  return kinds.flatMap((kind) => globs.map((glob): Scenario => [kind, glob]));
}
