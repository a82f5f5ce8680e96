/** `text.case`: the letters of a part are in one of these cases, or in none of them. Text in quotes and code in it are left out. */
import { first } from "../first.ts";
import { isInCase, letterCases, type LetterCase } from "../text/letter-case.ts";
import { calledWithValue, partCheck, partKey, type PartEffect } from "./part-check.ts";

export interface CaseEffect extends PartEffect {
  type: "text.case";
  in?: readonly LetterCase[];
  notIn?: readonly LetterCase[];
}

export const caseRow = partCheck<CaseEffect>({
  type: "text.case",
  summary: "refuses a part that is in the wrong case",
  meantBy: "case|capital",
  keys: {
    ...partKey,
    in: { form: "names", names: letterCases, optional: true },
    notIn: { form: "names", names: letterCases, optional: true },
  },
  oneOf: ["in", "notIn"],
  judge: (part, effect) => {
    if (effect.in !== undefined) {
      if (effect.in.some((each) => isInCase(part.text, each))) return null;
      return calledWithValue(part) + " is not in " + effect.in.join(" or ") + " case";
    }
    const found = first(effect.notIn as readonly LetterCase[], (each) => isInCase(part.text, each));
    return found === undefined ? null : calledWithValue(part) + " is in " + found + " case";
  },
  forbids: () => false,
});
