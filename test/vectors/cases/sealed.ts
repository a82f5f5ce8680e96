import type { Contribution, Plan } from "../../../engine/core/plan.ts";
import type { Vector } from "../vector.ts";

export const sealedOfCases: readonly Vector[] = [
  { title: "a line of its own", input: ["version: 1\nsealed: true\n"], output: true },
  { title: "the first and only line", input: ["sealed: true"], output: true },
  { title: "blanks and CRLF", input: ["sealed:\t true \r\nversion: 1\r\n"], output: true },
  { title: "none", input: ["version: 1\n"], output: false },
  { title: "false", input: ["sealed: false\n"], output: false },
  { title: "not in a nested map", input: ["config:\n  sealed: true\n"], output: false },
  { title: "not in a comment", input: ["# sealed: true\n"], output: false },
  { title: "another spelling is for the compiler to refuse", input: ["sealed: True\n"], output: false },
  { title: "so is a comment behind it", input: ["sealed: true # yes\n"], output: false },
];

export const breakGlassCases: readonly Vector[] = [
  {
    title: "a time, and a reason of several lines",
    input: ["until 2026-01-02T03:04:05Z\nthe bot\n  is renamed\n"],
    output: { until: "2026-01-02T03:04:05Z", reason: "the bot is renamed" },
  },
  {
    title: "CRLF",
    input: ["until 2026-01-02T03:04:05Z\r\nx\r\n"],
    output: { until: "2026-01-02T03:04:05Z", reason: "x" },
  },
  {
    title: "a reason that ends with the byte 0xa0, a part of a character",
    input: ["until 2026-01-02T03:04:05Z\nd\xc3\xa9j\xc3\xa0 vu,  voil\xc3\xa0\n"],
    output: { until: "2026-01-02T03:04:05Z", reason: "d\xc3\xa9j\xc3\xa0 vu, voil\xc3\xa0" },
  },
  { title: "nothing", input: [""], output: null },
  { title: "no reason", input: ["until 2026-01-02T03:04:05Z\n\n"], output: null },
  { title: "no zone", input: ["until 2026-01-02T03:04:05\nx\n"], output: null },
  { title: "an offset", input: ["until 2026-01-02T03:04:05+01:00\nx\n"], output: null },
  { title: "no such month", input: ["until 2026-13-02T03:04:05Z\nx\n"], output: null },
  { title: "no such hour", input: ["until 2026-12-02T24:04:05Z\nx\n"], output: null },
  { title: "the time below the reason", input: ["x\nuntil 2026-01-02T03:04:05Z\n"], output: null },
];

export const bakedFolderCases: readonly Vector[] = [
  { title: "hooks of ours alone", input: [["commit-msg"], []], output: "commit-msg" },
  {
    title: "in one order",
    input: [["prepare-commit-msg", "commit-msg"], []],
    output: "commit-msg+prepare-commit-msg",
  },
  { title: "none at all", input: [[], []], output: "none" },
  {
    title: "one that is ours anyway",
    input: [["commit-msg"], ["prepare-commit-msg"]],
    output: "commit-msg+prepare-commit-msg",
  },
  { title: "another hook of the repository", input: [["commit-msg"], ["pre-commit"]], output: "all" },
  {
    title: "those of the other side do not count",
    input: [["pre-push"], ["update", "post-receive"]],
    output: "pre-push",
  },
  {
    title: "one that git asks for often",
    input: [["commit-msg"], ["reference-transaction"]],
    output: "all+reference-transaction",
  },
  {
    title: "both of them",
    input: [["commit-msg"], ["reference-transaction", "post-index-change", "pre-commit"]],
    output: "all+post-index-change+reference-transaction",
  },
];

const seal = { planDir: "/p" };
const given = ["-c", "core.hooksPath=/p/hooks/pre-push"];

