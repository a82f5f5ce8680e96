/** `text.present` and `text.absent`: a message has such a part, or has none. */
import { isTitlePart, nameOf } from "../parts/part-names.ts";
import { titleOf } from "../parts/read-message.ts";
import { called, calledWithValue, partCheck, partKey, type PartEffect } from "./part-check.ts";

export interface PresentEffect extends PartEffect {
  type: "text.present";
}

export interface AbsentEffect extends PartEffect {
  type: "text.absent";
}

export const presentRow = partCheck<PresentEffect>({
  type: "text.present",
  summary: "refuses a message without this part",
  meantBy: "^(?!.*not).*(?:present|exist|has$|missing)",
  keys: partKey,
  judge: () => null,
  judgeAbsent: ({ part, format }, read) => {
    // A title that does not have the form is another finding.
    if (isTitlePart(part) && format !== undefined && titleOf(read, format) === null) return null;
    return "the " + nameOf(part) + " is missing";
  },
  forbids: () => false,
});

export const absentRow = partCheck<AbsentEffect>({
  type: "text.absent",
  summary: "refuses a message with this part",
  meantBy: "absent|empty|not.*(?:present|exist)",
  keys: partKey,
  judge: (part, { part: kind }) =>
    (kind === "breaking" ? called(part) : calledWithValue(part)) + " must not be there",
  forbids: () => true,
});
