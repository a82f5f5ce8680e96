/** Aliases that gh finds where interlock must look, too; and those with the name of a command that passes. */
import { expect, test } from "vitest";
import { withGithub } from "./with-github.ts";

const plugin = `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - id: acme.section
      hook: pull_request.description.finalize
      effects: [{ type: text.ensureSection, heading: Summary }]
`;

const comments = "# What editor gh should run\neditor: vim\n";

const config = "version: 1\nplugins:\n  dirs: [acme]\n";

test("without a home, gh reads aliases in the current folder, and the rules hold for them", async () => {
  const { gh } = await withGithub(config, {
    "interlock/acme/plugin.yaml": plugin,
    "repo/.config/gh/config.yml": "aliases:\n    mine: pr create\n",
  });
  const run = await gh(["mine", "-t", "T", "-b", "Body"], { env: { HOME: "", XDG_CONFIG_HOME: "" } });
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: "Body\n\n## Summary" } }]);
});

// Which gh heeds such an alias depends on its version.
test.each([
  ["a plain name", `${comments}aliases:\n    run: pr create\n`],
  ["a quoted name", `${comments}aliases:\n    'run': pr create\n`],
  ["a flow map over lines", "aliases: {co: pr checkout,\nrun: pr create}\n"],
  ["a name with an escape", 'aliases:\n    "r\\u0075n": pr create\n'],
  ["a comment that ends with a CR", "# x\raliases:\r    run: pr create\r"],
  ["a comment that ends with a NEL", "# x\u0085aliases: {run: pr create}\n"],
])("%s is seen, though 'run' passes", async (_, settings) => {
  const { gh } = await withGithub(config, {
    "interlock/acme/plugin.yaml": plugin,
    "home/.config/gh/config.yml": settings,
  });
  const run = await gh(["run", "-t", "T", "-b", "Body"]);
  expect(run.stderr).toMatch(/^interlock: not checked: the alias 'run' hides a command/);
});
