/** Lines through interlock that the table does not have: long texts, pipes, parts that GitHub composes. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { whyNoMounts } from "../support/mounts.ts";
import { described, policyConfig, signed } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const create = ["pr", "create", "-t", "T"];

test("a description that is too long for an argument goes through standard input", async () => {
  const { gh, box } = await withGithub(policyConfig());
  const text = "ü".repeat(60_000);
  box.write("repo/long.md", text);
  const run = await gh([...create, "-F", "long.md"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: described(text) } }]);
});

test("a body from a pipe is read once", async () => {
  const { gh, box } = await withGithub(policyConfig("mode: report\n"));
  const pipe = join(box.folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const [run] = await Promise.all([gh([...create, "-F", pipe]), writeFile(pipe, "Through a pipe")]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: "Through a pipe" } }]);
});

test.each([
  ["changed", "", described("Input")],
  ["not changed", "mode: report\n", "Input"],
])("a request from a pipe is read once, and is %s", async (_, config, body) => {
  const { gh, box } = await withGithub(policyConfig(config));
  const pipe = join(box.folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const words = ["api", "repos/octo/demo/pulls"];
  const json = '{"title":"T","body":"Input"}';
  const [whole] = await Promise.all([gh([...words, "--input", pipe]), writeFile(pipe, json)]);
  expect(whole.sent, whole.stderr).toMatchObject([{ body: { title: "T", body } }]);
  const fields = ["-F", `title=@${pipe}`, "-f", "body=Input"];
  const [field] = await Promise.all([gh([...words, ...fields]), writeFile(pipe, "T")]);
  expect(field.sent, field.stderr).toMatchObject([{ body: { title: "T", body } }]);
});

test("a commit message that is too long for an argument goes through standard input", async () => {
  const { gh, box } = await withGithub(policyConfig());
  const text = `Subject\n\n${"x".repeat(120_000)}`;
  box.write("repo/message", text);
  const words = ["api", "-XPUT", "repos/octo/demo/contents/a", "-F", "message=@message"];
  const run = await gh(words);
  expect(run.sent, run.stderr).toMatchObject([{ body: { message: signed(text) } }]);
});

test("what another field takes from standard input is given back", async () => {
  const { gh } = await withGithub(policyConfig());
  const words = ["api", "repos/octo/demo/pulls", "-f", "body=Body", "-F", "title=@-"];
  const run = await gh(words, { stdin: "By stdin" });
  expect(run.sent, run.stderr).toMatchObject([{ body: { title: "By stdin", body: described("Body") } }]);
});

test("a new issue, and only a new one, gets labels that nobody asked for", async () => {
  const { gh } = await withGithub(policyConfig());
  const issues = "repos/octo/demo/issues";
  expect((await gh(["api", issues, "-f", "title=T"])).sent).toMatchObject([
    { body: { title: "T", labels: ["agent", "größe"] } },
  ]);
  expect((await gh(["api", "-XPATCH", `${issues}/7`, "-f", "title=T"])).sent).toEqual([
    { what: "PATCH repos/octo/demo/issues/7", body: { title: "T" } },
  ]);
  const pull = await gh([...create, "-b", "Body"]);
  expect(pull.sent.map(({ what }) => what)).toEqual(["createPullRequest"]);
});

test("a label that is there in other letters is not added", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(["api", "repos/octo/demo/issues", "-f", "labels[]=AGENT"]);
  expect(run.sent).toMatchObject([{ body: { labels: ["AGENT", "größe"] } }]);
});

test("createCommitOnBranch without a body gets one", async () => {
  const { gh } = await withGithub(policyConfig());
  const query = 'mutation { createCommitOnBranch(input: {message: {headline: "H"}}) { clientMutationId } }';
  const run = await gh(["api", "graphql", "-f", `query=${query}`]);
  expect(run.sent, run.stderr).toMatchObject([
    { body: { query: query.replace("{headline", '{body: "Policy: ours" headline') } },
  ]);
});

test("a part of a merge that GitHub composes is not made up", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(["pr", "merge", "7", "-s", "-t", "Subject"]);
  expect(run.sent).toMatchObject([{ body: { commitHeadline: "Subject" } }]);
  expect(run.sent).not.toMatchObject([{ body: { commitBody: expect.anything() } }]);
  expect(run.stderr).toContain(
    "interlock: not checked: GitHub composes the body of this merge, which a rule would change: give --body\n",
  );
});

/** An empty text that is given is a text: the rules see it, and it is what is sent. */
const empty: [words: string[], sends: object, stdin?: string][] = [
  [[...create, "-b", ""], { body: described("") }],
  [[...create, "-F", "empty.md"], { body: described("") }],
  [[...create, "-F", "-"], { body: described("") }, ""],
  [["pr", "edit", "7", "--body="], { body: described("") }],
  [["api", "repos/octo/demo/pulls", "-f", "body="], { body: described("") }],
  [["api", "repos/octo/demo/pulls", "-f", "title=T"], { title: "T", body: described("") }],
  [["api", "-XPATCH", "repos/octo/demo/pulls/7", "-f", "body="], { body: described("") }],
  [["pr", "merge", "7", "-s", "-b", ""], { mergeMethod: "SQUASH", commitBody: "Policy: ours" }],
  [
    ["pr", "merge", "7", "-m", "-t", "S", "-F", "empty.md"],
    { commitHeadline: "S", commitBody: "Policy: ours" },
  ],
  [
    ["api", "-XPUT", "repos/octo/demo/pulls/7/merge", "-f", "commit_message="],
    { commit_message: "Policy: ours" },
  ],
];

