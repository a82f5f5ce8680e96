/**
 * Who of a point's hooks is asked next, whoever waits for the answers: hooks run in order, of those that do the same one runs, a
 * refusal ends it, and the hooks of higher layers are asked again about what a lower one changed. Pure: the caller asks.
 */
export interface ChainForm<H> {
  /** The same for hooks that do the same; null: it is like no other. */
  keyOf(hook: H): string | null;
  /** How far below the install layer it was declared. */
  depthOf(hook: H): number;
  whyNot(hook: H, isAgain: boolean): string | null;
  leaveOut(hook: H, why: string): void;
  /** Of two that do the same, may the first be left out for the other? Left out: the first runs. */
  isStronger?: (hook: H, than: H) => boolean;
  /** Where one failed, does the next that does the same run? It has done nothing, so another may do it. */
  retries: boolean;
  /** A lower layer may only add: what it changed, those above are asked about, the highest last. */
  asksAgain: boolean;
}

export interface Turn<H> {
  hook: H;
  isAgain: boolean;
}

/** What came of a turn. */
export interface Taken {
  /** May others run? */
  goesOn: boolean;
  hasFailed?: boolean;
  /** Did it change what the others are asked about? Left out: it did not. */
  isChanged?: () => boolean;
}

export interface Chain<H> {
  /** Null at the end. */
  next(): Turn<H> | null;
  /** What came of the turn before the next one. */
  take(taken: Taken): void;
}

/** `hooks`: in run order. */
export function createChain<H extends { id: string }>(hooks: readonly H[], form: ChainForm<H>): Chain<H> {
  let queue = hooks;
  let at = 0;
  let turn: Turn<H> | null = null;
  /** The layer that is asked again next is above it; in the first round, the deepest that changed something. */
  let depth = 0;
  let isAgain = false;
  let hasEnded = false;
  let ran: { [key: string]: H } = {};

  /** Null if it is left out. */
  const choose = (hook: H): H | null => {
    const key = form.keyOf(hook);
    const known = key === null ? undefined : ran[key];
    // It may have run in the place of another.
    if (known === hook) return null;
    const why = form.whyNot(hook, isAgain);
    const runs = known || (key === null ? hook : strongestOf(hook, key));
    const reason = why ?? (runs === hook ? null : "'" + runs.id + "' does the same");
    if (reason !== null && !isAgain) form.leaveOut(hook, reason);
    if (why !== null || known) return null;
    if (key !== null) ran[key] = runs;
    return runs;
  };
  const strongestOf = (first: H, key: string): H => {
    const { isStronger, keyOf, whyNot } = form;
    let strongest = first;
    if (!isStronger) return first;
    for (const hook of queue.slice(at))
      if (keyOf(hook) === key && isStronger(hook, strongest) && whyNot(hook, isAgain) === null)
        strongest = hook;
    return strongest;
  };
  return {
    next() {
      while (!hasEnded) {
        while (at < queue.length) {
          const hook = choose(queue[at++] as H);
          if (hook !== null) return (turn = { hook, isAgain });
        }
        hasEnded = depth === 0;
        isAgain = true;
        depth--;
        queue = hooks.filter((hook) => form.depthOf(hook) === depth);
        at = 0;
        ran = {};
      }
      return null;
    },
    take({ goesOn, hasFailed, isChanged }) {
      const { hook } = turn as Turn<H>;
      if (!goesOn) hasEnded = true;
      if (hasFailed && form.retries) delete ran[form.keyOf(hook) ?? ""];
      const own = form.depthOf(hook);
      if (!isAgain && form.asksAgain && own > depth && isChanged && isChanged()) depth = own;
    },
  };
}
