/**
 * What can be wrong with an effect that a contribution asks for.
 */
import type { Contribution, Effect } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { asWritten } from "./resolve-template.ts";

/** How messages speak of an effect. */
export interface EffectWords<E extends Effect> {
  /** What it is about: `trailer 'Co-authored-by'`. */
  subject(effect: E): string;
  /** The author's own message for when it does not hold. */
  fault?(effect: E): string;
  /** Set for an effect that the compiler adds and no manifest declares. If several find the same, it is reported once. */
  isImplied?: true;
}

/** What breaks a check. Several findings of one message come in the order of their lines. */
export interface Found {
  text: string;
  /** From 0. */
  line: number;
}

/** What messages call the thing that effects work on. */
export type PayloadNoun = "message" | "text" | "list";

export function notHeld<E extends Effect>(
  contribution: Contribution,
  effect: E,
  words: EffectWords<E>,
  noun: PayloadNoun,
  found: Found | null,
): Problem {
  const place = { code: "rule-broken" as const, ...placeOf(contribution, effect) };
  if (words.fault || found !== null) {
    // The text that was found comes first: after an author's message that ends in a list it would look like one more entry.
    const parts = (found === null ? [] : [found.text]).concat(words.fault ? words.fault(effect) : []);
    const message = "'" + contribution.id + "': " + parts.join(": ");
    return { ...place, message, hint: faultHints[noun] };
  }
  return {
    ...place,
    message:
      "'" + contribution.id + "': the final " + noun + " breaks its rule for the " + words.subject(effect),
    hint: noun === "message" ? undoneInMessage : "run 'interlock hooks': a hook further down undid it",
  };
}

const undoneInMessage =
  "run 'interlock explain -- git commit ...': a later hook undid it, or the message has no place for it";

/** A caller that knows the refused command replaces this hint by the command that goes on from there. */
export const changeMessage = "change the message, and commit again";

const faultHints: { [N in PayloadNoun]: string } = {
  message: changeMessage,
  text: "change the text, and try again",
  list: "change the list, and try again",
};

export function emptyMessage<E extends Effect>(
  contribution: Contribution,
  effect: E,
  words: EffectWords<E>,
): Problem {
  return {
    code: "empty-message",
    message:
      "'" +
      contribution.id +
      "' requires the " +
      words.subject(effect) +
      ", and an empty message cannot carry it",
    hint: "give the commit a message: git commit -m '...'",
    ...placeOf(contribution, effect),
  };
}

export function missingValue<E extends Effect>(
  contribution: Contribution,
  effect: E,
  words: EffectWords<E>,
  reference: string,
): Problem {
  return {
    code: "value-missing",
    message:
      "'" +
      contribution.id +
      "' needs '" +
      asWritten(reference) +
      "' for its " +
      words.subject(effect) +
      ", and it is not set",
    hint: hintFor(reference),
    ...placeOf(contribution, effect),
  };
}

export function unsafeValue(contribution: Contribution, effect: Effect, reference: string): Problem {
  return {
    code: "value-unsafe",
    message:
      "'" + contribution.id + "': the value of '" + asWritten(reference) + "' has a control character in it",
    hint: hintFor(reference),
    ...placeOf(contribution, effect),
  };
}

function hintFor(reference: string): string {
  const name = reference.slice(reference.indexOf(".") + 1);
  if (reference.startsWith("git."))
    return "tell git who you are: git config user.name '...' && git config user.email '...'";
  if (reference.startsWith("caller."))
    return (
      "set it: export " +
      name +
      "=...; a sealed value is read below the install layer only if 'layers.env' in the install config lists it"
    );
  return reference.startsWith("env.")
    ? "set it: export " + name + "=..., or put it under 'env:' in the install config"
    : "set '" + name + "' under 'config:' in the install config";
}

function placeOf(
  { id, source, plugin }: Contribution,
  effect: Effect,
): Pick<Problem, "source" | "id" | "plugin"> {
  return { source: source.slice(0, source.lastIndexOf(":") + 1) + effect.line, id, plugin };
}
