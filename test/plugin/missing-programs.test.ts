/** Programs of a plugin that would not start: said where the plugin is written, not at the first commit. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Workshop } from "./workshop.ts";

function validating(handler: string, files: { [path: string]: string } = {}) {
  const box = new Workshop();
  const manifest = `name: rules
extensions:
  hookApiVersion: 1
  hooks:
    - id: rules.check
      hook: commit.message.finalize
      handler: {type: command, ${handler}}
`;
  const folder = box.folderOf("rules", { "plugin.yaml": manifest, ...files });
  chmodSync(join(folder, "plugin.yaml"), 0o644);
  return box.plugin("validate", folder);
}

const script = "#!/bin/sh\nexit 0\n";

test.each([
  [
    "command: [./chek]",
    "'rules.check' runs './chek', which does not exist",
    "create it in the plugin's folder",
  ],
  ["command: [./check]", "'rules.check' runs './check', which is not executable", "chmod +x ./check"],
  ["command: ./check, args: [--strict]", "'rules.check' runs './check', which is not executable", "chmod +x"],
  [
    "command: [sh, ./check]",
    "'rules.check' gives its program './check', which is looked for where the program runs",
    "command: [./check]",
  ],
  ["command: [sh, check]", "'rules.check' gives its program 'check'", "command: [./check]"],
])("%s is a warning with its line and a way out", (handler, says, hint) => {
  const run = validating(handler, { check: script });
  expect(run.status).toBe(0);
  expect(run.stderr).toMatch(/^\S*\/plugin\.yaml:5: warning: /);
  expect(run.stderr).toContain(says);
  expect(run.stderr).toContain("[E-program-missing]\nhint: ");
  expect(run.stderr.split("\nhint: ")[1]).toContain(hint);
});

test.each([
  "command: [./hooks/check, --strict]",
  "command: [sh, -c, 'exit 0']",
  "command: sh ./check",
  "command: [/usr/bin/true]",
  "command: [../shared/check]",
])("%s is none", (handler) => {
  expect(validating(handler, { "hooks/check": script, check: script })).toMatchObject({
    status: 0,
    stderr: "",
  });
});

test.each(["command: []", "command: ''"])("%s is told that a program is missing", (handler) => {
  const run = validating(handler);
  expect(run.status).toBe(128);
  expect(run.stderr).toMatch(/\/plugin\.yaml:7:\d+: error: a command needs a program \[E-bad-value\]\n/);
});

test("what a program reads is what its variables refer to", () => {
  const run = validating("command: [/usr/bin/true], env: {OWN: fixed, OTHER: '${env.TICKET}/${env.USER}'}");
  expect(run.stdout).toContain("  Reads:       2\n    TICKET\n    USER\n");
  expect(validating("command: [/usr/bin/true], env: [TICKET]").stdout).toContain(
    "Reads:       1\n    TICKET\n",
  );
});

test("the help of the verb has the status of a failed example", () => {
  const { stdout } = new Workshop().plugin("test", "--help");
  expect(stdout).toMatch(/\n {2}1 +test: an example fails; outdated: a plugin is\n/);
});
