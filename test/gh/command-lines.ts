/**
 * Command lines of gh and what they send, with nothing in between. Texts that a rule may change occur once in a line's
 * requests, so that a change can be told from all else.
 */
import type { Sent } from "./github-server.ts";

export interface GhCase {
  /** Words, or a line without quotes in it. */
  words: string | string[];
  /** In order of name: gh sends some at the same time. */
  sends: Sent[];
  /** Part of what gh says when it sends nothing. */
  says?: string;
  stdin?: string;
  env?: { [name: string]: string };
  /** Lines of `aliases:` in gh's config file. */
  aliases?: string[];
  /** Two commits on the branch instead of one. */
  twoCommits?: boolean;
  mergeState?: string;
}

/** What lies in the folder that the commands run in. */
export const caseFiles: { [name: string]: string } = {
  "body.md": "From a file.\n\nMore of it.\n",
  "empty.md": "",
  label: "bug",
  "utf8.md": "Grüße „an“ 🎉\n",
  "pull.json":
    '{\n  "title": "From JSON",\n  "body": "JSON \\u00e9 body",\n  "head": "new-topic_1", "id": 12345678901234567890\n}\n',
  "issue.json": '{"title":"I","labels":["bug"]}',
  "commit.json": '{"message":"Commit by file\\n\\nIts body","tree":"abc"}',
  "query.graphql":
    "mutation($input: UpdatePullRequestInput!) { updatePullRequest(input: $input) { clientMutationId } }",
  "graphql.json":
    '{"query":"mutation($b: String!) { createPullRequest(input: {body: $b}) { clientMutationId } }","variables":{"b":"In variables"}}',
  "not.json": "body: yaml",
};

const pull = {
  baseRefName: "main",
  draft: false,
  headRefName: "new-topic_1",
  maintainerCanModify: true,
  repositoryId: "REPO",
};

function opened(body: string, more: object = {}): Sent {
  return { what: "createPullRequest", body: { ...pull, title: "T", body, ...more } };
}

function labelled(...names: string[]): Sent {
  const labelIds = names.map((name) => `LABEL ${name}`);
  return { what: "updatePullRequest", body: { pullRequestId: "ITEM", labelIds } };
}

function issue(body: string, labels: string[] | null): Sent {
  const bare = { repositoryId: "REPO", title: "T", body };
  if (labels === null) return { what: "createIssue", body: bare };
  const labelIds = labels.map((name) => `LABEL ${name}`);
  return { what: "createIssue", body: { ...bare, assigneeIds: null, projectIds: null, labelIds } };
}

function edited(change: object): Sent {
  return { what: "updatePullRequest", body: { pullRequestId: "ITEM", ...change } };
}

function editedIssue(change: object): Sent {
  return { what: "updateIssue", body: { id: "ITEM", ...change } };
}

function moved(what: "add" | "remove", ...names: string[]): Sent {
  const labelIds = names.map((name) => `LABEL ${name}`);
  const mutation = what === "add" ? "addLabelsToLabelable" : "removeLabelsFromLabelable";
  return { what: mutation, body: { labelableId: "ITEM", labelIds } };
}

function merged(change: object, what = "mergePullRequest"): Sent {
  return { what, body: { pullRequestId: "ITEM", ...change } };
}

function rest(what: string, body: unknown): Sent {
  return { what, body };
}

const oneBody = "Because it was missing.\n\nReviewed-by: Bo\n";
const oneTitle = { title: "Add one, and more" };
const pulls = "repos/{owner}/{repo}/pulls";
const literal =
  'mutation { createPullRequest(input: {title: "LT", body: "Literal \\"body\\""}) { clientMutationId } }';
const onBranch =
  'mutation { createCommitOnBranch(input: {message: {headline: "Head line", body: "Commit body"}}) { clientMutationId } }';

