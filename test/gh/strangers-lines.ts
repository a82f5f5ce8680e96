/** Lines as somebody writes them who knows nothing of us: spellings of flags, files, aliases, repositories, variables. */
import { join } from "node:path";
import type { GhSandbox } from "./gh-sandbox.ts";

/** How often the policy is to be found in what is sent. */
export interface Expected {
  descriptions?: number;
  messages?: number;
  labels?: number;
}

export interface StrangersLine {
  words: string[];
  expected: Expected;
  stdin?: string;
  env?: { [name: string]: string };
  /** Lines of `aliases:` in gh's config file. */
  aliases?: string[];
  /** Changes the repository of this line alone. */
  prepare?: (box: GhSandbox) => void;
}

const pulls = "repos/octo/demo/pulls";
const issues = "repos/octo/demo/issues";
const one: Expected = { descriptions: 1 };
const message: Expected = { messages: 1 };
const labels: Expected = { labels: 1 };

function lines(expected: Expected, ...all: string[][]): StrangersLine[] {
  return all.map((words) => ({ words, expected }));
}

function query(text: string, ...more: string[]): string[] {
  return ["api", "graphql", "-f", `query=${text}`, ...more];
}

const inVariable = "mutation($i: I!) { createPullRequest(input: $i) { clientMutationId } }";

const spellings: StrangersLine[] = [
  ...lines(
    one,
    ["pr", "create", "-dtT", "-bB"],
    ["pr", "create", "-dfbB"],
    ["pr", "create", "-df=false", "-b", "B", "-t", "T"],
    ["pr", "create", "-d=true", "-t=T", "-b==B"],
    ["pr", "create", "-t", "T", "-b", "--"],
    ["pr", "create", "-t", "T", "-b", "B", "--"],
    ["pr", "create", "-t", "T", "-b", "a", "-F", "", "-b", "B"],
    ["pr", "create", "-t", "T", "-F", "./-"],
    ["pr", "create", "-t", "T", "-F=file.md"],
    ["pr", "create", "-t", "T", "-b", "\u001b[31m\u2028"],
    ["pr", "create", "-t", "T", "-b", "$(x) `y` {owner} @me"],
    ["pr", "create", "-t", "T", "-b", "B", "-l", ""],
    ["pr", "create", "-t", "T", "-b", "B", "-H", "octo:new-topic_1"],
    ["pr", "create", "-f", "-H", "other:new-topic_1", "-B", "main"],
    ["--title", "T", "pr", "create", "-b", "B"],
    ["-R=octo/demo", "pr", "create", "-t", "T", "-b", "B", "-H", "x"],
    ["pr", "-b", "create", "create", "-t", "T"],
    ["pr", "--help=false", "create", "-t", "T", "-b", "B"],
    ["pr", "edit", "-b", "B", "#7"],
    ["pr", "edit", "http://github.localhost/octo/demo/pull/7", "-b", "B"],
  ),
  ...lines(
    { descriptions: 1, labels: 1 },
    ["pr", "create", "-t", "T", "-b", "B", "-l", "bug,bug"],
    ["pr", "create", "-t", "T", "-b", "B", "-l", "bug", "-l", "", "--label", "agent"],
    ["pr", "create", "-t", "T", "-b", "B", '-lbug,"a,b"'],
    ["pr", "create", "-t", "T", "-b", "B", "-l", "bug\nagent"],
  ),
  ...lines(
    labels,
    ["issue", "edit", "--add-label", "bug", "7", "-R", "octo/demo"],
    ["issue", "create", "-t", "T", "-b", "B", "-l", "bug,"],
    ["issue", "create", "-t", "T", "-b", "B", "-l", "\r\nbug"],
  ),
  ...lines(
    message,
    ["pr", "merge", "7", "-s", "-t", "", "-b", "B"],
    ["pr", "merge", "-m", "7", "-t", "S\n\nline", "-b", "B"],
    ["pr", "merge", "7", "-m", "-t", "S", "-b", "B", "--admin"],
  ),
  { words: ["pr", "create", "-t", "T", "-F", "-", "-F", "-"], stdin: "S", expected: one },
];

