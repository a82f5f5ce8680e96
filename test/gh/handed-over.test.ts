/** What the rules saw is what is sent, even if a file changes before gh could read it. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { described, labelled, policyConfig, signed } from "./policy.ts";
import { withGithub } from "./with-github.ts";

/** Files of the repository, each of which a gh in between exchanges before the real one starts. */
const files: { [name: string]: string } = {
  "body.md": "Judged body",
  "kept.md": described("Judged body"),
  "pull.json": '{"title":"T","body":"Judged body"}',
  label: "bug",
  message: "Judged subject\n\nJudged body",
  "query.graphql": 'mutation { createPullRequest(input: {body: "Judged body"}) { clientMutationId } }',
};

const pulls = "repos/octo/demo/pulls";
const cases: [words: string[], sends: object][] = [
  [["pr", "create", "-t", "T", "-F", "body.md"], { body: described("Judged body") }],
  // Nothing to change is no reason to read it again.
  [["pr", "create", "-t", "T", "-F", "kept.md"], { body: described("Judged body") }],
  [["pr", "edit", "7", "--body-file=kept.md"], { body: described("Judged body") }],
  [["pr", "merge", "7", "-s", "-t", "S", "-F", "body.md"], { commitBody: signed("Judged body") }],
  [["api", pulls, "-F", "body=@body.md"], { body: described("Judged body") }],
  [["api", pulls, "-F", "body=@kept.md"], { body: described("Judged body") }],
  [["api", pulls, "--input", "pull.json"], { title: "T", body: described("Judged body") }],
  [["api", "repos/octo/demo/issues", "-F", "labels[]=@label"], { labels: labelled(["bug"], [], "") }],
  [
    [
      "api",
      "repos/octo/demo/issues",
      "-f",
      "labels[]=agent",
      "-F",
      "labels[]=@label",
      "-f",
      "labels[]=größe",
    ],
    { labels: ["agent", "größe", "bug"] },
  ],
  [
    ["api", "-XPUT", "repos/octo/demo/contents/a", "-F", "message=@message"],
    { message: signed(files["message"] as string) },
  ],
  [
    ["api", "graphql", "-F", "query=@query.graphql"],
    {
      query: (files["query.graphql"] as string).replace('"Judged body"', () =>
        JSON.stringify(described("Judged body")),
      ),
    },
  ],
];

test.each(cases)("gh %j", async (words, sends) => {
  const { gh, box, installed } = await withGithub(policyConfig());
  for (const [name, content] of Object.entries(files)) box.write(join("repo", name), content);
  const names = Object.keys(files).join(" ");
  const between = box.write(
    "between/gh",
    `#!/bin/sh\nfor f in ${names}; do echo swapped > $f; done\nexec /usr/bin/gh "$@"\n`,
  );
  chmodSync(between, 0o755);
  const path = (installed.env["PATH"] as string).replace(":", `:${join(box.folder, "between")}:`);
  const run = await gh(words, { env: { PATH: path } });
  expect(run.sent, run.stderr).toMatchObject([{ body: sends }]);
  expect(run.stderr).not.toContain("interlock");
});

test("a request from a file says how long it is, as gh says it, changed or not", async () => {
  const { gh, box, server } = await withGithub(policyConfig());
  for (const body of ["Body", described("Body")]) {
    box.write("repo/pull.json", JSON.stringify({ body }));
    const run = await gh(["api", pulls, "--input", "pull.json"]);
    expect(run.sent, run.stderr).toMatchObject([{ body: { body: described("Body") } }]);
    expect(server.lengths).toEqual([String(JSON.stringify({ body: described("Body") }).length)]);
  }
});

test("what no rule sees stays gh's to read", async () => {
  const { gh, box } = await withGithub(policyConfig());
  const content = "x".repeat(300_000);
  box.write("repo/content", content);
  const words = ["api", "-XPUT", "repos/octo/demo/contents/a", "-f", "message=M", "-F", "content=@content"];
  const run = await gh(words);
  expect(run.sent, run.stderr).toMatchObject([{ body: { message: signed("M"), content } }]);
});

test.each([
  [["-F", "labels[]=@-", "-f", "title=T"], { title: "T", labels: labelled(["bug"], [], "") }],
  [["-f", "labels[]=agent", "-F", "labels[]=@-", "-F", "n=12"], { n: 12, labels: ["agent", "bug", "größe"] }],
  [["-f", "labels[]=bug", "-f", "labels[]"], { labels: ["agent", "größe"] }],
])("labels as gh api takes them: %j", async (words, sends) => {
  const { gh, box, server } = await withGithub(policyConfig());
  const line = ["api", "repos/octo/demo/issues", ...words];
  // Where gh alone sends two of them, we send these two, too.
  server.begin();
  await box.gh(server, line, { stdin: "bug" });
  const alone = (server.sent as { body: { labels: string[] } }[]).flatMap(({ body }) => body.labels);
  const run = await gh(line, { stdin: "bug" });
  expect(run.sent, run.stderr).toMatchObject([{ body: sends }]);
  expect((sends as { labels: string[] }).labels).toEqual(labelled(alone, [], ""));
});

test("standard input for two fields is refused by gh itself", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(["api", pulls, "-F", "title=@-", "-F", "body=@-"], { stdin: "Body" });
  expect(run.sent).toEqual([]);
  expect(run.stderr).toContain("file already closed");
});