export const prCreateCases: GhCase[] = [
  { words: "pr create -t T -b Body", sends: [opened("Body")] },
  { words: "pr create --title T --body Body", sends: [opened("Body")] },
  { words: "pr create --title=T --body=Body", sends: [opened("Body")] },
  { words: "pr create -t=T -b=Body", sends: [opened("Body")] },
  { words: "pr create -tT -bBody", sends: [opened("Body")] },
  { words: "pr create -dt T -bBody", sends: [opened("Body", { draft: true })] },
  { words: "pr create --draft=false -t T -b Body", sends: [opened("Body")] },
  { words: "pr new -t T -b Body", sends: [opened("Body")] },
  { words: "pr create -t T -b first -b Body", sends: [opened("Body")] },
  {
    words: ["pr", "create", "-t", "T", "-b", "Line one\n\nLine two\n"],
    sends: [opened("Line one\n\nLine two\n")],
  },
  { words: ["pr", "create", "-t", "T", "-b", "Grüße 🎉"], sends: [opened("Grüße 🎉")] },
  { words: ["pr", "create", "-t", "T", "-b", "--fill"], sends: [opened("--fill")] },
  { words: "pr create -t T --body=", sends: [opened("")] },
  { words: "pr create -t T -b=", sends: [opened("=")] },
  { words: "pr create -t T -F body.md", sends: [opened("From a file.\n\nMore of it.\n")] },
  { words: "pr create -t T --body-file=utf8.md", sends: [opened("Grüße „an“ 🎉\n")] },
  { words: "pr create -t T -F empty.md", sends: [opened("")] },
  { words: "pr create -t T -F -", stdin: "From standard input\n", sends: [opened("From standard input\n")] },
  { words: "pr create -t T -b Argument -F body.md", sends: [opened("From a file.\n\nMore of it.\n")] },
  { words: "pr create --fill", sends: [opened(oneBody, oneTitle)] },
  { words: "pr create -f --base main", sends: [opened(oneBody, oneTitle)] },
  { words: "pr create -f -b Body", sends: [opened("Body", oneTitle)] },
  { words: "pr create -f -t T", sends: [opened(oneBody)] },
  {
    words: "pr create --fill",
    twoCommits: true,
    sends: [opened("- Add one, and more\n- Add two\n", { title: "new topic 1" })],
  },
  {
    words: "pr -R octo/demo create -t T -b Body -H topic",
    sends: [opened("Body", { headRefName: "topic" })],
  },
  {
    words: "--repo octo/demo pr create -t T -b Body -H topic",
    sends: [opened("Body", { headRefName: "topic" })],
  },
  {
    words: "pr create -Rocto/demo -t T -b Body -H me:topic",
    sends: [opened("Body", { headRefName: "me:topic" })],
  },
  { words: "-t T pr -b Body create", sends: [opened("Body")] },
  { words: "pr create -t T -b Body -l bug", sends: [opened("Body"), labelled("bug")] },
  {
    words: ["pr", "create", "-t", "T", "-b", "Body", "-l", 'bug,"a,b"', "--label=help wanted"],
    sends: [opened("Body"), labelled("bug", "a,b", "help wanted")],
  },
  { words: "pr create --fill --web=false", sends: [opened(oneBody, oneTitle)] },
  // What gh refuses, before anything is sent.
  { words: "pr create -t T", sends: [], says: "must provide `--title` and `--body`" },
  { words: "pr create -t T -F missing.md", sends: [], says: "no such file" },
  { words: "pr create -t T -b Body extra", sends: [], says: "unknown argument" },
  { words: "pr create -t T --bod Body", sends: [], says: "unknown flag: --bod" },
  { words: "pr create -t T -b", sends: [], says: "flag needs an argument" },
  { words: 'pr create -t T -b Body -l a"b', sends: [], says: 'bare " in non-quoted' },
  { words: "pr create -t T -b Body -l nolabel", sends: [], says: "could not add label" },
  { words: "pr create --help", sends: [], says: "" },
];

export const editCases: GhCase[] = [
  { words: "pr edit 7 -b Body", sends: [edited({ body: "Body" })] },
  { words: "pr edit -b Body", env: {}, sends: [], says: "no pull requests found" },
  { words: "pr edit 7 -F -", stdin: "By stdin", sends: [edited({ body: "By stdin" })] },
  { words: "pr edit 7 --title New", sends: [edited({ title: "New" })] },
  { words: "pr edit 7 --add-label bug", sends: [moved("add", "bug")] },
  {
    words: "pr edit 7 -bBody --add-label bug --remove-label agent",
    sends: [moved("add", "bug"), moved("remove", "agent"), edited({ body: "Body" })],
  },
  { words: "pr edit 7 -b Body -F body.md", sends: [], says: "specify only one of" },
  { words: "issue create -t T -b Body", sends: [issue("Body", null)] },
  { words: "issue new -t T -bBody -l bug", sends: [issue("Body", ["bug"])] },
  {
    words: "issue create -t T -F body.md -l bug,agent",
    sends: [issue(caseFiles["body.md"] as string, ["bug", "agent"])],
  },
  { words: "issue -R octo/demo create -t T -b Body", sends: [issue("Body", null)] },
  { words: "issue create -t T -b Body", env: { GH_REPO: "octo/demo" }, sends: [issue("Body", null)] },
  { words: "issue edit 7 -b Body", sends: [editedIssue({ body: "Body" })] },
  { words: "issue edit 7 --add-label bug,agent", sends: [moved("add", "bug", "agent")] },
  { words: "issue edit 7 --remove-label agent", sends: [moved("remove", "agent")] },
  // Comments and reviews are no descriptions.
  {
    words: "pr comment 7 -b Body",
    sends: [{ what: "addComment", body: { subjectId: "ITEM", body: "Body" } }],
  },
  {
    words: "pr review 7 --comment -b Body",
    sends: [
      { what: "addPullRequestReview", body: { pullRequestId: "ITEM", event: "COMMENT", body: "Body" } },
    ],
  },
];

