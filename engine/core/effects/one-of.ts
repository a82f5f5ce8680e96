/** `text.oneOf`: a part is one of these words, or none of them. A part may be several words, between delimiters. */
import { first } from "../first.ts";
import { meantWord } from "../nearest-name.ts";
import { trim } from "../white-space.ts";
import { quoted } from "../printable.ts";
import { called, calledWithValue, partCheck, partKey, type PartEffect } from "./part-check.ts";

export interface OneOfEffect extends PartEffect {
  type: "text.oneOf";
  in?: readonly string[];
  notIn?: readonly string[];
  delimiters: readonly string[];
}

export const oneOfRow = partCheck<OneOfEffect>({
  type: "text.oneOf",
  summary: "refuses a part that is none of the words that are allowed",
  meantBy: "enum|one|allow|words|list$|types?$|scopes?$",
  keys: {
    ...partKey,
    in: { form: "texts", optional: true },
    notIn: { form: "texts", optional: true },
    delimiters: { form: "texts", default: [] },
  },
  oneOf: ["in", "notIn"],
  judge: (part, effect) => {
    const words = splitAt(part.text, effect.delimiters);
    const { in: allowed } = effect;
    if (allowed !== undefined) {
      const wrong = first(words, (word) => allowed.indexOf(word) < 0);
      if (wrong === undefined || allowed.indexOf(part.text) >= 0) return null;
      const meant = meantWord(wrong, allowed);
      return (
        calledWithValue(part, wrong) +
        " is none of " +
        allowed.join(", ") +
        (meant === null ? "" : ": did you mean '" + meant + "'?")
      );
    }
    const refused = effect.notIn as readonly string[];
    const wrong = first(words.concat(part.text), (word) => refused.indexOf(word) >= 0);
    return wrong === undefined ? null : called(part) + " is " + quoted(wrong) + ", which is not allowed";
  },
  forbids: ({ notIn }) => notIn !== undefined,
});

function splitAt(text: string, delimiters: readonly string[]): string[] {
  let words = [text];
  for (const delimiter of delimiters) {
    const pieces: string[] = [];
    for (const word of words) for (const piece of word.split(delimiter)) pieces.push(trim(piece));
    words = pieces;
  }
  return words;
}
