/** `when.remote` compares the repository that a line is about, whichever way it is named. */
import { expect, test } from "vitest";
import { withGithub } from "./with-github.ts";

/** The repository of the tests is github.localhost/octo/demo. */
function house(remote: string, more = ""): [config: string, files: { [path: string]: string }] {
  const hook = (id: string, point: string): string =>
    `    - id: house.${id}\n      hook: ${point}\n      when: { remote: ["${remote}"] }\n`;
  const effect = (text: string): string => `      effects: [{ type: text.ensureSuffix, value: ${text} }]\n`;
  const plugin =
    "extensions:\n  hookApiVersion: 1\n  hooks:\n" +
    hook("description", "pull_request.description.finalize") +
    effect("Ours") +
    hook("message", "commit.message.finalize") +
    effect("Ours");
  return [`version: 1\nplugins:\n  dirs: [house]\n${more}`, { "interlock/house/plugin.yaml": plugin }];
}

const acme = "github.localhost/acme/*";
const demo = "github.localhost/octo/demo";
const body = ["-f", "body=B"];
const onBranch = (repository: string): string =>
  `query=mutation { createCommitOnBranch(input: {branch: {repositoryNameWithOwner: "${repository}"}, message: {headline: "H"}}) { clientMutationId } }`;

interface Line {
  words: string[];
  env?: { [name: string]: string };
  remote: string;
  /** Does the rule see it? */
  sees: boolean;
}

const lines: Line[] = [
  { words: ["api", "repos/acme/x/pulls", ...body], remote: acme, sees: true },
  { words: ["api", "repos/other/x/pulls", ...body], remote: acme, sees: false },
  { words: ["api", "repos/acme/x/pulls", ...body], remote: demo, sees: false },
  { words: ["api", "repos/%61cme/x%2Dy/pulls", ...body], remote: "github.localhost/acme/x-y", sees: true },
  { words: ["api", "repos/x/../acme/y/pulls", ...body], remote: acme, sees: true },
  { words: ["api", "repos/{owner}/{repo}/pulls", ...body], remote: demo, sees: true },
  { words: ["api", "repos/:owner/:repo/pulls", ...body], remote: demo, sees: true },
  { words: ["api", "repos/{owner}/lit/pulls", ...body], remote: "github.localhost/octo/lit", sees: true },
  {
    words: ["api", "repos/{owner}/{repo}/pulls", ...body],
    env: { GH_REPO: "acme/x" },
    remote: acme,
    sees: true,
  },
  {
    words: ["api", "repos/{owner}/{repo}/pulls", ...body],
    env: { GH_REPO: "acme/x" },
    remote: demo,
    sees: false,
  },
  // A repository that is spelled out does not ask GH_REPO.
  { words: ["api", "repos/octo/demo/pulls", ...body], env: { GH_REPO: "acme/x" }, remote: demo, sees: true },
  // The host of GH_REPO is not where the request goes.
  {
    words: ["api", "repos/{owner}/{repo}/pulls", ...body],
    env: { GH_REPO: "ghe.example.org/acme/x" },
    remote: acme,
    sees: true,
  },
  { words: ["api", "http://api.github.localhost/repos/acme/x/pulls", ...body], remote: acme, sees: true },
  {
    words: ["api", "repos/acme/x/pulls", "--hostname", "github.localhost", ...body],
    env: { GH_HOST: "ghe.example.org", GH_ENTERPRISE_TOKEN: "x" },
    remote: acme,
    sees: true,
  },
  { words: ["api", "graphql", "-f", onBranch("acme/x")], remote: acme, sees: true },
  { words: ["api", "graphql", "-f", onBranch("octo/demo")], remote: acme, sees: false },
  { words: ["pr", "create", "-R", "acme/x", "-H", "t", "-t", "T", "-b", "B"], remote: acme, sees: true },
  { words: ["pr", "edit", "http://github.localhost/acme/x/pull/7", "-b", "B"], remote: acme, sees: true },
  { words: ["pr", "edit", "7", "-b", "B"], env: { GH_REPO: "acme/x" }, remote: acme, sees: true },
  // gh 2.23 has no ear for GH_REPO here.
  { words: ["pr", "create", "-t", "T", "-b", "B"], env: { GH_REPO: "acme/x" }, remote: demo, sees: true },
];

test.each(lines)("gh $words $env under $remote: $sees", async ({ words, env = {}, remote, sees }) => {
  const { gh } = await withGithub(...house(remote));
  const run = await gh(words, { env });
  expect(run.sent, run.stderr).toHaveLength(1);
  expect(JSON.stringify(run.sent).includes("Ours")).toBe(sees);
  expect(run.stderr).not.toContain("not checked");
});

const byNumber: [string, string[]][] = [
  ["a numeric id", ["api", "repositories/12/pulls", ...body]],
  [
    "an id of GraphQL",
    [
      "api",
      "graphql",
      "-f",
      'query=mutation { createPullRequest(input: {repositoryId: "R", body: "B"}) { clientMutationId } }',
    ],
  ],
];

test.each(byNumber)(
  "%s says nothing of the repository: the one here counts, with a line about it",
  async (_, words) => {
    const { gh } = await withGithub(...house(demo));
    const run = await gh(words);
    expect(JSON.stringify(run.sent)).toContain("Ours");
    expect(run.stderr).toBe(
      "interlock: not checked: which repository this goes to, and a rule asks for it ('when.remote'): name it as repos/OWNER/NAME\n",
    );
    const strict = await withGithub(...house(demo, "gh:\n  strict: true\n"));
    const refused = await strict.gh(words);
    expect(refused.sent).toEqual([]);
    expect(refused.stderr).toContain("no rule can be applied to this: which repository this goes to");
    expect(refused.status).toBe(1);
  },
);

test("the only host that gh is logged in to is the one it asks", async () => {
  const { gh, box } = await withGithub(...house("ghe.example.org/acme/*"));
  box.write("home/.config/gh/hosts.yml", "ghe.example.org:\n    user: ann\n    oauth_token: x\n");
  const env = { INTERLOCK_DRY_RUN: "json", GH_HOST: "" };
  const run = await gh(["api", "repos/acme/x/pulls", ...body], { env });
  expect(JSON.parse(run.stdout)).toMatchObject({ message: { after: "B\n\nOurs" } });
});

test.each([
  ["acme/x", acme, true],
  ["acme/x", demo, false],
])("in an editor, --repo %s under %s: %s", async (repo, remote, sees) => {
  const { box, server, installed } = await withGithub(...house(remote));
  const editor = box.write("editor.sh", "#!/bin/sh\nprintf 'Typed' > \"$1\"\n");
  const words = ["pr", "create", "-t", "T", "-R", repo, "-H", "octo:new-topic_1"];
  const steps: [string, string][] = [
    ["Body", "e"],
    ["next?", "\r"],
  ];
  const env = { ...installed.env, GH_EDITOR: `sh ${editor}` };
  const { screen } = await box.ghOnTerminal(server, words, steps, env, installed.program);
  expect(server.sent, screen).toMatchObject([{ body: { body: sees ? "Typed\n\nOurs" : "Typed" } }]);
});
