/**
 * Fires a hook point: its programs, then its effects, over one text or list. Every entry calls this: a commit, gh, a command, a push,
 * a dry run, the library. Pure but for `ask`, which runs the programs.
 */
import { hookPoints, type HookPointName } from "../hook-points.ts";
import type { Plan } from "../plan.ts";
import type { Problem } from "../problem.ts";
import type { Values } from "../resolve-template.ts";
import type { Occasion } from "../occasion.ts";
import type { PointFindings } from "../run-contributions.ts";
import type { TraceEntry } from "../trace.ts";
import type { PointValue } from "../effects/payload-kinds.ts";
import { demote } from "./demote.ts";
import { runEffects, type EffectsContext, type Judged } from "./run-effects.ts";

/** What is looked up for values, and what is wrong with the file of sealed ones: without it, the caller's would count. */
export interface OpenedValues {
  values: Values;
  problem: Problem | null;
}

export interface Firing<V extends PointValue> extends Partial<
  Pick<EffectsContext, "cleanup" | "allowEmpty" | "removed">
> {
  given: V;
  opened: OpenedValues;
  occasion: Occasion;
  /** Runs the programs over a value; left out: none run, or they have run. */
  ask?: (value: V) => Judged<V>;
  /** What is made of the value that is sent. */
  asSent?: (after: V) => V;
  /** Is the rule, by its `file:line`, in a file that the caller can write? Null: the install is not sealed. */
  isCallers: ((source: string) => boolean) | null;
}

export interface Fired<V> extends PointFindings {
  /** What the operation goes on with: what was given, if something stops it or the plan only reports. */
  value: V;
  /** What was made of it; null if it was stopped before the rules ran. */
  made: V | null;
}

/** A broken set-up stops it even under `mode: report`. */
export function firePoint<V extends PointValue>(
  plan: Plan,
  point: HookPointName,
  firing: Firing<V>,
): Fired<V> {
  const { given, opened } = firing;
  if (opened.problem !== null)
    return { value: given, made: null, trace: [], problems: [opened.problem], warnings: [] };
  const ran = run(plan, point, firing);
  const { value: made, trace, problems } = ran;
  const value = made === null || problems.length > 0 ? given : made;
  return { ...demote(plan, given, { ...ran, value }), made, trace };
}

/**
 * Programs run first: what rules require holds for what the programs have made of it, too. In a sealed install, the
 * effects of a lower layer may change what a program of root's has let pass: it is asked once more, and what it would
 * change then is refused. The value is null if a program has stopped it.
 */
function run<V extends PointValue>(plan: Plan, point: HookPointName, firing: Firing<V>): Judged<V | null> {
  const { given, ask, isCallers } = firing;
  const asked: Judged<V> = ask ? ask(given) : { value: given, trace: [], problems: [], warnings: [] };
  // Where broken rules are only reported, the effects run although a program refuses.
  if (asked.problems.length > 0 && plan.mode !== "report") return { ...asked, value: null };
  const applied = applyEffects(plan, point, asked.value, firing);
  const problems = asked.problems.concat(applied.problems);
  const isAskedAgain = ask && isCallers && problems.length === 0 && applied.value !== asked.value;
  return {
    value: applied.value,
    trace: asked.trace.concat(applied.trace),
    warnings: asked.warnings.concat(applied.warnings),
    problems: isAskedAgain ? askAgain(asked.value, applied, ask, isCallers) : problems,
  };
}

function applyEffects<V extends PointValue>(
  plan: Plan,
  point: HookPointName,
  value: V,
  { opened, occasion, cleanup = null, allowEmpty = false, removed, asSent }: Firing<V>,
): Judged<V> {
  // A gate changes nothing, and the compiler refuses effects there.
  if (hookPoints[point].mode === "gate") return { value, trace: [], problems: [], warnings: [] };
  const context: EffectsContext = { values: opened.values, occasion, cleanup, allowEmpty };
  if (removed) context.removed = removed;
  const applied = runEffects(plan, point, value, context);
  if (asSent) applied.value = asSent(applied.value);
  return applied;
}

function askAgain<V extends PointValue>(
  before: V,
  applied: Judged<V>,
  ask: (value: V) => Judged<V>,
  isCallers: (source: string) => boolean,
): Problem[] {
  const again = ask(applied.value);
  const rules = applied.trace.filter(({ state, source }) => state === "applied" && isCallers(source));
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
