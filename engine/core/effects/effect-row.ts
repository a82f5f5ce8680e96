/**
 * What an effect is: one row of the table in effects.ts. The schema of manifests, the dispatchers, the judge of existing commits and the
 * documents derive from the rows.
 */
import type { EffectWords, PayloadNoun } from "../effect-problems.ts";
import type { HookPoint } from "../hook-points.ts";
import { trim, type MessageRules } from "../message-rules.ts";
import type { ListEffect, TextEffect } from "../plan.ts";
import { resolveTemplate } from "../resolve-template.ts";
import type { EffectRunner } from "../run-contributions.ts";
import { changeText, textOf, type TextDraft } from "../text/text-draft.ts";

/** Kinds of text: `HookPoint.trailers` says which one a hook point has. */
export type TextKind = "message" | "description" | "response";

export function textKindOf({ trailers }: Pick<HookPoint, "trailers">): TextKind {
  return trailers === "commit" ? "message" : trailers === "squash" ? "description" : "response";
}

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
  | "field";

export interface EffectKey {
  form: KeyForm;
  /** Its value if it is left out; a key without one is required. */
  default?: unknown;
  /** Its name in the plan, if that is another. */
  as?: string;
}

interface Row<E extends TextEffect | ListEffect> extends EffectWords<E> {
  /** In the order of the documents. `required` and `missing` come by themselves. */
  keys: { readonly [name: string]: EffectKey };
}

export interface ListEffectRow<E extends ListEffect> extends Row<E> {
  mode: "list";
}

export interface TextEffectRow<E extends TextEffect> extends Row<E> {
  mode: "text";
  /** What it reads of a commit message. Messages with the same trailers share one judgement by effects that read only these. */
  reads: "trailers" | "text";
  /** Of an effect that reads trailers: those of this key. */
  trailerKey?(effect: E): string;
  /** Does it only refuse, and change nothing? It is always required then. */
  isCheck: boolean;
  /** Does it say what must not be in a text? Then a reader who does not decode the text must not see that either. */
  forbids: boolean;
  /** Does it read all characters of a text, as a pattern does? A text that cannot be decoded cannot be judged then. */
  readsCharacters: boolean;
  /** Texts that it compares with, in addition to its value. */
  texts?(effect: E): readonly string[];
  /** Does it look at single bytes, so that half of a character could be taken for a letter? */
  readsBytes?(effect: E): boolean;
  /** Trim white space around the value? */
  trims?: true;
  /** How it works on each kind of text that it is for. */
  on: { readonly [K in TextKind]?: OnText<E> };
  /** Why a hook point whose kind of text it is not for cannot have it, and what to do. */
  elsewhere?: { why(point: string): string; hint: string };
  /** Why its value cannot be used in a text of this kind. */
  whyUnfit?(effect: E, kind: TextKind): { key: string; message: string; hint: string } | null;
}

export interface OnText<E extends TextEffect> {
  /**
   * Changes the draft so that the effect holds. Gives a description of the change; empty if there was none. `value` is
   * the effect's value with all references filled in.
   */
  apply(draft: TextDraft, effect: E, value: string): string;
  /**
   * Does it hold in the final text? Every kind answers by what is there: `apply` also changes nothing in a text that has
   * no place for the change.
   */
  holds(draft: TextDraft, effect: E, value: string): boolean;
  /** What in the text breaks a check, in quotes. */
  found?(draft: TextDraft, effect: E): string;
}

export type TextRunner = EffectRunner<TextDraft, TextEffect, string>;

/** The compiler refuses effects at kinds of text that they are not for. */
export function runnerOf(
  noun: PayloadNoun,
  kind: TextKind,
  rows: { readonly [type: string]: TextEffectRow<never> },
): TextRunner {
  // Looked up once: this is built into the heap image.
  const ways: { [type: string]: OnText<TextEffect> } = {};
  for (const type of Object.keys(rows)) {
    const way = (rows[type] as TextEffectRow<TextEffect>).on[kind];
    if (way !== undefined) ways[type] = way;
  }
  const rowOf = ({ type }: TextEffect): TextEffectRow<TextEffect> => rows[type] as TextEffectRow<TextEffect>;
  return {
    noun,
    resolve: (effect, values, unresolved) => {
      const resolved = resolveTemplate(effect.value, values);
      if (typeof resolved === "string") return rowOf(effect).trims ? trim(resolved) : resolved;
      unresolved.push(resolved);
      return null;
    },
    apply: (draft, effect, value) => (ways[effect.type] as OnText<TextEffect>).apply(draft, effect, value),
    holds: (draft, effect, value) => (ways[effect.type] as OnText<TextEffect>).holds(draft, effect, value),
    found: (draft, effect) => {
      const { found } = ways[effect.type] as OnText<TextEffect>;
      return found ? found(draft, effect) : "";
    },
    words: rowOf,
  };
}

/** How an effect works on the text as such. Only commit messages have rules. */
export function onText<E extends TextEffect>(
  done: (effect: E, value: string) => string,
  change: (text: string, effect: E, value: string, rules: MessageRules) => string,
  holds: (text: string, effect: E, value: string, rules: MessageRules) => boolean,
): OnText<E> {
  return {
    apply: (draft, effect, value) =>
      changeText(draft, change(textOf(draft), effect, value, draft.rules as MessageRules))
        ? done(effect, value)
        : "",
    holds: (draft, effect, value) => holds(textOf(draft), effect, value, draft.rules as MessageRules),
  };
}
