/** Makes of the rows what `runContributions` needs: how effects work on one kind of payload. */
import type { Effect } from "../plan.ts";
import type { EffectRunner } from "../run-contributions.ts";
import type { EffectRow, OnPayload } from "./effect-row.ts";
import { payloadForms, type PayloadKind, type Payloads } from "./payload-kinds.ts";

export type RowsByType = { readonly [type: string]: EffectRow<Effect> };

export type Runner<K extends PayloadKind> = EffectRunner<
  Payloads[K]["draft"],
  Payloads[K]["effect"],
  Payloads[K]["value"]
>;

/** The compiler refuses effects at kinds of payload that they are not for. */
export function runnerOf<K extends PayloadKind>(kind: K, rows: RowsByType): Runner<K> {
  type Way = OnPayload<Effect, K>;
  // Looked up once: this is built into the heap image.
  const ways: { [type: string]: Way } = {};
  const trims: { [type: string]: boolean } = {};
  for (const type of Object.keys(rows)) {
    const { on, keys } = rows[type] as EffectRow<Effect>;
    const way = (on as { readonly [kind: string]: unknown })[kind] as Way | undefined;
    if (way === undefined) continue;
    ways[type] = way;
    trims[type] = Object.keys(keys).some((name) => isTrimmed((keys[name] as { form: string }).form));
  }
  const { noun, resolver } = payloadForms[kind];
  return {
    noun,
    resolve: resolver(trims),
    apply: (draft, effect, value) => (ways[effect.type] as Way).apply(draft, effect, value),
    holds: (draft, effect, value) => (ways[effect.type] as Way).holds(draft, effect, value),
    found: (draft, effect) => {
      const { found } = ways[effect.type] as Way;
      return found ? found(draft, effect) : null;
    },
    words: ({ type }) => rows[type] as EffectRow<Effect>,
  };
}

function isTrimmed(form: string): boolean {
  return form === "trimmed line" || form === "trimmed lines";
}
