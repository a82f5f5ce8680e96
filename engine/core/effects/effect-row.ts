/**
 * What an effect is: one row of the table in effects.ts. The schema of manifests, the dispatchers, the judge of existing commits and the
 * documents derive from the rows.
 */
import type { EffectWords, Found } from "../effect-problems.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import type { Effect, TextEffect } from "../plan.ts";
import { changeText, textOf, type TextDraft } from "../text/text-draft.ts";
import type { PayloadKind, Payloads } from "./payload-kinds.ts";

/** What may stand at a key of a manifest (engine/compile/schema/effect-keys.ts). */
export type KeyForm =
  | "trailer key"
  /** A text with references. `line` keeps spaces at its ends. */
  | "line"
  | "trimmed line"
  | "lines"
  | "trimmed lines"
  | "flag"
  /** At least one, or null for any value. */
  | "globs or null"
  | "globs"
  | "heading"
  | "heading level"
  | "pattern"
  | "check message"
  | "field"
  /** A part of a message (parts/part-names.ts). */
  | "part"
  /** From 1. */
  | "count"
  /** At least one; no references. */
  | "texts"
  /** One of `names`, or several. */
  | "name"
  | "names";

export interface EffectKey {
  form: KeyForm;
  /** Its value if it is left out; a key without one is required, or `optional`. */
  default?: unknown;
  optional?: true;
  names?: readonly string[];
  /** Its name in the plan, if that is another. */
  as?: string;
}

/** `E`: the effect as the plan has it. */
export interface EffectRow<E extends Effect> extends EffectWords<E> {
  type: E["type"];
  /** What it does, for the documents: "adds a trailer that is missing". */
  summary: string;
  /** Words in a name that nobody knows, and by which this effect is meant: the source of a pattern. */
  meantBy: string;
  /** In the order of the documents. `required` and `missing` come by themselves. */
  keys: { readonly [name: string]: EffectKey };
  /** Keys of which exactly one is given. */
  oneOf?: readonly string[];
  /** Keys of which at least one is given. */
  someOf?: readonly string[];
  /** Does it only refuse, and change nothing? It is always required then. */
  isCheck: boolean;
  /** How it works on each kind of payload that it is for. */
  on: { readonly [K in KindFor<E>]?: K extends "message" ? OnMessage<E> : OnPayload<E, K> };
  /** Why a hook point with a kind of payload that it is not for cannot have it, and what to do. */
  elsewhere?: { why(point: string): string; hint: string };
  /** Why its value cannot be used in a payload of this kind. */
  whyUnfit?(effect: E, kind: PayloadKind): { key: string; message: string; hint: string } | null;
}

type KindFor<E extends Effect> = {
  [K in PayloadKind]: E extends Payloads[K]["effect"] ? K : never;
}[PayloadKind];

export interface OnPayload<E extends Effect, K extends PayloadKind> {
  /**
   * Changes the draft so that the effect holds. Gives a description of the change; empty if there was none. `value` is
   * the effect's value with all references filled in.
   */
  apply(draft: Payloads[K]["draft"], effect: E, value: Payloads[K]["value"]): string;
  /**
   * Does it hold in the final payload? Every kind answers by what is there: `apply` also changes nothing in a text that has
   * no place for the change.
   */
  holds(draft: Payloads[K]["draft"], effect: E, value: Payloads[K]["value"]): boolean;
  /** What in the payload breaks a check. */
  found?(draft: Payloads[K]["draft"], effect: E): Found | null;
}

export type OnText<E extends TextEffect> = OnPayload<E, "message" | "description" | "response">;

/** An effect on commit messages says, too, how messages of commits that exist are judged. */
export interface OnMessage<E extends Effect> extends OnPayload<E, "message"> {
  /** `trailers`: it reads nothing else of a message, so messages with the same last paragraph are judged once by it. */
  reads: "trailers" | "message";
  /** Does it say what must not be in a text? Then a reader who does not decode the text must not see that either. */
  forbids(effect: E): boolean;
  /**
   * What of a message it compares, which decides whether one that cannot be decoded can be judged. `texts`: only whether the texts at
   * its keys are there. `letters`: without regard to case or by globs, so that half of a character could be taken for a letter.
   * `characters`: anything else, such as a pattern or a length.
   */
  compares(effect: E): "texts" | "letters" | "characters";
}

/** How an effect works on the text as such. Only commit messages have rules. */
export function onText<E extends TextEffect>(
  done: (effect: E, value: string) => string,
  change: (text: string, effect: E, value: string, cleanup: CleanupSettings) => string,
  holds: (text: string, effect: E, value: string, cleanup: CleanupSettings) => boolean,
): OnText<E> {
  return {
    apply: (draft: TextDraft, effect, value) =>
      changeText(draft, change(textOf(draft), effect, value, draft.cleanup as CleanupSettings))
        ? done(effect, value)
        : "",
    holds: (draft, effect, value) => holds(textOf(draft), effect, value, draft.cleanup as CleanupSettings),
  };
}