const requests: StrangersLine[] = [
  ...lines(
    one,
    ["api", `//${pulls}/`, "-fbody=B"],
    ["api", `x/../${pulls}`, "-f=body=B"],
    ["api", "repos/octo/demo/%70ulls", "-f", "body=B"],
    ["api", `HTTP://u:p@api.github.localhost:80/${pulls}?a=b#c`, "-f", "body=B"],
    ["api", pulls, "-f", "body=B", "-F", "body=C"],
    ["api", pulls, "-iXPOST", "-fbody=[x]=y"],
    ["api", pulls, "-f", "body[=B"],
    ["api", pulls, "-F", "body=0x10"],
    ["api", pulls, "-F", "body={other} {Owner}"],
    ["api", pulls, "-f", "body=B", "-F", "n=null", "-f", "a[b][c]=d", "-F", "l[]=1", "-F", "l[]=x"],
    ["api", pulls, "-f", "body=B", "-f", "z[][a]=1", "-f", "z[][b]=2", "-f", "z[][a]=3"],
    ["api", pulls, "-f", "body=B", "--cache", "1h", "-q", ".x"],
    ["api", pulls, "-f", "body=B", "-F", "x={branch}", "-F", "y=:owner"],
    ["api", "-f", "body=B", "--", pulls],
    ["-f", "body=B", "api", pulls],
    query(inVariable, "-F", "i[body]=@file.md", "-F", "i[title]=@-"),
    query('# mutation\nmutation{createPullRequest(input:{body:"B"})@include(if:true){clientMutationId}}'),
    query('mutation { createPullRequest(input:{body:"B" # "\n}){clientMutationId} }'),
    query('\ufeffmutation{createPullRequest(input:{body:"B"}){clientMutationId}}'),
    query('mutation{x:createPullRequest(input:{body:"B"}){...F}} fragment F on P{clientMutationId}'),
  ),
  ...lines(
    { descriptions: 2 },
    query(
      'mutation { a:createPullRequest(input:{body:"B"}){clientMutationId} b:createPullRequest(input:{body:"C"}){clientMutationId} }',
    ),
  ),
  ...lines(
    labels,
    ["api", issues, "-f", "title=T", "-f", "labels[]=bug", "-f", "labels[]"],
    ["api", issues, "-F", "labels[]=@file.md"],
    ["api", "-XPUT", `${issues}/7/labels/`, "-f", "labels[]=bug"],
  ),
  ...lines(
    message,
    ["api", "-XDELETE", "repos/octo/demo/contents/a/b%20c", "-f", "message=M", "-f", "sha=x"],
    query(
      'mutation { enablePullRequestAutoMerge(input:{pullRequestId:"x",commitBody:"B",mergeMethod:SQUASH}){clientMutationId} }',
    ),
  ),
  {
    words: ["api", pulls, "--input", "-", "-f", "draft=true"],
    stdin: ' {"title":"a","title":"b", "body" : "B" , "n":1e400,"u":"\\ud83c","x":{"body":"no"}}\n',
    expected: one,
  },
];

const surroundings: StrangersLine[] = [
  { words: ["a", "T", "B C"], aliases: ["a: pr create -t \"$1\" -b '$2'"], expected: one },
  { words: ["a", "B"], aliases: ["a: pr create -t T -b $1$1 # c"], expected: one },
  { words: ["a"], aliases: ["a: |\n        pr create -t T -b B"], expected: one },
  {
    words: ["a", "B"],
    aliases: ["a: |\n        !gh pr create -t T -F - <<E\n        $1\n        E"],
    expected: one,
  },
  { words: ["a"], aliases: ["a: '!bash -c \"gh pr create -t T -F <(echo hi)\"'"], expected: one },
  { words: ["a"], aliases: ["a: '!gh pr create -t T -F /dev/fd/3 3<file.md'"], expected: one },
  { words: ["pr", "create", "-f"], env: { GH_FORCE_TTY: "80", GH_PAGER: "tr a-z A-Z" }, expected: one },
  { words: ["pr", "create", "-f"], env: { GH_DEBUG: "api", GH_HOST: "GITHUB.localhost" }, expected: one },
];

const repositories: StrangersLine[] = (
  [
    (box) => {
      box.git("remote", "add", "upstream", "https://github.localhost/up/demo.git");
      box.git("update-ref", "refs/remotes/upstream/main", "main");
    },
    (box) => box.git("config", "remote.origin.gh-resolved", "third/demo"),
    (box) => box.git("remote", "set-url", "origin", "ssh://git@GitHub.localhost:22/Octo/demo.git"),
    (box) => {
      box.commitMore();
      box.git("config", "alias.log", "log -1");
      box.git("config", "format.pretty", "oneline");
      box.git("config", "color.ui", "always");
    },
    (box) => {
      box.write("message", Buffer.from("S in\ntwo lines\n\n\nGr\xfc\xdfe  \n\n", "latin1"));
      const file = join(box.folder, "message");
      box.git("-c", "i18n.commitEncoding=latin1", "commit", "-q", "--allow-empty", "--amend", "-F", file);
      box.git("update-ref", "refs/remotes/origin/new-topic_1", "HEAD");
    },
  ] satisfies NonNullable<StrangersLine["prepare"]>[]
).map((prepare) => ({ words: ["pr", "create", "-f"], expected: one, prepare }));

export const strangersLines: StrangersLine[] = [...spellings, ...requests, ...surroundings, ...repositories];
