import type { Vector } from "../vector.ts";

const config =
  'editor: vi # mine\naliases:\n    mk: pr create -t "$1" -b\n    two: mk\n    "sh": \'!gh pr create\'\n    auth mine: pr edit\n    auth login: pr edit\n    long: |-\n        issue new\n        -t T -b B\n';

function gh(words: string[], output: unknown, files: { [name: string]: string } = {}): Vector {
  return { title: words.join(" "), input: [words, config, files], output };
}

const query =
  'mutation($b: String = "D") { createPullRequest(input: {title: """\n  x\n""", body: $b}) { id } }';

export const ghLineCases: readonly Vector[] = [
  gh(["--version"], "pass"),
  gh(["pr", "list"], "pass"),
  gh(["pr", "create", "-dt", "T", "-b=B"], "gh|pr|create|--body=B!|-dt|T"),
  gh(["--repo", "o/r", "pr", "new", "-fbB"], "gh|--repo|o/r|pr|new|--body=B!|-f"),
  gh(["issue", "create", "-bB", "-l", 'a,"b,""c"'], 'gh|issue|create|--body=B!|--label=a,"b,""c",new'),
  gh(["issue", "edit", "1", "--add-label=x", "-F", "-"], { from: "stdin" }),
  gh(["pr", "create", "--fill-verbose"], { from: "fill", style: "verbose" }),
  gh(["pr", "create", "--nope"], "'--nope' is no flag we know of 'gh pr create'"),
  gh(["pr", "merge", "1", "-sbB"], "gh|pr|merge|--body=B!|1|-s"),
  gh(["mk", "two words", "B"], "gh|pr|create|--body=B!|-t|two words"),
  gh(["two", "T", "B"], "gh|pr|create|--body=B!|-t|T"),
  gh(["auth", "mine", "1", "-bB"], "gh|pr|edit|--body=B!|1"),
  gh(["auth", "login", "1", "-bB"], "pass"),
  gh(["sh"], "pass"),
  gh(["long"], "gh|issue|new|--body=B!|-t|T"),
  gh(["api", "repos/o/r/pulls", "-F", "body=@x"], "gh|api|--raw-field=body=text\n!|repos/o/r/pulls", {
    x: "text\n",
  }),
  gh(
    ["api", "repos/o/r/issues", "-F", "labels[]=@x"],
    "gh|api|--raw-field=labels[]=a|--raw-field=labels[]=new|repos/o/r/issues",
    {
      x: "a",
    },
  ),
  gh(["api", "repos/o/r/pulls", "-F", "body=@-", "-F", "title=@-"], "pass"),
  gh(
    ["api", "repos/o/r/issues", "-f", "labels[]=a"],
    "gh|api|--raw-field=labels[]=a|--raw-field=labels[]=new|repos/o/r/issues",
  ),
  gh(["api", "repos/o/r/issues/1/comments", "-f", "body=x"], "pass"),
  gh(
    ["api", "-XPUT", "repos/o/r/contents/%61", "--input", "x"],
    [
      "gh|api|--input=-|--header=Content-Length: 48|-XPUT|repos/o/r/contents/%61",
      '{"n": 12345678901234567890, "message": "\xc3\xa9 \xc3\xa9!"}',
    ],
    { x: '{"n": 12345678901234567890, "message": "\\u00e9 \xc3\xa9"}' },
  ),
  gh(["api", "repos/o/r/pulls", "--input", "x"], ["its body is no JSON"], { x: "{" }),
  gh(["api", "graphql", "-f", "query=" + query], "gh|api|--raw-field=b=D!|graphql|-f|query=" + query),
  gh(
    ["api", "graphql", "-f", 'query=mutation { updatePullRequest(input: {body: "a\\"b"}) { id } }'],
    'gh|api|--raw-field=query=mutation { updatePullRequest(input: {body: "a\\"b!"}) { id } }|graphql',
  ),
  gh(["api", "graphql", "-f", "query=mutation { ...F }"], ["the query: its mutations are in a fragment"]),
];
