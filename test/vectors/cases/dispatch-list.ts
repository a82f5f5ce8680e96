import type { AppendUniqueEffect } from "../../../engine/core/effects/append-unique.ts";
import type { Contribution, Plan, Template } from "../../../engine/core/plan.ts";
import type { Vector } from "../vector.ts";
import { always, common, contribution, plan, vector } from "./contributions.ts";

function append(values: Template[], more: Partial<AppendUniqueEffect> = {}): AppendUniqueEffect {
  return { ...common, type: "list.appendUnique", path: "labels", values, ...more };
}

function labels(contributions: Contribution[], more: Partial<Plan> = {}): Plan {
  return plan(contributions, more, "issue.labels.finalize");
}

export const dispatchListCases: readonly Vector[] = [
  vector("no contribution", labels([]), { payload: ["bug"] }, { trace: [] }),
  vector(
    "each gets the previous one's output",
    labels([
      contribution("a", [append([["needs-triage"], ["bug"]])]),
      contribution("b", [append([["needs-triage"]]), append([["x"]])]),
    ]),
    { payload: ["bug"] },
    {
      payload: ["bug", "needs-triage", "x"],
      trace: ["a applied: added 'needs-triage'", "b applied: added 'x'"],
    },
  ),
  vector(
    "an empty list gets its labels",
    labels([contribution("a", [append([["b"], ["a"]])])]),
    { payload: [] },
    { payload: ["b", "a"], trace: ["a applied: added 'b', 'a'"] },
  ),
  vector(
    "what is there in another case is there",
    labels([contribution("a", [append([["BUG"]], { required: true })])]),
    { payload: ["Bug"] },
    { trace: ["a unchanged: nothing to change"] },
  ),
  vector(
    "a value with a reference",
    labels([contribution("a", [append([["team-", "config.team", ""]])])], { config: { team: "core" } }),
    { payload: [] },
    { payload: ["team-core"], trace: ["a applied: added 'team-core'"] },
  ),
  vector(
    "a value that cannot be had is left out alone",
    labels([contribution("a", [append([["", "env.TEAM", ""], ["bug"]], { missing: "warn" })])]),
    { payload: [] },
    { payload: ["bug"], trace: ["a applied: added 'bug'"], warnings: ["value-missing"] },
  ),
  vector(
    "or is an error",
    labels([contribution("a", [append([["", "env.TEAM", ""]])])]),
    { payload: [] },
    {
      trace: ["a failed: 'a' needs '${env.TEAM}' for its list 'labels', and it is not set"],
      problems: ["value-missing"],
    },
  ),
  vector(
    "a control character in a value",
    labels([contribution("a", [append([["", "env.TEAM", ""]])])]),
    { payload: [], env: { TEAM: "a\nb" } },
    {
      trace: ["a failed: 'a': the value of '${env.TEAM}' has a control character in it"],
      problems: ["value-unsafe"],
    },
  ),
  vector(
    "a condition that does not hold",
    labels([contribution("a", [append([["bug"]])], { when: { ...always, present: ["env.TEAM"] } })]),
    { payload: [] },
    { trace: ["a skipped: environment variable 'TEAM' is not set"] },
  ),
];
