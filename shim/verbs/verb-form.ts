/**
 * Describes the command line of an `interlock` verb as data. The parser, the help and "did you mean" derive
 * from it. The verbs of the native binary are in native-verbs.ts, the others in cli/verbs.ts.
 */
export interface VerbForm {
  name: string;
  options: readonly OptionForm[];
  /** The operands, as the usage shows them; empty if there are none. */
  words: string;
  /** The maximum number of operands. */
  mostWords: number;
  summary: string;
}

export interface OptionForm {
  /** As it is typed: `--json`. */
  name: string;
  /** How the usage names its value; omitted for a switch. */
  value?: string;
  /** May it be given more than once? */
  repeats?: boolean;
  /** Omitted from the help. */
  internal?: boolean;
  summary: string;
}

/** Why a verb cannot run as asked, and what to do. Text, not bytes. */
export interface Refusal {
  message: string;
  hint: string;
}
