/** Why a pattern is refused. Thrown inside the pattern compiler, and caught in `compilePattern`. */
export interface PatternProblem {
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  hint: string;
  /** The characters of the pattern that it is about; null: all of them. */
  part: { start: number; end: number } | null;
}

export class RefusedPattern extends Error {
  readonly problem: PatternProblem;

  constructor(message: string, hint: string, part: PatternProblem["part"] = null) {
    super(message);
    this.problem = { message, hint, part };
  }
}

export function tooLarge(): RefusedPattern {
  return new RefusedPattern(
    "the pattern is too large as an automaton",
    "lower the counts in '{…}', or split it into several checks",
  );
}