const squash = { mergeMethod: "SQUASH" };
export const mergeCases: GhCase[] = [
  {
    words: "pr merge 7 -s -t Subject -b Body",
    sends: [merged({ ...squash, commitHeadline: "Subject", commitBody: "Body" })],
  },
  { words: "pr merge 7 --squash --body=Body", sends: [merged({ ...squash, commitBody: "Body" })] },
  { words: "pr merge 7 -sF body.md", sends: [merged({ ...squash, commitBody: caseFiles["body.md"] })] },
  { words: "pr merge 7 -m", sends: [merged({ mergeMethod: "MERGE" })] },
  { words: "pr merge 7 -mb Body", sends: [merged({ mergeMethod: "MERGE", commitBody: "Body" })] },
  { words: "pr merge 7 -r", sends: [merged({ mergeMethod: "REBASE" })] },
  {
    words: "pr merge 7 -s --auto -b Body",
    mergeState: "BLOCKED",
    sends: [merged({ ...squash, commitBody: "Body" }, "enablePullRequestAutoMerge")],
  },
  { words: "pr merge 7 -sm", sends: [], says: "only one of --merge" },
];

const ann = ["api", pulls, "-f", "head=new-topic_1"];
export const apiCases: GhCase[] = [
  {
    words: [...ann, "-f", "title=T", "-f", "body=Body"],
    sends: [rest("POST repos/octo/demo/pulls", { head: "new-topic_1", title: "T", body: "Body" })],
  },
  {
    words: [
      "api",
      "-X",
      "POST",
      "/repos/octo/demo/pulls",
      "-F",
      "body=@body.md",
      "-F",
      "draft=true",
      "-F",
      "n=12",
    ],
    sends: [rest("POST repos/octo/demo/pulls", { body: caseFiles["body.md"], draft: true, n: 12 })],
  },
  {
    words: [...ann, "--field", "body=@-"],
    stdin: "Field by stdin",
    sends: [rest("POST repos/octo/demo/pulls", { head: "new-topic_1", body: "Field by stdin" })],
  },
  {
    words: "api repos/:owner/:repo/pulls --input pull.json",
    sends: [rest("POST repos/octo/demo/pulls", JSON.parse(caseFiles["pull.json"] as string))],
  },
  {
    words: "api -XPATCH repos/octo/demo/pulls/7 --input -",
    stdin: '{"body":"Input body"}',
    sends: [rest("PATCH repos/octo/demo/pulls/7", { body: "Input body" })],
  },
  {
    words: ["api", "repos/octo/demo/pulls/7", "--method=PATCH", "--raw-field=body=Body"],
    sends: [rest("PATCH repos/octo/demo/pulls/7", { body: "Body" })],
  },
  {
    words: ["api", "repos/octo/demo/issues", "-f", "title=T", "-f", "labels[]=bug", "-f", "labels[]=a,b"],
    sends: [rest("POST repos/octo/demo/issues", { title: "T", labels: ["bug", "a,b"] })],
  },
  {
    words: ["api", "repos/octo/demo/issues", "-f", "title=T", "-F", "labels[]=@label", "-f", "labels[]=a,b"],
    sends: [rest("POST repos/octo/demo/issues", { title: "T", labels: ["a,b", "bug"] })],
  },
  {
    words: ["api", "graphql", "-F", "query=@query.graphql", "-F", "input[body]=@utf8.md", "-F", "input[n]=1"],
    sends: [{ what: "updatePullRequest", body: { body: "Grüße „an“ 🎉\n", n: 1 } }],
  },
  {
    words: "api repos/octo/demo/issues --input issue.json",
    sends: [rest("POST repos/octo/demo/issues", { title: "I", labels: ["bug"] })],
  },
  {
    words: ["api", "repos/octo/demo/issues/7/labels", "-f", "labels[]=bug"],
    sends: [rest("POST repos/octo/demo/issues/7/labels", { labels: ["bug"] })],
  },
  {
    words: [
      "api",
      "-X",
      "PUT",
      "repos/octo/demo/contents/a.txt",
      "-f",
      "message=Change a",
      "-f",
      "content=YQ==",
    ],
    sends: [rest("PUT repos/octo/demo/contents/a.txt", { message: "Change a", content: "YQ==" })],
  },
  {
    words: "api repos/octo/demo/git/commits --input commit.json",
    sends: [rest("POST repos/octo/demo/git/commits", { message: "Commit by file\n\nIts body", tree: "abc" })],
  },
  {
    words: [
      "api",
      "-XPUT",
      "repos/octo/demo/pulls/7/merge",
      "-f",
      "commit_title=CT",
      "-f",
      "commit_message=CM",
    ],
    sends: [rest("PUT repos/octo/demo/pulls/7/merge", { commit_title: "CT", commit_message: "CM" })],
  },
  {
    words: ["api", "repos/octo/demo/merges", "-f", "base=main", "-f", "commit_message=Merge it"],
    sends: [rest("POST repos/octo/demo/merges", { base: "main", commit_message: "Merge it" })],
  },
  {
    words: ["api", "graphql", "-f", `query=${literal}`],
    sends: [{ what: "createPullRequest", body: { query: literal } }],
  },
  {
    words: ["api", "graphql", "-f", `query=${onBranch}`],
    sends: [{ what: "createCommitOnBranch", body: { query: onBranch } }],
  },
  {
    words: [
      "api",
      "graphql",
      "-F",
      "query=@query.graphql",
      "-f",
      "input[body]=Nested",
      "-f",
      "input[pullRequestId]=P",
    ],
    sends: [{ what: "updatePullRequest", body: { body: "Nested", pullRequestId: "P" } }],
  },
  {
    words: "api graphql --input graphql.json",
    sends: [{ what: "createPullRequest", body: JSON.parse(caseFiles["graphql.json"] as string) }],
  },
  // None of ours, or nothing at all.
  { words: ["api", "-X", "GET", "repos/octo/demo/pulls", "-f", "state=open"], sends: [] },
  {
    words: ["api", "repos/octo/demo/issues/7/comments", "-f", "body=Comment"],
    sends: [rest("POST repos/octo/demo/issues/7/comments", { body: "Comment" })],
  },
  { words: [...ann, "-f", "body"], sends: [], says: "invalid key" },
  { words: [...ann, "-f", "body=B", "-f", "body[]=C"], sends: [], says: "expected array type" },
  {
    words: ["api", "repos/octo/demo/issues", "-f", "labels=x", "-F", "labels[]=bug"],
    sends: [],
    says: "expected array type",
  },
  { words: [...ann, "-F", "body=@missing"], sends: [], says: "no such file" },
];

export const aliasCases: GhCase[] = [
  { words: "mk", aliases: ["mk: pr create -t T -b Aliased"], sends: [opened("Aliased")] },
  { words: "mk -b Body", aliases: ["mk: pr create -t T"], sends: [opened("Body")] },
  { words: "say T Body", aliases: ["say: pr create -t $1 -b $2"], sends: [opened("Body")] },
  {
    words: ["say", "T", "two words"],
    aliases: ['say: pr create -t "$1" -b "$2"'],
    sends: [opened("two words")],
  },
  { words: "say T", aliases: ["say: pr create -t $1 -b $2"], sends: [], says: "not enough arguments" },
  { words: "sh Body", aliases: ["sh: '!gh pr create -t T -b \"$1\"'"], sends: [opened("Body")] },
  { words: "bug", aliases: ["bug: issue create -t T -b Body -l bug"], sends: [issue("Body", ["bug"])] },
  { words: "nothing", sends: [], says: "unknown command" },
];

export const allCases: GhCase[] = [...prCreateCases, ...editCases, ...mergeCases, ...apiCases, ...aliasCases];

export function wordsOf({ words }: GhCase): string[] {
  return typeof words === "string" ? words.split(" ") : words;
}
