/**
 * Describes the command line of an `interlock` verb as data. The parser, the help, "did you mean", completion, the manual
 * pages and docs/commands.md derive from it. The verbs of the native binary are in native-verbs.ts, the others in
 * cli/verbs.ts; what every verb takes is in common-options.ts.
 */
export interface VerbForm {
  name: string;
  options: readonly OptionForm[];
  /** The operands, as the usage shows them; empty if there are none. */
  words: string;
  /** The maximum number of operands. */
  mostWords: number;
  summary: string;
  /** What an operand may be, if that is a short list; for completion. */
  wordChoices?: readonly string[];
  /** Exit statuses that mean something else here than for all verbs (`commonStatuses`), and those that only this one has. */
  statuses?: readonly ExitStatus[];
  examples?: readonly Example[];
}

export interface OptionForm {
  /** As it is typed: `--json`. */
  name: string;
  /** Its one-letter form: `-q`. */
  short?: string;
  /** How the usage names its value; omitted for a switch. */
  value?: string;
  /** What the value may be, if that is a short list; for completion. */
  choices?: readonly string[];
  /** May it be given more than once? */
  repeats?: boolean;
  /** Omitted from the help. */
  internal?: boolean;
  summary: string;
}

export type ExitStatus = readonly [status: number, meaning: string];

/** A command line, and what it does. */
export type Example = readonly [line: string, does: string];

/** Why a verb cannot run as asked, and what to do. Text, not bytes. */
export interface Refusal {
  message: string;
  hint: string;
}
