/** Requests of `gh api` through interlock: what no rule is about stays as it is, and what no rule can see is said. */
import { expect, test } from "vitest";
import { described, policyConfig } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const create =
  'mutation($b: String!) { createPullRequest(input: {title: "T", body: $b}) { clientMutationId } }';

const untouched: [title: string, words: string[], body: object][] = [
  [
    "a file in a list of objects",
    ["graphql", "-f", `query=${create}`, "-f", "b=B", "-f", "x[][a]=1", "-F", "x[][b]=@v"],
    { variables: { x: [{ a: "1", b: "value" }] } },
  ],
  [
    "a file with a NUL",
    ["graphql", "-f", `query=${create}`, "-f", "b=B", "-F", "other=@nul"],
    { variables: { b: described("B"), other: "a\0b" } },
  ],
  [
    "many long fields",
    ["graphql", "-f", `query=${create}`, "-f", "b=B"].concat(
      ...Array.from({ length: 25 }, (_, i) => ["-F", `f${i}=@long`]),
    ),
    { variables: { b: described("B"), f24: "x".repeat(110_000) } },
  ],
  [
    "a NUL in a field that a rule looks at",
    ["repos/octo/demo/pulls", "-F", "title=@nul", "-f", "body=B"],
    { title: "a\0b", body: described("B") },
  ],
];

test.each(untouched)("%s", async (_, words, body) => {
  const files = { "repo/v": "value", "repo/nul": "a\0b", "repo/long": "x".repeat(110_000) };
  const { gh } = await withGithub(policyConfig(), files);
  const run = await gh(["api", ...words]);
  expect(run.status, run.stderr).toBe(0);
  expect(run.stderr).not.toContain("interlock");
  expect(run.sent).toMatchObject([{ body }]);
});

const merge = "repos/octo/demo/pulls/7/merge";
const unseen: [words: string[], says: string][] = [
  [["-XPUT", merge], "GitHub composes the message of this merge"],
  [["-XPUT", `${merge}?commit_title=S`], "'commit_title' stands in the address"],
  [["-XDELETE", "repos/octo/demo/contents/a?sha=1&mess%61ge=M"], "'message' stands in the address"],
  [["repos/octo/demo/pulls", "--input", "p.json", "-f", "body=B"], "'body' stands in the address"],
  [["repos/octo/demo/pulls", "--input", "p.json", "-F", "x=@-"], "a field takes standard input"],
  [["repos/octo/demo/pulls", "-f", "body=B", "-H", "Content-Length: 12"], "its length is given in a header"],
];

test.each(unseen)("gh api %j passes with a line about it, or not under gh.strict", async (words, says) => {
  const files = { "repo/p.json": '{"title":"T"}' };
  const open = await withGithub(policyConfig(), files);
  expect((await open.gh(["api", ...words])).stderr).toContain(`interlock: not checked: ${says}`);
  const strict = await withGithub(policyConfig("gh:\n  strict: true\n"), files);
  const refused = await strict.gh(["api", ...words]);
  expect(refused).toMatchObject({ status: 1, sent: [] });
  expect(refused.stderr).toContain(`no rule can be applied to this: ${says}`);
});

test("an issue that becomes a pull request keeps its text", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(["api", "repos/octo/demo/pulls", "-F", "issue=5", "-f", "head=h"]);
  expect(run.sent, run.stderr).toEqual([
    { what: "POST repos/octo/demo/pulls", body: { issue: 5, head: "h" } },
  ]);
});

test("an edit that adds no label gets none", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(["pr", "edit", "7", "--add-label", ""]);
  expect(JSON.stringify(run.sent)).not.toContain("agent");
});

test("a variable of a text that stands elsewhere, too, is not changed", async () => {
  const { gh } = await withGithub(policyConfig());
  const twice = create.replace('"T"', "$b");
  const run = await gh(["api", "graphql", "-f", `query=${twice}`, "-f", "b=B"]);
  expect(run.sent).toMatchObject([{ body: { variables: { b: "B" } } }]);
  expect(run.stderr).toContain("not checked: the variable '$b' stands in other places, too");
  const [call] = /createPull.*?\}\) \{.*?\}/.exec(create) as RegExpExecArray;
  const alike = create.replace(call, `a: ${call} b: ${call}`);
  const both = await gh(["api", "graphql", "-f", `query=${alike}`, "-f", "b=B"]);
  expect(both.stderr).not.toContain("interlock");
  expect(both.sent[0]).toMatchObject({ body: { variables: { b: described("B") } } });
});
