import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { manifest, Workshop } from "./workshop.ts";

const bundled = readdirSync(join(root, "plugins"));

test.each(bundled)("the examples of the bundled plugin '%s' hold in the shipped engine", (name) => {
  const run = new Workshop().plugin("test", join(root, "plugins", name), "--json");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const { ok, examples } = JSON.parse(run.stdout);
  expect(ok).toBe(true);
  expect(examples.length).toBeGreaterThan(2);
});

function testing(
  examples: string,
  plugin = manifest("rules"),
): { status: unknown; stdout: string; stderr: string } {
  const box = new Workshop();
  const folder = box.folderOf("rules", {
    "plugin.yaml": plugin,
    ...(examples === "" ? {} : { "examples.yaml": examples }),
  });
  const run = box.plugin("test", folder);
  return { ...run, stderr: run.stderr.replaceAll(folder, "<plugin>") };
}

test("what fails is shown with its place, what was expected, and what came", () => {
  const run = testing(
    `examples:
  - name: another value
    given: Fix
    becomes: "Fix\\n\\nRules: other\\n"
  - name: a change where none is meant
    given: Fix
    unchanged: true
  - name: a refusal where there is none
    given: Fix
    refused: the title
  - name: as it is
    given: Fix
    becomes: "Fix\\n\\nRules: rules"
`,
  );
  expect(run).toMatchObject({ status: 1, stderr: "" });
  expect(run.stdout).toBe(`failed  another value
        rules/examples.yaml:2: expected (-), and what came (+)
           Fix
           
          -Rules: other
          +Rules: rules
failed  a change where none is meant
        rules/examples.yaml:5: expected (-), and what came (+)
           Fix
          +
          +Rules: rules
failed  a refusal where there is none
        rules/examples.yaml:8: expected (-), and what came (+)
          -refused: the title
          +Fix
          +
          +Rules: rules
ok      as it is
interlock: 1 example passed, 3 failed
`);
});

test("a refusal where a text is meant, and another refusal, fail", () => {
  const check = manifest("rules").replace(
    /effects: .*/,
    "effects: [{type: text.requireMatch, pattern: '^[A-Z]', message: 'begin with a capital'}]",
  );
  const run = testing(
    "examples:\n  - {name: text, given: fix, unchanged: true}\n  - {name: other, given: fix, refused: too long}\n  - {name: meant, given: fix, refused: with a capital}\n",
    check,
  );
  expect(run.status).toBe(1);
  expect(run.stdout).toMatch(/failed {2}text\n.*\n {10}-fix\n {10}\+refused: .*begin with a capital/);
  expect(run.stdout).toMatch(
    /failed {2}other\n.*\n {10}-refused: too long\n {10}\+refused: .*begin with a capital/,
  );
  expect(run.stdout).toContain("ok      meant\n");
});

test("the rules see what the example says, and nothing of the caller's environment", () => {
  const plugin = manifest("rules", {
    value: "${env.TICKET} of ${config.team} by ${git.author} for ${git.committer}",
  }).replace("effects:", "when: {remote: ['github.com/acme/*'], commit: [merge]}\n      effects:");
  const box = new Workshop();
  const folder = box.folderOf("rules", {
    "plugin.yaml": plugin,
    "examples.yaml": `examples:
  - name: all of them
    environment: {TICKET: Größe}
    config: {team: 7}
    remotes: [github.com/acme/app]
    commit: merge
    author: A <a@b>
    committer: C <c@d>
    given: Merge
    becomes: "Merge\\n\\nRules: Größe of 7 by A <a@b> for C <c@d>"
  - name: no ticket
    config: {team: 7}
    remotes: [github.com/acme/app]
    commit: merge
    given: Merge
    refused: "'\${env.TICKET}'"
  - name: another remote
    commit: merge
    remotes: [example.org/x]
    given: Merge
    unchanged: true
`,
  });
  const run = box.call(["plugin", "test", folder], { env: { TICKET: "the caller's" } });
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("3 examples passed, 0 failed") });
});

