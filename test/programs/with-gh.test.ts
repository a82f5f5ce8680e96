/** Programs at the points of gh, with the real gh. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withGithub } from "../gh/with-github.ts";
import { sh } from "./with-program.ts";

/** gh with a plugin of one program, for this point. */
async function withProgram(hook: string, script: string, effects = "") {
  const github = await withGithub("version: 1\nplugins:\n  dirs: [acme]\n", {
    "interlock/acme/plugin.yaml": `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - id: acme.check
      hook: ${hook}
      handler: { type: command, command: [./check] }
${effects}`,
    "interlock/acme/check": script,
  });
  chmodSync(join(github.box.folder, "interlock/acme/check"), 0o755);
  return github;
}

/** A program that answers so. */
const answers = (answer: object): string =>
  sh(`cat >"$HOME/input"; printf '%s\\n' '${JSON.stringify(answer)}'`);

test.each(["prepare", "finalize"])("pull_request.description.%s changes the description", async (which) => {
  const { gh } = await withProgram(
    `pull_request.description.${which}`,
    answers({ payload: { text: "Changed" } }),
  );
  const run = await gh(["pr", "create", "-t", "T", "-b", "Given"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { title: "T", body: "Changed" } }]);
});

test("a description that a program changes still gets what a rule requires", async () => {
  const section = `    - id: acme.section
      hook: pull_request.description.finalize
      effects: [{ type: text.ensureSection, heading: Summary, required: true }]
`;
  const { gh } = await withProgram(
    "pull_request.description.finalize",
    answers({ text: "Changed" }),
    section,
  );
  const run = await gh(["pr", "create", "-t", "T", "-b", "## Summary\n\nGiven"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: "Changed\n\n## Summary" } }]);
});

test("issue.labels.finalize sets the labels", async () => {
  const { gh, box } = await withProgram(
    "issue.labels.finalize",
    answers({ payload: { labels: ["needs-triage"] } }),
  );
  const run = await gh(["issue", "create", "-t", "T", "-b", "B", "-l", "bug"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { labelIds: ["LABEL needs-triage"] } }]);
  const input = JSON.parse(readFileSync(join(box.folder, "home/input"), "utf8"));
  expect(input).toMatchObject({ hook: "issue.labels.finalize", payload: { labels: ["bug"] } });
  expect(input.payload.metadata).toEqual({
    program: "gh",
    remote: "github.localhost/octo/demo",
    repository: expect.stringContaining(box.folder),
    branch: expect.stringMatching(/\w/),
  });
});

test("a NUL in a label is the program's failure, and the point only warns", async () => {
  const { gh } = await withProgram("issue.labels.finalize", answers({ labels: ["a\0b"] }));
  const run = await gh(["issue", "create", "-t", "T", "-b", "B", "-l", "bug"]);
  expect(run.stderr).toContain("warning: the program of 'acme.check' failed: a NUL cannot be in a text");
  expect(run.sent).toMatchObject([{ body: { labelIds: ["LABEL bug"] } }]);
});

test("commit.message.finalize sees the message of a merge that GitHub makes", async () => {
  const { gh } = await withProgram(
    "commit.message.finalize",
    answers({ payload: { text: "Subject\n\nOther body" } }),
  );
  const run = await gh(["pr", "merge", "7", "-s", "-t", "Subject", "-b", "Body"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { commitBody: "Other body" } }]);
});

test.each([
  ["pull_request.description.finalize", ["pr", "create", "-t", "T", "-b", "B"]],
  ["issue.labels.finalize", ["issue", "create", "-t", "T", "-b", "B"]],
  ["commit.message.finalize", ["pr", "merge", "7", "-s", "-t", "Subject", "-b", "Body"]],
  ["command.before", ["pr", "create", "-t", "T", "-b", "B"]],
])("a refusal at %s ends the command, and nothing is sent", async (hook, words) => {
  const { gh } = await withProgram(hook, sh("echo not now >&2; exit 2"));
  const run = await gh(words);
  expect(run).toMatchObject({ status: 1, sent: [] });
  expect(run.stderr).toContain("interlock: error: not now ('acme.check'");
});

test("command.before changes words of gh, and the rules see the changed ones", async () => {
  const section = `    - id: acme.section
      hook: pull_request.description.finalize
      effects: [{ type: text.ensureSection, heading: Summary }]
`;
  const argv = ["gh", "pr", "create", "-t", "T", "-b", "Changed"];
  const { gh } = await withProgram("command.before", answers({ payload: { argv } }), section);
  const run = await gh(["pr", "create", "-t", "T", "-b", "Given"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: "Changed\n\n## Summary" } }]);
});

test("command.before cannot make another command of it, and is not asked about what passes", async () => {
  const argv = ["gh", "repo", "delete", "octo/demo", "--yes"];
  const { gh } = await withProgram("command.before", answers({ payload: { argv } }));
  const run = await gh(["pr", "create", "-t", "T", "-b", "Given"]);
  expect(run).toMatchObject({ status: 128, sent: [] });
  expect(run.stderr).toContain("it may change what follows 'gh pr create', and nothing before");
  expect((await gh(["--version"])).status).toBe(0);
});
