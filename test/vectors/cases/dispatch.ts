import type { Contribution, EnsureTrailerEffect, Plan, Template } from "../../../engine/core/plan.ts";
import { defaultPlan } from "./plan.ts";
import type { Vector } from "../vector.ts";

function trailer(key: string, value: Template, more: Partial<EnsureTrailerEffect> = {}): EnsureTrailerEffect {
  return {
    type: "text.ensureTrailer",
    key,
    value,
    dedupe: true,
    required: false,
    missing: "error",
    source: "plugin.yaml:1",
    ...more,
  };
}

function contribution(
  id: string,
  effects: EnsureTrailerEffect[],
  more: Partial<Contribution> = {},
): Contribution {
  return {
    id,
    plugin: "p",
    priority: 100,
    layer: "install",
    source: "plugin.yaml:1",
    disabledBy: null,
    when: { envPresent: [], configPresent: [] },
    effects,
    ...more,
  };
}

function plan(contributions: Contribution[], more: Partial<Plan> = {}): Plan {
  return { ...defaultPlan, points: { "commit.message.finalize": contributions }, ...more };
}

interface Given {
  text?: string;
  sealedFile?: { [name: string]: string };
  env?: { [name: string]: string };
  allowEmpty?: boolean;
}

interface Outcome {
  text?: string;
  trace: string[];
  problems?: string[];
  warnings?: string[];
}

function vector(title: string, of: Plan, given: Given, outcome: Outcome): Vector {
  const text = given.text === undefined ? "fix\n" : given.text;
  return {
    title,
    input: [of, text, given.sealedFile || {}, given.env || {}, given.allowEmpty || false],
    output: {
      text: outcome.text === undefined ? text : outcome.text,
      trace: outcome.trace,
      problems: outcome.problems || [],
      warnings: outcome.warnings || [],
    },
  };
}

const who: Template = [{ env: "WHO" }];
const scissorsFirst = "# ------------------------ >8 ------------------------\ntext\n";

export const dispatchCases: readonly Vector[] = [
  vector("no contribution", plan([]), {}, { trace: [] }),
  vector(
    "each gets the previous one's output",
    plan([
      contribution("a", [trailer("A", ["1"])]),
      contribution("b", [trailer("B", ["2"]), trailer("A", ["1"])]),
    ]),
    {},
    { text: "fix\n\nA: 1\nB: 2\n", trace: ["a applied: added 'A'", "b applied: added 'B'"] },
  ),
  vector(
    "what fails names its own contribution, not a later one",
    plan([contribution("a", [trailer("A", who)]), contribution("b", [trailer("B", ["2"])])]),
    {},
    {
      text: "fix\n\nB: 2\n",
      trace: [
        "a failed: 'a' needs '${env.WHO}' for its trailer 'A', and it is not set",
        "b applied: added 'B'",
      ],
      problems: ["value-missing"],
    },
  ),
  vector(
    "missing: warn",
    plan([contribution("a", [trailer("A", who, { missing: "warn" })])]),
    {},
    { trace: ["a skipped: '${env.WHO}' is not set"], warnings: ["value-missing"] },
  ),
  vector(
    "missing: skip",
    plan([contribution("a", [trailer("A", who, { missing: "skip" })])]),
    {},
    { trace: ["a skipped: '${env.WHO}' is not set"] },
  ),
  vector(
    "a value is trimmed, as git does when it reads it back",
    plan([contribution("a", [trailer("A", who)])]),
    { env: { WHO: " me " } },
    { text: "fix\n\nA: me\n", trace: ["a applied: added 'A'"] },
  ),
  vector(
    "a control character in a value, C1 as UTF-8 too",
    plan([contribution("a", [trailer("A", who)])]),
    { env: { WHO: "x\xc2\x9b" } },
    {
      trace: ["a failed: 'a': the value of '${env.WHO}' has a control character in it"],
      problems: ["value-unsafe"],
    },
  ),
  vector(
    "a sealed value wins over the caller's",
    plan([contribution("a", [trailer("A", who)])], { env: { WHO: "sealed" } }),
    { env: { WHO: "caller" } },
    { text: "fix\n\nA: sealed\n", trace: ["a applied: added 'A'"] },
  ),
  vector(
    "the file of sealed values wins over the config's",
    plan([contribution("a", [trailer("A", who)])], { env: { WHO: "sealed" } }),
    { sealedFile: { WHO: "session" } },
    { text: "fix\n\nA: session\n", trace: ["a applied: added 'A'"] },
  ),
  vector(
    "a sealed value that is empty seals too",
    plan([contribution("a", [trailer("A", who)], { when: { envPresent: ["WHO"], configPresent: [] } })], {
      env: { WHO: "" },
    }),
    { env: { WHO: "caller" } },
    { trace: ["a skipped: environment variable 'WHO' is not set"] },
  ),
  vector(
    "the name of a built-in method is a name like any other",
    plan([contribution("a", [], { when: { envPresent: ["toString"], configPresent: [] } })]),
    {},
    { trace: ["a skipped: environment variable 'toString' is not set"] },
  ),
  vector(
    "configPresent and ${config.key}",
    plan(
      [
        contribution("a", [trailer("A", [{ config: "x.y" }])], {
          when: { envPresent: [], configPresent: ["x.y"] },
        }),
      ],
      {
        config: { "x.y": "v" },
      },
    ),
    {},
    { text: "fix\n\nA: v\n", trace: ["a applied: added 'A'"] },
  ),
  vector(
    "one that is switched off",
    plan([contribution("a", [trailer("A", ["1"])], { disabledBy: "config.yaml" })]),
    {},
    { trace: ["a disabled: switched off in config.yaml"] },
  ),
  vector(
    "an empty message stays empty",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { text: "\n" },
    { trace: ["a skipped: the message is empty"] },
  ),
  vector(
    "an empty message that is allowed cannot carry what is required",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { text: "", allowEmpty: true },
    { trace: ["a failed: the message is empty"], problems: ["empty-message"] },
  ),
  vector(
    "a required trailer that finds no place is not called there",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { text: scissorsFirst },
    {
      trace: ["a failed: 'a': its rule for the trailer 'A' does not hold in the message as it ends up"],
      problems: ["rule-broken"],
    },
  ),
];
