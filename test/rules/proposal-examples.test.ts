/**
 * The examples of the proposal that interlock's manifest follows, word for word: each loads as it
 * stands, and does what the text around it says.
 */
import { expect, test } from "vitest";
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { readHookPolicies, renderHookPolicies } from "../../engine/compile/hook-policies.ts";
import { runEffects } from "../../engine/core/dispatch/run-effects.ts";
import type { CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { createWorkspace, installs, type Tree } from "../compile/workspace.ts";

const manifestShape = `extensions:
  hookApiVersion: 1
  hooks:
    - id: github.ensure-bot-coauthor
      hook: commit.message.finalize
      priority: 100
      when:
        envPresent: [GITHUB_APP_BOT_NAME, GITHUB_APP_BOT_EMAIL]
      effects:
        - type: text.ensureTrailer
          key: Co-authored-by
          value: "\${env.GITHUB_APP_BOT_NAME} <\${env.GITHUB_APP_BOT_EMAIL}>"
          dedupe: true
          required: true
          missing: error
      policies:
        - file: hooks/commit-message.md
          inject: prompt
`;

const conditions = `when:
  envPresent: [GITHUB_APP_BOT_NAME]     # env vars must be set
  configPresent: [github.repo]          # config keys must be set
`;

const override = `plugins:
  manifests:
    github:
      extensions:
        disabledHooks:
          - github.ensure-bot-coauthor
`;

const pullRequestTemplate = `- id: github.pr.template
  hook: pull_request.description.prepare
  effects:
    - type: text.ensureSection
      heading: Summary
    - type: text.ensureSection
      heading: Test Plan
`;

const labelDefaults = `- id: github.issue.default-labels
  hook: issue.labels.finalize
  effects:
    - type: list.appendUnique
      path: labels
      values: [needs-triage]
`;

const responseGuidance = `- id: sentry.response-format
  hook: response.finalize
  policies:
    - file: hooks/response-style.md
      inject: prompt
`;

const bot = { GITHUB_APP_BOT_NAME: "acme-bot", GITHUB_APP_BOT_EMAIL: "bot@acme.example" };
const coAuthor = "Co-authored-by: acme-bot <bot@acme.example>";
const message: CleanupSettings = { mode: "whitespace", commentChar: "#" };

/** A manifest of hooks that the proposal shows without what stands around them. */
function withHooks(hooks: string): string {
  return `extensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.replace(/^(?=.)/gm, "    ")}`;
}

function compile(files: Tree, config = installs("plugins")): CompiledPlan & { plan: Plan } {
  const compiled = createWorkspace({ "install.yaml": config, ...files }).compile();
  expect(compiled.diagnostics.filter(({ severity }) => severity === undefined)).toEqual([]);
  return { ...compiled, plan: compiled.plan as Plan };
}

function contextOf(plan: Plan, env: { [name: string]: string } = {}, cleanup: CleanupSettings | null = null) {
  const values = makeValues(
    plan,
    {},
    (name) => env[name],
    () => "",
  );
  return { cleanup, values, allowEmpty: false, occasion: { commit: () => null, remotes: () => [] } };
}

const github = (manifest: string): Tree => ({
  "plugins/github/plugin.yaml": manifest,
  "plugins/github/hooks/commit-message.md": "Say why.\n",
});

test("the manifest shape: every commit names the bot, once, and the policy goes into the prompt", () => {
  const { plan, hooks } = compile(github(manifestShape));
  const run = (text: string, env: { [name: string]: string }) =>
    runEffects(plan, "commit.message.finalize", text, contextOf(plan, env, message));
  expect(run("Fix the retry", bot).value).toBe(`Fix the retry\n\n${coAuthor}`);
  expect(run(`Fix the retry\n\n${coAuthor}\n`, bot)).toMatchObject({
    value: `Fix the retry\n\n${coAuthor}\n`,
    trace: [{ state: "unchanged" }],
  });
  expect(run("Fix", { ...bot, GITHUB_APP_BOT_EMAIL: "" })).toMatchObject({
    value: "Fix",
    trace: [{ state: "skipped", detail: "environment variable 'GITHUB_APP_BOT_EMAIL' is not set" }],
  });
  const { policies } = readHookPolicies(hooks, nodeConfigFiles);
  expect(renderHookPolicies(policies)).toBe(
    "<hook-policies>\n<!-- github.ensure-bot-coauthor (github/hooks/commit-message.md) -->\nSay why.\n</hook-policies>\n",
  );
});

test("conditional execution: variables and config keys must be set", () => {
  const when = conditions.replace(/^(?=.)/gm, "      ");
  const manifest = manifestShape.replace(/ {6}when:\n.*\n/, when);
  const states = ["", "config: {github.repo: acme/app}\n"].map((config) => {
    const { plan } = compile(github(manifest), installs("plugins", config));
    return runEffects(plan, "commit.message.finalize", "Fix", contextOf(plan, bot, message)).trace[0];
  });
  expect(states).toMatchObject([
    { state: "skipped", detail: "config key 'github.repo' is not set" },
    { state: "applied" },
  ]);
});

test("install-level overrides: the app disables one contribution", () => {
  const config = `version: 1\n${override}  dirs: [plugins]\n`;
  const { plan, hooks } = compile(github(manifestShape), config);
  const outcome = runEffects(plan, "commit.message.finalize", "Fix", contextOf(plan, bot, message));
  expect(outcome).toMatchObject({ value: "Fix", trace: [{ state: "disabled" }], problems: [] });
  expect(readHookPolicies(hooks, nodeConfigFiles).policies).toEqual([]);
});

test("a template for pull requests: both sections are there, and no section twice", () => {
  const { plan } = compile(github(withHooks(pullRequestTemplate)));
  const run = (text: string) =>
    runEffects(plan, "pull_request.description.prepare", text, contextOf(plan)).value;
  expect(run("")).toBe("## Summary\n\n## Test Plan");
  expect(run("# test plan\n\nnpm test\n")).toBe("# test plan\n\nnpm test\n\n## Summary\n");
  expect(run(run("Text"))).toBe(run("Text"));
});

test.each(["issue.labels.finalize", "issue.labels.suggest"])("default labels for issues, at %s", (name) => {
  const { plan } = compile(github(withHooks(labelDefaults.replace("issue.labels.finalize", name))));
  const run = (labels: string[]) => runEffects(plan, "issue.labels.finalize", labels, contextOf(plan)).value;
  expect(run([])).toEqual(["needs-triage"]);
  expect(run(["bug"])).toEqual(["bug", "needs-triage"]);
  expect(run(["needs-triage", "bug"])).toEqual(["needs-triage", "bug"]);
});

test("response formatting is guidance only: a policy, and no effect", () => {
  const { plan, hooks } = compile({
    "plugins/sentry/plugin.yaml": withHooks(responseGuidance),
    "plugins/sentry/hooks/response-style.md": "Be brief.\n",
  });
  expect(runEffects(plan, "response.finalize", "Hello", contextOf(plan))).toEqual({
    value: "Hello",
    trace: [],
    problems: [],
    warnings: [],
  });
  const { policies } = readHookPolicies(hooks, nodeConfigFiles);
  expect(renderHookPolicies(policies, ["response.finalize"])).toContain("\nBe brief.\n");
});
