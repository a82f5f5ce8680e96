/** Makes the row of a check on parts of a message: it says what is wrong with one part, and all else follows. */
import { nameOf } from "../parts/part-names.ts";
import { partsOf, readMessage, type Part, type ReadMessage } from "../parts/read-message.ts";
import type { TextEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import type { TextDraft } from "../text/text-draft.ts";
import type { Found } from "../effect-problems.ts";
import type { EffectRow, OnText } from "./effect-row.ts";

export interface PartEffect extends TextEffect {
  part: string;
  /** The hook's, if the part depends on it. */
  format?: string;
}

interface PartCheck<E extends PartEffect> extends Pick<
  EffectRow<E>,
  "type" | "summary" | "meantBy" | "keys" | "oneOf" | "someOf" | "whyUnfit"
> {
  /** What is wrong with a part: "the title has 76 characters; at most 72". Null if nothing is. */
  judge(part: Part, effect: E, read: ReadMessage): string | null;
  /** What is wrong if there is no such part; left out: nothing. */
  judgeAbsent?(effect: E, read: ReadMessage): string | null;
  /** See `OnMessage`. */
  forbids(effect: E): boolean;
}

export const partKey = { part: { form: "part" } } as const;

export function partCheck<E extends PartEffect>(check: PartCheck<E>): EffectRow<E> {
  const { judge, judgeAbsent, forbids, ...row } = check;
  const find = (draft: TextDraft, effect: E): Found | null => {
    const read = readMessage(draft);
    const parts = partsOf(read, effect.part, effect.format);
    for (const part of parts) {
      const text = judge(part, effect, read);
      if (text !== null) return { text, line: part.line };
    }
    const text = parts.length > 0 || judgeAbsent === undefined ? null : judgeAbsent(effect, read);
    return text === null ? null : { text, line: read.lines.length };
  };
  const inText: OnText<E> = {
    apply: () => "",
    holds: (draft, effect) => find(draft, effect) === null,
    found: find,
  };
  return {
    ...row,
    isCheck: true,
    subject: ({ part }: E) => nameOf(part),
    on: {
      message: { ...inText, reads: "message", forbids, compares: () => "characters" },
      description: inText,
      response: inText,
    },
  } as unknown as EffectRow<E>;
}

/** For messages: of several parts with one name, such as trailers, the line says which. */
export function called({ name, line }: Part): string {
  return "the " + name + (name.indexOf(" '") >= 0 && line > 0 ? " in line " + (line + 1) : "");
}

/** With its value, or a word of it, if it is short. Of a longer text a message quotes nothing: a secret in it would get into a log. */
export function calledWithValue(part: Part, value = part.text): string {
  const isLong = part.name === "text" || part.name === "body" || part.name === "footer";
  return called(part) + (isLong ? "" : " " + quoted(value));
}
