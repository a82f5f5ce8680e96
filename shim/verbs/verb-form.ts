/**
 * The command line of a verb of `interlock`, as data. Its parser, its help and "did you mean" derive from it. The verbs
 * that the native binary answers are in native-verbs.ts, the others in cli/verbs.ts.
 */
export interface VerbForm {
  name: string;
  options: readonly OptionForm[];
  /** What may stand beside the options, as the usage shows it; empty if nothing may. */
  words: string;
  /** The most words that may stand there. */
  mostWords: number;
  summary: string;
}

export interface OptionForm {
  /** As it is typed: `--json`. */
  name: string;
  /** What the usage calls its value; left out for a switch. */
  value?: string;
  /** May it be given more than once? */
  repeats?: boolean;
  /** Not for people: left out of the help. */
  internal?: boolean;
  summary: string;
}

/** Why a verb cannot do what was asked, and what to do. Text, not bytes. */
export interface Refusal {
  message: string;
  hint: string;
}
