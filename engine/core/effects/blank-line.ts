/** `text.blankLine`: a blank line stands before a part. */
import { isBlank } from "../white-space.ts";
import { partCheck, type PartEffect } from "./part-check.ts";

export interface BlankLineEffect extends PartEffect {
  type: "text.blankLine";
}

export const blankLineRow = partCheck<BlankLineEffect>({
  type: "text.blankLine",
  summary: "refuses a part without a blank line before it",
  meantBy: "blank|emptyLine|leading",
  keys: { before: { form: "name", names: ["body", "footer"], as: "part" } },
  judge: ({ name, line }, _, { lines }) =>
    line === 0 || isBlank(lines[line - 1] as string)
      ? null
      : "there is no blank line before the " + name + ", which begins in line " + (line + 1),
  forbids: () => false,
});
