/** `text.end`: a part ends with one of these texts, or with none of them. Three dots are no full stop. */
import { first } from "../first.ts";
import { quoted } from "../printable.ts";
import { called, partCheck, partKey, type PartEffect } from "./part-check.ts";

export interface EndEffect extends PartEffect {
  type: "text.end";
  in?: readonly string[];
  notIn?: readonly string[];
}

export const endRow = partCheck<EndEffect>({
  type: "text.end",
  summary: "refuses a part that ends in the wrong way",
  meantBy: "(?:^|\\.)ends?|stop|last",
  keys: {
    ...partKey,
    in: { form: "texts", optional: true },
    notIn: { form: "texts", optional: true },
  },
  oneOf: ["in", "notIn"],
  judge: (part, effect) => {
    if (effect.in !== undefined) {
      if (effect.in.some((end) => endsWith(part.text, end))) return null;
      const { length } = effect.in;
      return (
        called(part) +
        " does not end with " +
        (length > 1 ? "one of " : "") +
        effect.in.map(quoted).join(", ")
      );
    }
    const found = first(effect.notIn as readonly string[], (end) => endsWith(part.text, end));
    return found === undefined ? null : called(part) + " ends with " + quoted(found);
  },
  forbids: ({ notIn }) => notIn !== undefined,
});

function endsWith(text: string, end: string): boolean {
  return text.endsWith(end) && !(end === "." && text.endsWith("..."));
}
