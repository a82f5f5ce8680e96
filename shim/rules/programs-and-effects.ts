/** Programs, then declared effects, over one text or list. */
import type { Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import type { Host } from "../host.ts";

export interface Said {
  trace: TraceEntry[];
  problems: Problem[];
  warnings: Problem[];
}

export interface Judged<T> extends Said {
  value: T;
}

export interface How {
  host: Pick<Host, "whyUnguarded">;
  isSealed: boolean;
  /** Broken rules are only reported: the effects run although a program refuses. */
  isReport: boolean;
}

/**
 * Programs run first: what rules require holds for what the programs have made of it, too. In a sealed install, the
 * effects of a lower layer may change what a program of root's has let pass: it is asked once more, and what it would
 * change then is refused.
 * `apply` gives the same value if it changes nothing. The value is null if a program has stopped it.
 */
export function runProgramsAndEffects<T>(
  given: T,
  { host, isSealed, isReport }: How,
  ask: (value: T) => Judged<T>,
  apply: (value: T) => Judged<T>,
): Judged<T | null> {
  const asked = ask(given);
  if (asked.problems.length > 0 && !isReport) return { ...asked, value: null };
  const applied = apply(asked.value);
  const problems = asked.problems.concat(applied.problems);
  const isAskedAgain = isSealed && problems.length === 0 && applied.value !== asked.value;
  return {
    value: applied.value,
    trace: asked.trace.concat(applied.trace),
    warnings: asked.warnings.concat(applied.warnings),
    problems: isAskedAgain ? askAgain(asked.value, applied, ask, host) : problems,
  };
}

function askAgain<T>(
  before: T,
  applied: Judged<T>,
  ask: (value: T) => Judged<T>,
  host: How["host"],
): Problem[] {
  const again = ask(applied.value);
  // Is the rule, by its `file:line`, in a file that the caller can write?
  const isCallers = ({ source }: TraceEntry): boolean =>
    host.whyUnguarded(source.replace(/:\d+$/, "")) !== "";
  const rules = applied.trace.filter(({ state }) => state === "applied").filter(isCallers);
  if (again.problems.length > 0 || again.value === applied.value || rules.length === 0) return again.problems;
  // A program that would change even its own outcome says nothing about what was added to it.
  if (ask(before).value !== before) return [];
  let program = again.trace[0] as TraceEntry;
  for (const entry of again.trace) if (entry.state === "applied") program = entry;
  const { id, plugin, source } = program;
  const added = rules.map((rule) => "'" + rule.id + "'").join(" and ");
  return [
    {
      code: "program-refused",
      message: "'" + id + "' would change what " + added + " added",
      hint: "disable " + added + ", then run the command again",
      source,
      id,
      plugin,
    },
  ];
}
