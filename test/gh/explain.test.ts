/** Dry runs of gh: what would be sent, and nothing is. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { described, policyConfig } from "./policy.ts";
import { withGithub, type WithGithub } from "./with-github.ts";

const create = ["pr", "create", "-t", "T", "-b", "Body"];

async function explain({ box, server, installed }: WithGithub, words: string[], stdin = "") {
  const program = join(dist, "bin", "interlock");
  return box.gh(server, ["explain", ...words], { program, env: installed.env, stdin });
}

test("explain shows the rules, the text and the command line, and sends nothing", async () => {
  const github = await withGithub(policyConfig());
  const run = await explain(github, ["--", "gh", ...create, "-l", "bug"]);
  const plugin = join(root, "test", "gh", "policy", "plugin.yaml");
  expect(run.stderr).toBe("");
  expect(run.stdout.replaceAll(plugin, "<plugin>").replace(/^plan .*$/m, "plan")).toMatchInlineSnapshot(`
    "command   gh pr create -t T -b Body -l bug
    strategy  rewrite: the description is given
    real gh   /usr/bin/gh
    plan
    hooks
      applied   policy.prepare: added the prefix '[prepared] ' (<plugin>:5)
      applied   policy.finalize: added the suffix 'Finalized by a rule' (<plugin>:10)
      applied   policy.labels: added 'agent', 'größe' (<plugin>:15)
    text
      - Body
      + [prepared] Body
      +
      + Finalized by a rule
    result    gh runs with other arguments
      - gh pr create -t T -b Body -l bug
      + gh pr create $'--body=[prepared] Body\\n\\nFinalized by a rule' --label=bug,agent,größe -t T
    "
  `);
  expect(run.status).toBe(0);
  expect(github.server.seen).toEqual([]);
});

test("explain --json has the same for programs", async () => {
  const github = await withGithub(policyConfig());
  const run = await explain(github, ["--json", "--", "gh", "pr", "create", "-t", "T", "-F", "-"], "By stdin");
  expect(JSON.parse(run.stdout)).toMatchObject({
    command: ["gh", "pr", "create", "-t", "T", "-F", "-"],
    strategy: "rewrite",
    realProgram: "/usr/bin/gh",
    hooks: [
      { id: "policy.prepare", state: "applied" },
      { id: "policy.finalize", state: "applied" },
    ],
    message: { before: "By stdin", after: described("By stdin") },
    argv: ["gh", "pr", "create", `--body=${described("By stdin")}`, "-t", "T"],
    exit: null,
    problems: [],
  });
});

test("INTERLOCK_DRY_RUN makes a dry run of any command of gh that a rule sees", async () => {
  const { gh, server, installed } = await withGithub(policyConfig());
  const text = await gh(create, { env: { INTERLOCK_DRY_RUN: "1" } });
  expect(text.stdout).toContain("result    gh runs with other arguments\n");
  const json = await gh(["issue", "create", "-t", "T", "-b", "B"], { env: { INTERLOCK_DRY_RUN: "json" } });
  expect(JSON.parse(json.stdout)).toMatchObject({
    argv: [installed.program, "issue", "create", "--label=agent,größe", "-t", "T", "-b", "B"],
  });
  expect(server.seen).toEqual([]);
});

test("an alias is shown with what it stands for", async () => {
  const github = await withGithub(policyConfig());
  github.box.write("home/.config/gh/config.yml", "aliases:\n    mk: pr create -t T -b Aliased\n");
  const run = await explain(github, ["--", "gh", "mk"]);
  expect(run.stdout).toContain("alias     'mk' is 'pr create -t T -b Aliased'\n");
  expect(run.stdout).toContain("+ gh pr create $'--body=[prepared] Aliased");
});

test("a refusal, an unread text and a line without rules are shown as such", async () => {
  const github = await withGithub(policyConfig("gh:\n  strict: true\n"));
  const refused = await explain(github, ["--", "gh", "pr", "merge", "7"]);
  expect(refused.status).toBe(1);
  expect(refused.stdout).toContain("result    refused, exit 1\n");
  const passed = await explain(github, ["--", "gh", "pr", "list"]);
  expect(passed.stdout).toContain("strategy  pass: it sends no description, label or commit message\n");
  expect(passed.stdout).toContain("result    gh runs as called\n");
});

test("where rules are only reported, both points are shown, and gh runs as called", async () => {
  const github = await withGithub(policyConfig("mode: report\n"));
  const run = await explain(github, ["--json", "--", "gh", ...create]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    message: { before: "Body", after: described("Body") },
    argv: ["gh", ...create],
  });
});