test.each(empty)("gh %j", async (words, sends, stdin = "") => {
  const { gh, box } = await withGithub(policyConfig());
  box.write("repo/empty.md", "");
  const run = await gh(words, { stdin });
  expect(run.sent, run.stderr).toMatchObject([{ body: sends }]);
  expect(run.stderr).not.toContain("not checked");
});

const byIds: [string, string][] = [
  ["createIssue", 'createIssue(input: {title: "T"})'],
  ["createIssue", 'createIssue(input: {title: "T", labelIds: ["x"]})'],
  ["updateIssue", 'updateIssue(input: {id: "I", labelIds: ["x"]})'],
  ["updatePullRequest", 'updatePullRequest(input: {pullRequestId: "P", labelIds: ["x"]})'],
  ["addLabelsToLabelable", 'addLabelsToLabelable(input: {labelableId: "P", labelIds: ["x"]})'],
];

test.each(byIds)(
  "labels by their ids pass with a line about it, or not under gh.strict: %s in %s",
  async (name, call) => {
    const words = ["api", "graphql", "-f", `query=mutation { ${call} { clientMutationId } }`];
    const { gh } = await withGithub(policyConfig());
    const run = await gh(words);
    expect(run.sent).toMatchObject([{ body: { query: words[3]?.slice(6) } }]);
    expect(run.stderr).toBe(`interlock: not checked: ${name}: 'labelIds': labels go by their ids here\n`);
    const strict = await withGithub(policyConfig("gh:\n  strict: true\n"));
    const refused = await strict.gh(words);
    expect(refused).toMatchObject({ status: 1, sent: [] });
    expect(refused.stderr).toContain("'labelIds': labels go by their ids here");
  },
);

/** On PATH, and on the default path. */
const noGit =
  '/usr/bin/mount --make-rprivate / && /usr/bin/mount --bind /dev/null /usr/bin/git && exec "$0" "$@"';

test.skipIf(whyNoMounts !== "")("without a git, nothing is asked of gh in its place", async () => {
  const { gh, box } = await withGithub(policyConfig());
  const log = join(box.folder, "log");
  box.write("bin/gh", `#!/bin/sh\necho "$@" >> ${log}\nexec /usr/bin/gh "$@"\n`);
  chmodSync(join(box.folder, "bin/gh"), 0o755);
  const words = ["-m", "/bin/sh", "-c", noGit, join(dist, "bin", "gh"), "pr", "create", "--fill"];
  const run = await gh(words, {
    program: "/usr/bin/unshare",
    env: { PATH: `${join(dist, "bin")}:${join(box.folder, "bin")}` },
  });
  expect(run.sent).toEqual([]);
  expect(run.stderr).toContain("not checked: what gh composes from the commits is not known");
  expect(readFileSync(log, "utf8")).toBe("version\npr create --fill\n");
});

test("an extension runs as it is, and what it asks of gh goes through the rules", async () => {
  const { gh, box } = await withGithub(policyConfig());
  const script = box.write(
    "home/.local/share/gh/extensions/gh-mine/gh-mine",
    '#!/bin/sh\nexec gh pr create -t T -b "$1"\n',
  );
  chmodSync(script, 0o755);
  const run = await gh(["mine", "Body"]);
  expect(run.sent, run.stderr).toMatchObject([{ body: { body: described("Body") } }]);
  expect(run.stderr).not.toContain("interlock");
});

test("--web passes with a line about it", async () => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh([...create, "-b", "Body", "--web"], { env: { BROWSER: "echo opened" } });
  expect(run.stderr).toMatch(
    /^interlock: not checked: the browser opens, and sends what is written there: leave out --web\n/,
  );
  expect(run.stdout).toContain("opened http");
});

test("without a rule for it, nothing is read", async () => {
  const { gh, box } = await withGithub("version: 1\n");
  box.write("repo/bytes", Buffer.from([0xff]));
  const run = await gh([...create, "-F", "bytes"]);
  expect(run.sent).toMatchObject([{ body: { body: "\ufffd" } }]);
  expect(run.stderr).not.toContain("interlock");
});

test("under INTERLOCK_DEBUG it says why a line is passed through", async () => {
  const { gh } = await withGithub(policyConfig());
  const env = { INTERLOCK_DEBUG: "1" };
  expect((await gh(["--version"], { env })).stderr).toBe(
    "interlock: passed through: gh sends no text of ours here\n",
  );
  expect((await gh(["pr", "--help", "create"], { env })).stderr).toBe(
    "interlock: passed through: it sends no description, label or commit message\n",
  );
});
