/** `text.length`: a part has at least, or at most, so many characters. They are Unicode's code points. */
import { countCodePoints } from "../text/code-points.ts";
import { called, partCheck, partKey, type PartEffect } from "./part-check.ts";

export interface LengthEffect extends PartEffect {
  type: "text.length";
  min?: number;
  max?: number;
}

export const lengthRow = partCheck<LengthEffect>({
  type: "text.length",
  summary: "refuses a part that is too long or too short",
  meantBy: "^(?!.*line).*(?:length|long|short|(?:max|min)(?!.*line))",
  keys: { ...partKey, min: { form: "count", optional: true }, max: { form: "count", optional: true } },
  someOf: ["min", "max"],
  judge: (part, { min, max }) => {
    const count = countCodePoints(part.text);
    const has = (): string => called(part) + " has " + count + (count === 1 ? " character" : " characters");
    if (max !== undefined && count > max) return has() + "; at most " + max;
    return min !== undefined && count < min ? has() + "; at least " + min : null;
  },
  forbids: () => false,
  whyUnfit: ({ min, max }) =>
    min === undefined || max === undefined || min <= max
      ? null
      : {
          key: "min",
          message: "no part has at least " + min + " characters and at most " + max,
          hint: "make 'min' the smaller one",
        },
});
