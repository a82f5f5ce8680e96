/**
 * What an effect on a text is, and how a table of them is run over a hook point's contributions.
 */
import type { EffectWords, PayloadNoun } from "../effect-problems.ts";
import { trim, type MessageRules } from "../message-rules.ts";
import type { TextEffect } from "../plan.ts";
import { resolveTemplate } from "../resolve-template.ts";
import type { EffectRunner } from "../run-contributions.ts";
import { changeText, textOf, type TextDraft } from "../text/text-draft.ts";

export interface TextEffectKind<E extends TextEffect> extends EffectWords<E> {
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
  /** Trim white space around the value? */
  trims?: true;
}

export type TextEffectTable<T extends TextEffect["type"]> = {
  [K in T]: TextEffectKind<TextEffect & { type: K }>;
};

export type TextRunner = EffectRunner<TextDraft, TextEffect, string>;

/** The compiler rejects effects that the hook point's table does not have. */
export function runnerOf(noun: PayloadNoun, table: TextEffectTable<never>): TextRunner {
  const kinds = table as { [type: string]: TextEffectKind<TextEffect> };
  type Kind = TextEffectKind<TextEffect>;
  return {
    noun,
    resolve: (effect, values, unresolved) => {
      const resolved = resolveTemplate(effect.value, values);
      if (typeof resolved === "string") return (kinds[effect.type] as Kind).trims ? trim(resolved) : resolved;
      unresolved.push(resolved);
      return null;
    },
    apply: (draft, effect, value) => (kinds[effect.type] as Kind).apply(draft, effect, value),
    holds: (draft, effect, value) => (kinds[effect.type] as Kind).holds(draft, effect, value),
    found: (draft, effect) => {
      const { found } = kinds[effect.type] as Kind;
      return found ? found(draft, effect) : "";
    },
    words: (effect) => kinds[effect.type] as Kind,
  };
}

/** An effect on the text as such, and the words for it. There are rules for commit messages only. */
export function onText<E extends TextEffect>(
  words: EffectWords<E> & { done(effect: E, value: string): string },
  change: (text: string, effect: E, value: string, rules: MessageRules) => string,
  holds: (text: string, effect: E, value: string, rules: MessageRules) => boolean,
): TextEffectKind<E> {
  return {
    subject: words.subject,
    apply: (draft, effect, value) =>
      changeText(draft, change(textOf(draft), effect, value, draft.rules as MessageRules))
        ? words.done(effect, value)
        : "",
    holds: (draft, effect, value) => holds(textOf(draft), effect, value, draft.rules as MessageRules),
  };
}
