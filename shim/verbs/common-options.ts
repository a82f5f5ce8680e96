/** What every verb takes, and how every verb exits. */
import { colorChoices } from "../report/colour.ts";
import type { ExitStatus, OptionForm, VerbForm } from "./verb-form.ts";

export const commonOptions: readonly OptionForm[] = [
  { name: "--quiet", short: "-q", summary: "print only results and errors" },
  { name: "--verbose", short: "-v", summary: "print more on standard error: files read, time taken" },
  {
    name: "--color",
    value: "<when>",
    choices: colorChoices,
    summary: "auto (default: on a terminal), always or never",
  },
  { name: "--help", short: "-h", summary: "print this text" },
];

const commonStatuses: readonly ExitStatus[] = [
  [0, "done"],
  [128, "the configuration is invalid, or the set-up does not work"],
  [129, "the command line is wrong"],
];

/** All exit statuses of a verb, sorted. */
export function statusesOf({ statuses = [] }: VerbForm): ExitStatus[] {
  const own = statuses.map(([status]) => status);
  const common = commonStatuses.filter(([status]) => own.indexOf(status) < 0);
  return statuses.concat(common).sort(([a], [b]) => a - b);
}

/** Its own options and the common ones, without those for the shim. */
export function shownOptions({ options }: VerbForm): OptionForm[] {
  return options.concat(commonOptions).filter(({ internal }) => !internal);
}

/** Null if the form has no option of that name, or of that letter. */
export function findOption({ options }: VerbForm, name: string): OptionForm | null {
  for (const option of options.concat(commonOptions))
    if (option.name === name || option.short === name) return option;
  return null;
}
