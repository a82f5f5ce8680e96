/**
 * Which contributions are in force here, whatever commit is made. If none is, nothing is enforced, and the user must be
 * told.
 */
import { hookPoints, type HookPointName } from "./hook-points.ts";
import type { Contribution, Effect, Plan, PlannedProgram, Reference, Template, When } from "./plan.ts";
import { asWritten, lookUp, templatesOf, type Values } from "./resolve-template.ts";
import { whyNotRun } from "./when.ts";

export interface InactiveRule {
  id: string;
  /** `file:line` of the declaration. */
  source: string;
  reason: string;
  /** Is the reason its `when`, which may hold elsewhere? */
  byCondition: boolean;
  /** Is the only reason an environment variable that is not set? A session may set it. */
  lacksVariable: boolean;
  /** The environment variables that it needs and that are not set, even if there are other reasons. */
  unset: Reference[];
}

export interface RulesHere {
  /** Counts only rules for commits if the plan has some: a rule for pull requests does not replace them. */
  inForce: number;
  inactive: InactiveRule[];
}

/** `remotes`: the repository's; null outside a repository, where `when.remote` is taken to hold. */
export function findRulesHere(plan: Plan, values: Values, remotes: (() => string[]) | null): RulesHere {
  const here: RulesHere = { inForce: 0, inactive: [] };
  const isForCommits = (point: string): boolean => point.startsWith("commit.");
  const programs = plan.programs || {};
  const hasAny = Object.keys(plan.points).concat(Object.keys(programs)).some(isForCommits);
  for (const point of Object.keys(plan.points)) {
    for (const contribution of plan.points[point] as Contribution[]) {
      const { id, source } = contribution;
      const inactive = whyInactive(contribution, point as HookPointName, values, remotes);
      if (inactive === null) here.inForce += hasAny && !isForCommits(point) ? 0 : 1;
      else here.inactive.push({ id, source, ...inactive });
    }
  }
  for (const point of Object.keys(programs) as HookPointName[]) {
    for (const program of programs[point] as PlannedProgram[]) {
      const { id, source, skipped } = program;
      const inactive =
        skipped === undefined
          ? whyExcluded({ ...program, effects: [] }, values, remotes)
          : { reason: skipped, byCondition: true, lacksVariable: false, unset: [] };
      // One before a command or a push is asked about commits, too.
      const counts = !hasAny || isForCommits(point) || isBeforeGit(point);
      if (inactive === null) here.inForce += counts ? 1 : 0;
      else here.inactive.push({ id, source, ...inactive });
    }
  }
  return here;
}

function isBeforeGit(point: HookPointName): boolean {
  return hookPoints[point].firedByGit && hookPoints[point].mode === "gate";
}

type Inactive = Omit<InactiveRule, "id" | "source">;

function whyInactive(
  contribution: Contribution,
  point: HookPointName,
  values: Values,
  remotes: (() => string[]) | null,
): Inactive | null {
  const { disabledBy, source } = contribution;
  const always = { byCondition: false, lacksVariable: false, unset: [] };
  if (disabledBy !== undefined) {
    const isByManifest = source.startsWith(disabledBy + ":");
    const reason = isByManifest ? "its manifest says 'enabled: false'" : "disabled in '" + disabledBy + "'";
    return { reason, ...always };
  }
  if (!hookPoints[point].fired)
    return { reason: "no git command fires '" + point + "' in this version", ...always };
  const skipped = whySkipped(contribution.effects, values);
  const excluded = whyExcluded(contribution, values, remotes);
  if (excluded === null || skipped === null) return excluded || skipped;
  return {
    ...excluded,
    lacksVariable: excluded.lacksVariable && skipped.lacksVariable,
    unset: excluded.unset.concat(skipped.unset),
  };
}

/** What of its `when` does not hold, whatever the next commit is. */
function whyExcluded(
  contribution: Contribution,
  values: Values,
  remotes: (() => string[]) | null,
): Inactive | null {
  const { when } = contribution;
  if (when === undefined) return null;
  // The kind of the next commit is not known yet.
  const known: When = {};
  if (when.present) known.present = when.present;
  if (when.remote && remotes !== null) known.remote = when.remote;
  const occasion = { commit: () => null, remotes: remotes ?? ((): string[] => []) };
  const reason = whyNotRun({ ...contribution, when: known }, { values, occasion });
  if (reason === null) return null;
  const present = when.present || [];
  const others: When = { ...known, present: present.filter((each) => !isVariable(each)) };
  const withoutVariables = whyNotRun({ ...contribution, when: others }, { values, occasion });
  const unset = present.filter((each) => isVariable(each) && lookUp(each, values) === "");
  return { reason, byCondition: true, lacksVariable: withoutVariables === null, unset };
}

/** The missing values, if each effect is skipped for one. An effect with `missing: error` blocks commits, so it is in force. */
function whySkipped(effects: readonly Effect[], values: Values): Inactive | null {
  // A contribution without effects has policies, which need no values.
  if (effects.length === 0) return null;
  const missing: Reference[] = [];
  for (const effect of effects) {
    const lacking = templatesOf(effect).map((template) => missingIn(template, values));
    if (effect.missing === "error" || lacking.some((references) => references.length === 0)) return null;
    for (const references of lacking)
      for (const each of references) if (missing.indexOf(each) < 0) missing.push(each);
  }
  return {
    reason: missing.map((each) => "'" + asWritten(each) + "' is not set").join(", "),
    byCondition: true,
    lacksVariable: missing.every(isVariable),
    unset: missing.filter(isVariable),
  };
}

/** git's author is not known before the commit, so it is not missing. */
function missingIn(template: Template, values: Values): Reference[] {
  // References stand at odd places.
  const references = template.filter((_, i) => i % 2 === 1);
  return references.filter((each) => !each.startsWith("git.") && lookUp(each, values) === "");
}

function isVariable(reference: Reference): boolean {
  return /^(?:env|caller)\./.test(reference);
}

/** Why there is no rule, in one line; `what` is what was looked for. */
export function describeNoRule(what: string, { inactive }: RulesHere): string {
  const reasons = inactive.map(({ id, reason }) => id + ": " + reason);
  return "no " + what + " is in force: " + (reasons.join("; ") || "no plugin has one");
}

/** What to do about it. */
export function hintForNoRule(plan: Plan, { inactive }: RulesHere): string {
  if (inactive.length === 0 && plan.leftOut !== undefined && plan.leftOut.why === "untrusted")
    return "look at the repository's own rules, then run 'interlock trust'";
  if (inactive.length === 0) return "name a plugin that has hooks under 'plugins.dirs'";
  if (!inactive.some(({ lacksVariable }) => lacksVariable))
    return "fix what 'interlock compile' lists as inactive";
  const unset = inactive.reduce((all: Reference[], each) => all.concat(each.unset), []);
  // A lower layer may not read sealed values, so the caller has to set those.
  const sealable = unset.filter((each) => each.startsWith("env."));
  const settings = (sealable.length > 0 ? sealable : unset).map(
    (each) => each.replace(/^.*?\./, "") + "=value",
  );
  const lines = settings.filter((each, i) => settings.indexOf(each) === i);
  if (sealable.length === 0) return "set it: export " + lines.join(" ");
  if (plan.envFile === null)
    return "set it: export " + lines.join(" ") + ", or seal it under 'env:' in the install config";
  return lines.length === 1
    ? "write the line " + lines[0] + " to '" + plan.envFile + "'"
    : "write to '" + plan.envFile + "', a line each: " + lines.join(", ");
}
