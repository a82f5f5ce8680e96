/** `text.format`: a title has the form that the hook's `format` says. The compiler adds it: one finding, instead of one for each part. */
import { titleOf } from "../parts/read-message.ts";
import { conventional } from "../parts/read-title.ts";
import { quoted } from "../printable.ts";
import { partCheck, type PartEffect } from "./part-check.ts";

export interface FormatEffect extends PartEffect {
  type: "text.format";
  part: "title";
  format: string;
  /** What it says of the form, for messages. */
  expected: string;
}

export const expectedOfConventional = "'type(scope): subject', for example 'fix(api): retry failed uploads'";

export const formatRow = {
  ...partCheck<FormatEffect>({
    type: "text.format",
    summary: "refuses a title that does not have the form of the hook's `format`",
    meantBy: "format",
    keys: {},
    judge: ({ text }, { format, expected }, read) =>
      titleOf(read, format) === null
        ? "the title " +
          quoted(text) +
          " is not " +
          (format === conventional ? expectedOfConventional : expected)
        : null,
    judgeAbsent: () => "the title is missing",
    forbids: () => false,
  }),
  isImplied: true,
};