test.each([
  ["commit.message.finalize", "Fix", "{text: Said}", "Said"],
  ["pull_request.description.finalize", "Fix", "{text: Said}", "Said"],
  ["issue.labels.finalize", "[bug]", "{labels: [said]}", "[said]"],
])("programs at %s run", (hook, given, answer, becomes) => {
  const box = new Workshop();
  const folder = box.folderOf("rules", {
    "plugin.yaml": `name: rules
extensions:
  hookApiVersion: 1
  hooks:
    - id: rules.program
      hook: ${hook}
      handler: {type: command, command: [hooks/say]}
`,
    "hooks/say": `#!/bin/sh\necho '${answer.replace(/\w+/g, '"$&"')}'\n`,
    "examples.yaml": `examples:\n  - {name: said, hook: ${hook}, given: ${given}, becomes: ${becomes}}\n`,
  });
  expect(box.plugin("test", folder)).toMatchObject({ status: 0, stderr: "" });
});

test.each([
  ["examples: [{name: x, given: y}]", "2", "an example needs one of 'becomes', 'unchanged' and 'refused'"],
  [
    "examples: [{name: x, given: y, unchanged: true, refused: z}]",
    "2",
    "cannot have 'unchanged' and 'refused'",
  ],
  [
    "examples: [{name: x, hook: commit.mesage.finalize, given: y, unchanged: true}]",
    "2",
    "did you mean 'commit.message.finalize'?",
  ],
  [
    "examples: [{name: x, hook: push.before, given: y, unchanged: true}]",
    "2",
    "'given' must be a list at 'push.before'",
  ],
  [
    "examples: [{name: x, given: [y], unchanged: true}]",
    "2",
    "'given' must be a text at 'commit.message.finalize'",
  ],
  [
    "examples: [{name: x, hook: issue.labels.suggest, given: y, unchanged: true}]",
    "2",
    "'given' must be a list at 'issue.labels.finalize'",
  ],
  ["examples: [{name: x, givn: y, given: y, unchanged: true}]", "2", "did you mean 'given'?"],
  ["examples: [{name: x, given: y, commit: squash, unchanged: true}]", "2", "'commit' cannot be 'squash'"],
  ["examples: [", "\\d+", ""],
])("a mistake in examples.yaml has a place and a way out: %s", (text, line, says) => {
  const run = testing(`# examples\n${text}\n`);
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toMatch(new RegExp(`^<plugin>/examples.yaml:${line}:\\d+: error: `));
  expect(run.stderr).toContain(says);
  expect(run.stderr).toContain("hint: ");
});

test("without examples, test says how to write one", () => {
  for (const examples of ["", "examples: []\n"]) {
    const run = testing(examples);
    expect(run).toMatchObject({ status: 128, stdout: "" });
    expect(run.stderr).toContain("hint: write one: docs/plugin-command.md shows how\n");
  }
});

test("validate compiles one plugin alone, shows errors as compile does, and warnings with what it brings", () => {
  const box = new Workshop();
  // A repository of its own does not matter, nor what is installed.
  box.plugin("add", box.source("installed", { "plugin.yaml": manifest("rules") }));
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  const run = box.call(["plugin", "validate"], { cwd: folder });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain(
    "interlock: 'rules' is valid: plan with 1 contribution from 1 plugin\n  Skills:      0\n",
  );
  box.write(
    join(folder, "plugin.yaml"),
    manifest("rules").replace("text.ensureTrailer", "text.ensureTrailr"),
  );
  const wrong = box.plugin("validate", folder);
  expect(wrong).toMatchObject({ status: 128, stdout: "" });
  expect(wrong.stderr).toContain(`${folder}/plugin.yaml:7:`);
  expect(wrong.stderr).toContain("did you mean 'text.ensureTrailer'?");
  const json = JSON.parse(box.plugin("validate", folder, "--json").stdout);
  expect(json).toMatchObject({ ok: false, diagnostics: [{ code: "unknown-effect" }] });
  expect(box.plugin("validate", box.folderOf("empty", { "README.md": "" })).stderr).toContain(
    "is not a plugin",
  );
  expect(box.plugin("validate", "/nowhere").stderr).toContain("'/nowhere' does not exist");
});

test("the example in docs/plugin-command.md is of the form that is read", () => {
  const page = readFileSync(join(root, "docs/plugin-command.md"), "utf8");
  const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  const box = new Workshop();
  const folder = box.folderOf("rules", { "plugin.yaml": manifest("rules"), "examples.yaml": yaml });
  expect(box.plugin("validate", folder)).toMatchObject({ status: 0, stderr: "" });
});
