/** What may hold a text of ours and cannot be read: it goes to GitHub as it is, with one line about it, or not at all. */
import { expect, test } from "vitest";
import type { GhOptions } from "./gh-sandbox.ts";
import type { GithubServer } from "./github-server.ts";
import { policyConfig } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const pulls = "repos/octo/demo/pulls";
const issues = "repos/octo/demo/issues";
const mutation = 'mutation { createPullRequest(input: {body: "B"}) { clientMutationId } }';
const inVariable = "mutation($i: I) { createPullRequest(input: $i) { clientMutationId } }";
const inAddress = `graphql?query=${encodeURIComponent(mutation)}`;
const body = ["-f", "body=B"];
const override = "X-HTTP-Method-Override: PUT";
const browser: GhOptions = { env: { BROWSER: "true" } };

interface Line {
  words: string[];
  says: string;
  options?: GhOptions;
}

const queryThere = "its query stands in the address: give it as a field, without --input";
const otherMethod = "a header says that another method is meant: give it as --method";
const noJson = (name: string): string =>
  `a header says that its body is no JSON in UTF-8: leave out '${name}'`;
const placeholder = "what a placeholder in its address stands for: write it out";
const inBrowser = "the browser opens, and sends what is written there: leave out --web";

const lines: Line[] = [
  { words: ["api", inAddress, "-XPOST"], says: queryThere },
  { words: ["api", inAddress, "-f", "x=1"], says: queryThere },
  { words: ["api", inAddress], says: queryThere },
  { words: ["api", "graphql?variables=x", "-f", `query=${mutation}`], says: queryThere },
  { words: ["api", "-XGET", "graphql", "-f", `query=${mutation}`], says: queryThere },
  {
    words: ["api", "graphql", "--input", "-", "-f", `query=${mutation}`],
    says: queryThere,
    options: { stdin: "{}" },
  },
  { words: ["api", `${pulls}/7/merge`, "-H", override, "-f", "commit_message=M"], says: otherMethod },
  { words: ["api", `${pulls}/7/merge`, "-H", override, "-XPOST"], says: otherMethod },
  { words: ["api", "repos/octo/demo/contents/a", "-H", "x-method-override:PUT", ...body], says: otherMethod },
  { words: ["api", "-XPUT", pulls, "-H", "X-HTTP-Method: POST", ...body], says: otherMethod },
  { words: ["api", "-XPUT", pulls, ...body], says: "'PUT' is no method that we know for this address" },
  { words: ["api", pulls, "-H", "Content-Type: text/plain", ...body], says: noJson("content-type") },
  {
    words: ["api", pulls, "-H", "Content-Encoding: gzip", "--input", "-"],
    says: noJson("content-encoding"),
    options: { stdin: '{"body":"B"}' },
  },
  { words: ["api", "repos/octo/demo/{branch}", ...body], says: placeholder },
  {
    words: ["api", "{owner}/{repo}/demo/pulls", ...body],
    says: placeholder,
    options: { env: { GH_REPO: "repos/octo" } },
  },
  {
    words: ["api", `${pulls}?x=1;body=Q`, "-f", "title=T"],
    says: "'body' stands in the address: give it as a field, without --input",
  },
  {
    words: ["api", pulls, "-F", "issue=5", "-f", "head=h", "-f", "base=main"],
    says: "the text of the issue becomes the description: open the pull request without 'issue'",
  },
  {
    words: ["api", pulls, "--input", "-"],
    says: "'body': it is no text",
    options: { stdin: '{"body":"half \\ud83c"}' },
  },
  { words: ["api", pulls, "-f", "[body]=B"], says: "'body': it is no text" },
  {
    words: ["api", issues, "-f", "labels[]=bug", "-f", "labels[][x]=y"],
    says: "'labels': it is an object and something else",
  },
  {
    words: ["api", "graphql", "-f", `query=${inVariable}`, "-f", "i[body]=B", "-F", "i=null"],
    says: "createPullRequest: 'body': 'i' is no object",
  },
  { words: ["api", "repos/octo/demo/git/commits", "-f", "message="], says: "the message is empty" },
  { words: ["issue", "create", "-t", "T", "-b", "B", "--web"], says: inBrowser, options: browser },
  { words: ["pr", "create", "-t", "T", "-b", "B", "-w", "-l", "bug"], says: inBrowser, options: browser },
];

/** Without what gh asks, and we with it. */
function changes({ requests }: GithubServer): string[] {
  const all = requests.map(({ line, text }) => `${line}\n${text}`);
  return all.filter(
    (each) => !each.startsWith("GET ") && !/graphql\n\{"query":"\s*(?:query|fragment)/.test(each),
  );
}

test.each(lines)("gh $words is sent as it is: $says", async ({ words, says, options = {} }) => {
  const { gh, box, server } = await withGithub(policyConfig());
  await box.gh(server, words, options);
  const alone = changes(server);
  const run = await gh(words, options);
  expect(changes(server), run.stderr).toEqual(alone);
  const told = run.stderr.split("\n").filter((line) => line.startsWith("interlock:"));
  expect(told).toEqual([`interlock: not checked: ${says}`]);
});

test.each(lines)("gh $words is refused under gh.strict", async ({ words, says, options = {} }) => {
  const { gh, server } = await withGithub(policyConfig("gh:\n  strict: true\n"));
  const run = await gh(words, options);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(`no rule can be applied to this: ${says}`);
  expect(changes(server)).toEqual([]);
});

/** None of these can change anything that a rule is for. */
const harmless: string[][] = [
  ["api", "-XGET", pulls, "-f", "body=x"],
  ["api", "-XDELETE", `${issues}/7/labels`],
  ["api", "graphql", "-H", "Content-Type: text/plain", "-f", "query={ viewer { login } }"],
  ["api", "graphql?query=%7Bviewer%7Blogin%7D%7D"],
  ["api", pulls, "-H", "X-HTTP-Method-Override: GET"],
  ["api", "-XPUT", `${pulls}/7/merge`, "-f", "merge_method=rebase"],
  [
    "api",
    "graphql",
    "-f",
    'query=mutation { mergePullRequest(input: {pullRequestId: "P", mergeMethod: REBASE}) { clientMutationId } }',
  ],
  ["api", "users/{owner}/x", "-f", "body=B"],
  ["api", "repos/octo/demo/git/refs/heads/{branch}", "-f", "sha=1"],
];

test.each(harmless)("gh %s %s %s passes under gh.strict, and nothing is said", async (...words) => {
  const { gh } = await withGithub(policyConfig("gh:\n  strict: true\n"));
  const run = await gh(words);
  expect(run).toMatchObject({ status: 0, stderr: "" });
});
