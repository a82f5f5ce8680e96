import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

/** By a file, the command line and an include, so that the setting is read here and asked of git. */
const places = [
  ['git -c "i18n.commitEncoding=$value" commit -q --allow-empty -m One', "-c"],
  ['git config i18n.commitEncoding "$value"; git commit -q --allow-empty -m One', "a file"],
  [
    'git config i18n.commitEncoding "$value"; git config include.path none; git commit -q --allow-empty -m One',
    "a file with an include",
  ],
  ['git config i18n.commitEncoding "$value"; git commit -q --amend --no-edit', "a file, and an amend"],
  [
    'git checkout -q -b x; git commit -q --allow-empty -m X; git checkout -q -; git -c "i18n.commitEncoding=$value" merge -q --no-ff -m One x',
    "-c, and a merge",
  ],
] as const;

test.each(places)(
  "a line end in i18n.commitEncoding, which would begin the message, is refused: %s",
  (line) => {
    const sandbox = new Sandbox();
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "Base"]);
    const before = sandbox.realGit(["log", "--all", "--format=%B"]).stdout;
    const value = "L\n\nBad\n\n# ------------------------ >8 ------------------------";
    const run = sandbox.shell(line, { env: { value } });
    expect(run.status).toBe(128);
    expect(run.stderr).toMatch(
      /^interlock: error: the setting 'i18n.commitEncoding' has a control character in it/m,
    );
    const after = sandbox.realGit(["log", "--all", "--format=%B"]).stdout;
    expect(after).not.toContain("Bad");
    if (!line.includes("merge")) expect(after).toBe(before);
  },
);

test("where the install only reports, it is as with the real git", () => {
  const github = new URL("../../plugins/github", import.meta.url).pathname;
  const sandbox = new Sandbox(`version: 1\nmode: report\nplugins:\n  dirs: [${github}]\n`);
  const run = sandbox.shell(
    "git -c \"i18n.commitEncoding=$(printf 'L\\tx')\" commit -q --allow-empty -m One",
  );
  expect(run.status).toBe(0);
});
