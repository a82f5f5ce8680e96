/** GitHub shows a pull request as an issue, too: a body for such a number is a description, or it is not. */
import { expect, test } from "vitest";
import { described, policyConfig } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const issues = "repos/octo/demo/issues";
const edit = (number: number | string): string[] => [
  "api",
  "-XPATCH",
  `${issues}/${number}`,
  "-f",
  "body=Body",
];

test("GitHub is asked which it is", async () => {
  const { gh, server } = await withGithub(policyConfig());
  const pull = await gh(edit(7));
  expect(pull.sent, pull.stderr).toEqual([{ what: `PATCH ${issues}/7`, body: { body: described("Body") } }]);
  expect(server.seen).toEqual([`GET ${issues}/7`, `PATCH ${issues}/7`]);
  expect((await gh(edit(8))).sent).toEqual([{ what: `PATCH ${issues}/8`, body: { body: "Body" } }]);
  // Placeholders and other flags stay what they are.
  const words = [
    "api",
    "--method=PATCH",
    "repos/{owner}/{repo}/issues/7",
    "--input",
    "-",
    "--hostname=github.localhost",
  ];
  const input = await gh(words, { stdin: '{"body":"Body","state":"closed"}' });
  expect(input.sent, input.stderr).toMatchObject([{ body: { body: described("Body"), state: "closed" } }]);
});

test("without a body, or without a rule for descriptions, nobody is asked", async () => {
  const { gh, server } = await withGithub(policyConfig());
  const run = await gh(["api", "-XPATCH", `${issues}/7`, "-f", "labels[]=bug"]);
  expect(run.sent).toMatchObject([{ body: { labels: ["bug", "agent", "größe"] } }]);
  expect(server.seen).toEqual([`PATCH ${issues}/7`]);
  const labels =
    "extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: house.labels\n      hook: issue.labels.finalize\n";
  const effect = "      effects: [{ type: list.appendUnique, path: labels, values: [agent] }]\n";
  const house = await withGithub("version: 1\nplugins:\n  dirs: [house]\n", {
    "interlock/house/plugin.yaml": labels + effect,
  });
  await house.gh(edit(7));
  expect(house.server.seen).toEqual([`PATCH ${issues}/7`]);
});

test("where GitHub does not tell, a line says so, and gh.strict refuses", async () => {
  const says =
    "whether this is a pull request, whose description it would be: use repos/OWNER/NAME/pulls/NUMBER";
  const { gh } = await withGithub(policyConfig());
  const run = await gh(edit(404));
  expect(run.sent).toMatchObject([{ body: { body: "Body" } }]);
  expect(run.stderr).toBe(`interlock: not checked: ${says}\n`);
  const strict = await withGithub(policyConfig("gh:\n  strict: true\n"));
  const refused = await strict.gh(edit(404));
  expect(refused).toMatchObject({ status: 1, sent: [] });
  expect(refused.stderr).toContain(says);
});

test.each<[string[], string?]>([
  [["issue", "edit", "9", "-b", "Body"]],
  [["issue", "edit", "#9", "-F", "-"], "Body"],
  [["issue", "edit", "-R", "octo/demo", "--body=Body", "--", "http://github.localhost/octo/demo/issues/9"]],
])("gh %j changes the description of a pull request", async (words, stdin = "") => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(words, { stdin });
  expect(run.sent, run.stderr).toMatchObject([
    { what: "updatePullRequest", body: { body: described("Body") } },
  ]);
  expect(run.stderr).not.toContain("interlock");
});

test("the body of an issue stays, and where GitHub does not tell which it is, a line says so", async () => {
  const { gh, server } = await withGithub(policyConfig());
  const issue = await gh(["issue", "edit", "7", "-b", "Body"]);
  expect(issue.sent, issue.stderr).toMatchObject([{ what: "updateIssue", body: { body: "Body" } }]);
  expect(issue.stderr).not.toContain("interlock");
  await gh(["issue", "edit", "9", "--add-label", "bug"]);
  expect(server.seen.filter((each) => each === "query IssueByNumber")).toHaveLength(1);
  const unknown = await gh(["issue", "edit", "nine", "-b", "Body"]);
  expect(unknown.sent).toEqual([]);
  expect(unknown.stderr).toContain(
    "not checked: whether this is a pull request, whose description it would be: use gh pr edit\n",
  );
});