export const bakedPushCases: readonly Vector[] = [
  { title: "as the shim writes it", input: [["git", ...given, "push", "origin"], seal], output: true },
  {
    title: "a folder with all hooks",
    input: [["git", "-C", "x", "-c", "core.hooksPath=/p/hooks/all", "push"], seal],
    output: true,
  },
  { title: "nothing known", input: [[], seal], output: false },
  { title: "no hooks folder", input: [["git", "push"], seal], output: false },
  { title: "another command", input: [["git", ...given, "fetch"], seal], output: false },
  { title: "the hook is skipped", input: [["git", ...given, "push", "--no-verify"], seal], output: false },
  { title: "abbreviated", input: [["git", ...given, "push", "x", "--no-veri"], seal], output: false },
  {
    title: "another setting behind it",
    input: [["git", ...given, "-c", "CORE.hookspath=/x", "push"], seal],
    output: false,
  },
  {
    title: "one by the environment",
    input: [["git", ...given, "--config-env=core.hooksPath=X", "push"], seal],
    output: false,
  },
  {
    title: "a baked folder without the hook",
    input: [["git", "-c", "core.hooksPath=/p/hooks/commit-msg", "push"], seal],
    output: false,
  },
  {
    title: "a way out of the folder",
    input: [["git", "-c", "core.hooksPath=/p/hooks/../../x/pre-push", "push"], seal],
    output: false,
  },
];

function contribution(plugin: string, id: string, required: boolean, source = "x:1"): Contribution {
  const effect = {
    type: "text.ensurePrefix" as const,
    value: [id],
    required,
    missing: "error" as const,
    line: 1,
  };
  return { id, plugin, source, effects: [effect] };
}

function plan(points: Plan["points"], more: Partial<Plan> = {}): Plan {
  return {
    mode: "enforce",
    onEngineFailure: "block",
    scope: "all",
    env: { A: "sealed" },
    envFile: "/run/env",
    config: { a: "sealed" },
    layers: { install: "/etc/x", user: "", repository: "" },
    inputs: [],
    namesAuthor: false,
    points,
    ...more,
  };
}

/** A contribution that names one value in its text, and one in a condition. */
function reading(value: string, present: string): Contribution {
  const made = contribution("q", "own", false);
  const effects = made.effects.map((effect) => ({ ...effect, value: ["", value, ""] }) as typeof effect);
  return { ...made, when: { present: [present] }, effects };
}

const one = contribution("p", "one", false);
const two = contribution("p", "two", false);
const own = contribution("q", "own", false);
const sealed = plan({ finalize: [one, two] });
const required = [contribution("p", "one", true), contribution("p", "two", true)];

export const addLowerCases: readonly Vector[] = [
  {
    title: "a lower one has its place, sealed ones become required",
    input: [sealed, plan({ finalize: [one, own, two] })],
    output: plan({ finalize: [required[0] as Contribution, own, required[1] as Contribution] }),
  },
  {
    title: "what lower layers say of sealed ones is not believed: their order, their effects, their absence",
    input: [sealed, plan({ finalize: [contribution("p", "two", false, "forged:1"), own] })],
    output: plan({ finalize: [required[0] as Contribution, own, required[1] as Contribution] }),
  },
  {
    title: "one that claims to be there twice is there once",
    input: [sealed, plan({ finalize: [one, one, one, own] })],
    output: plan({ finalize: [...required, own] }),
  },
  {
    title: "a hook point that is left out comes back, and one that only they have is added",
    input: [sealed, plan({ prepare: [own] })],
    output: plan({ finalize: required, prepare: [own] }),
  },
  {
    title: "of all else only config keys are added",
    input: [
      sealed,
      plan(
        {},
        {
          mode: "report",
          onEngineFailure: "pass",
          scope: "own",
          trustAuthors: ["*"],
          env: { A: "other", B: "other" },
          envFile: null,
          audit: { file: "/dev/null" },
          config: { a: "other", b: "other" },
          namesAuthor: true,
        },
      ),
    ],
    output: plan({ finalize: required }, { config: { a: "sealed", b: "other" }, namesAuthor: true }),
  },
  {
    title: "sealed values are theirs only by a listed name, whatever they call the others",
    input: [
      plan({}, { readableBelow: ["OPEN"] }),
      plan({
        finalize: [reading("env.OPEN", "env.A"), reading("A", "foo.A"), reading("git.author", "config.a")],
      }),
    ],
    output: plan(
      {
        finalize: [
          reading("env.OPEN", "caller.A"),
          reading("caller.A", "caller.A"),
          reading("git.author", "config.a"),
        ],
      },
      { readableBelow: ["OPEN"] },
    ),
  },
  {
    title: "names that every object has",
    input: [sealed, plan({ finalize: [contribution("constructor", "toString", false)] })],
    output: plan({ finalize: [contribution("constructor", "toString", false), ...required] }),
  },
];
