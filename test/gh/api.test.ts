import { expect, test } from "vitest";
import { editJson, readPayload, type Placeholders } from "../../shim/gh/api-payload.ts";
import { editApi, readApiTexts, type ApiText, type PlaceEdit } from "../../shim/gh/api-texts.ts";
import { findTarget } from "../../shim/gh/api-targets.ts";
import { readGhLine } from "../../shim/gh/command-line.ts";
import { readGhConfig } from "../../shim/gh/config-file.ts";
import { editLine, spellWords } from "../../shim/gh/edit-line.ts";
import { readJson } from "../../shim/gh/json-text.ts";

const noConfig = readGhConfig("");
const pulls = "repos/{owner}/{repo}/pulls";

function read(words: string[], files: { [name: string]: string } = {}, placeholders: Placeholders = {}) {
  const { argv, does } = readGhLine(["gh", "api", ...words], noConfig);
  if (does.kind !== "api")
    return { kind: does.kind, argv, line: null, payload: null, texts: [], unreadable: [] };
  const payload = readPayload(does, (file) => files[file] ?? null, placeholders);
  if (typeof payload === "string") throw new Error(payload);
  return { kind: "api", argv, line: does, payload, ...readApiTexts(does, payload) };
}

/** The line, and the input, after every text had `!` put behind it and every list a `new`. */
function shout(words: string[], files: { [name: string]: string } = {}) {
  const { argv, line, payload, texts } = read(words, files);
  if (!line || !payload) throw new Error("pass");
  const edits: PlaceEdit[] = [];
  for (const { title, body, labels } of texts) {
    if (title && title.value !== null) edits.push({ place: title.place, value: `${title.value}!` });
    if (body) edits.push({ place: body.place, value: `${body.value ?? ""}!` });
    if (labels) edits.push({ place: labels.place, value: [...(labels.value ?? []), "new"] });
  }
  const { edit, input } = editApi(line, payload, edits, "-", () => "/tmp/long");
  return { words: spellWords(argv, editLine(argv, line.at, [edit])).slice(2), input };
}

function values({ about, isNew, title, body, labels }: ApiText) {
  return {
    about,
    isNew,
    title: title && title.value,
    body: body && body.value,
    labels: labels && labels.value,
  };
}

test.each<[string, string, string | null]>([
  ["POST", "repos/o/r/pulls", "description new"],
  ["POST", "/repos/{owner}/{repo}/pulls", "description new"],
  ["POST", "repos/:owner/:repo/pulls?x=1", "description new"],
  ["POST", "https://api.github.com/repos/o/r/pulls", "description new"],
  ["POST", "https://ghe.example.org/api/v3/repos/o/r/pulls", "description new"],
  ["POST", "repositories/12/pulls", "description new"],
  ["POST", "repos/o/r/%70ulls", "description new"],
  ["POST", "repos/o/r/issues/../pulls", "description new"],
  ["PATCH", "repos/o/r/pulls/3", "description"],
  // GitHub takes POST for PATCH.
  ["POST", "repos/o/r/pulls/3", "description"],
  ["POST", "repos/o/r/issues", "issue new"],
  ["PATCH", "repos/o/r/issues/3", "issue,description"],
  ["POST", "repos/o/r/issues/3/labels", "issue"],
  ["POST", "repos/o/r/git/commits", "message new"],
  ["PUT", "repos/o/r/contents/a/b.txt", "message new"],
  ["DELETE", "repos/o/r/contents/b.txt", "message new"],
  ["POST", "repos/o/r/merges", "message"],
  ["PUT", "repos/o/r/pulls/3/merge", "message"],
  ["POST", "graphql", "graphql grouped"],
  ["POST", "/graphql", "graphql"],
  ["POST", "https://ghe.example.org/api/graphql", "graphql"],
  ["GET", "repos/o/r/pulls", null],
  ["POST", "repos/o/r/pulls/3/comments", null],
  ["POST", "repos/o/r/issues/3/comments", null],
  ["POST", "repos/o/r/pulls/3/reviews", null],
  ["POST", "user/repos", null],
  ["PUT", "repos/o/r/contents", null],
])("%s %s is: %s", (method, endpoint, expected) => {
  const target = findTarget(method, endpoint);
  if (!target) expect(null).toBe(expected);
  else if (target.kind === "graphql") expect(`graphql${target.isGrouped ? " grouped" : ""}`).toBe(expected);
  else expect(target.parts.map(({ about, isNew }) => `${about}${isNew ? " new" : ""}`).join()).toBe(expected);
});

test.each<[string[], string]>([
  [[pulls, "-f", "title=T"], "api"],
  [[pulls], "pass"],
  [[pulls, "-X", "GET", "-f", "title=T"], "pass"],
  [[pulls, "-X", "post", "-f", "title=T"], "api"],
  [[pulls, "--input", "x"], "api"],
  [[pulls, "--input="], "pass"],
  [[pulls, "-f", "title"], "pass"],
  [[pulls, "-f", "]"], "api"],
  [["-Hx:y", pulls, "-fa=b", "extra"], "pass"],
  [[pulls, "-f", "a=b", "--future"], "unreadable"],
])("gh api %j: %s", (words, kind) => {
  expect(readGhLine(["gh", "api", ...words], noConfig).does.kind).toBe(kind);
});

test("fields: raw, magic, from files, lists", () => {
  const files = { "b.md": "from file\n", "-": "from stdin" };
  const one = (words: string[]) => read([pulls, ...words], files).texts.map(values)[0];
  expect(one(["-f", "title=T", "-f", "body=a=b"])).toMatchObject({ title: "T", body: "a=b" });
  expect(one(["-F", "body=@b.md"])).toMatchObject({ title: null, body: "from file\n" });
  expect(one(["-F", "body=@-"])).toMatchObject({ body: "from stdin" });
  expect(one(["-f", "body=@b.md"])).toMatchObject({ body: "@b.md" });
  expect(one(["-F", "body=null"])).toMatchObject({ body: null });
  // -f is read before -F, whatever the order.
  expect(one(["-F", "body=two", "-f", "body=one"])).toMatchObject({ body: "two" });
  const issue = read(["repos/o/r/issues", "-f", "labels[]=a", "-F", "labels[]=b", "-f", "title=T"]);
  expect(issue.texts.map(values)[0]).toMatchObject({ about: "issue", isNew: true, labels: ["a", "b"] });
  expect(read(["repos/o/r/issues", "-f", "labels[]"]).texts.map(values)[0]).toMatchObject({ labels: [] });
});

test.each<[string[], string[]]>([
  [
    [pulls, "-F", "body=@b", "-F", "title=@-", "-f", "y=@no", "-F", "z=@other"],
    ["-", "b"],
  ],
  [
    ["graphql", "-F", "query=@q", "-F", "x[][b]=@v", "-F", "i[files][][contents]=@c", "-F", "i[body]=@b"],
    ["b", "q"],
  ],
])("what no rule sees is gh's to read: of %j we read %j", (words, expected) => {
  const files: { [name: string]: string } = {
    q: "mutation($i: I!, $x: [X!]) { createPullRequest(input: $i) { x } }",
  };
  const { does } = readGhLine(["gh", "api", ...words], noConfig);
  if (does.kind !== "api") throw new Error(does.kind);
  const opened = new Set<string>();
  const payload = readPayload(does, (file) => (opened.add(file), files[file] ?? ""), {});
  if (typeof payload !== "string") readApiTexts(does, payload);
  expect([...opened].sort()).toEqual(expected);
});

test("what is no text is unreadable, with a reason", () => {
  const why = (words: string[], files = {}) => read([pulls, ...words], files).unreadable;
  expect(why(["-F", "body=12"])).toEqual(["'body': it is no text"]);
  expect(why(["-F", "body=-09223372036854775808"])).toEqual(["'body': it is no text"]);
  expect(why(["-F", "body=9223372036854775808"])).toEqual([]);
  expect(why(["-f", "body[x]=1"])).toEqual(["'body': it is no text"]);
  expect(why(["-f", "body[][x]=1"])).toEqual(["'body': it is no text"]);
  expect(why(["-F", "body={owner} did it"])).toEqual(["'body': '{owner}' stands for something else"]);
  expect(why(["-F", "body=@gone"])).toEqual(["'body': 'gone' cannot be read"]);
  expect(why(["--input", "x"], { x: '{"body":1}' })).toEqual(["'body': it is no text"]);
  expect(why(["--input", "x"], { x: '{"body":"a","body":"b"}' })).toEqual(["'body': 'body' is there twice"]);
  expect(read([pulls, "-F", "body=by {owner}"], {}, { owner: "me" }).texts.map(values)[0]?.body).toBe(
    "by me",
  );
  expect(read(["repos/o/r/issues", "--input", "x"], { x: '{"labels":[{"name":"a"}]}' }).unreadable).toEqual([
    "'labels': it is no text",
  ]);
});

test("fields are replaced, each once", () => {
  expect(shout([pulls, "-f", "title=T", "-F", "body=one", "-fbody=two", "-f", "head=h"]).words).toEqual([
    "--raw-field=title=T!",
    "--raw-field=body=one!",
    pulls,
    "-f",
    "head=h",
  ]);
  expect(shout(["-if", "message=M", "-X", "PUT", "repos/o/r/contents/x"]).words).toEqual([
    "--raw-field=message=M!",
    "-i",
    "-X",
    "PUT",
    "repos/o/r/contents/x",
  ]);
  expect(shout(["repos/o/r/issues", "-f", "title=T"]).words[0]).toBe("--raw-field=labels[]=new");
  expect(shout(["repos/o/r/issues", "-f", "labels[]=a", "-f", "labels[]=b"]).words).toEqual([
    "--raw-field=labels[]=a",
    "--raw-field=labels[]=b",
    "--raw-field=labels[]=new",
    "repos/o/r/issues",
  ]);
  const long = "x".repeat(200_000);
  expect(shout([pulls, "-F", "body=@f"], { f: long }).words[0]).toBe("--field=body=@/tmp/long");
});

test("an input file changes only where its text stands", () => {
  const bytes =
    '{ "id": 12345678901234567890, "body" : "caf\\u00e9 \xc3\xa9\\n", "title":"T", "body2": 1.0 }\n';
  const { words, input } = shout([pulls, "--input", "x.json"], { "x.json": bytes });
  expect(words).toEqual(["--input=-", `--header=Content-Length: ${input?.length}`, pulls]);
  expect(input).toBe(
    '{ "id": 12345678901234567890, "body" : "caf\xc3\xa9 \xc3\xa9\\n!", "title":"T!", "body2": 1.0 }\n',
  );
  expect(shout(["repos/o/r/issues", "--input", "x"], { x: "{}" }).input).toBe('{"labels":["new"]}');
  expect(shout(["repos/o/r/issues", "--input", "x"], { x: '{"a":1}' }).input).toBe(
    '{"labels":["new"],"a":1}',
  );
  expect(shout([pulls, "--input", "x"], { x: '{"body":null}' }).input).toBe('{"body":"!"}');
  expect(editJson('{"a":null}', { path: ["a", "b", "c"], value: "x" })).toBe('{"a":{"b":{"c":"x"}}}');
  expect(editJson("{}", { path: ["a", "b"], value: ["x"] })).toBe('{"a":{"b":["x"]}}');
});

test.each([
  "",
  "{",
  '{"a":}',
  '{"a":1,}',
  "[1 2]",
  '"a',
  '{"a":"\n"}',
  "nul",
  "01",
  "{} x",
  "[".repeat(5000),
])("%j is no JSON", (text) => {
  expect(readJson(text)).toBe(null);
});

const create =
  'mutation($b: String!) { createPullRequest(input: {title: "T", body: $b}) { clientMutationId } }';

test.each<[title: string, words: string[], text: object]>([
  ["a variable", ["-f", `query=${create}`, "-f", "b=B"], { title: "T", body: "B" }],
  [
    "a literal",
    ["-f", 'query=mutation { createPullRequest(input: {title: "T" body: "a \\"b\\"\\n"}) { x } }'],
    { title: "T", body: 'a "b"\n' },
  ],
  [
    "a block",
    [
      "-f",
      'query=mutation M @d(a: 1) { x: createPullRequest(input: {body: """\n    one\n      two\n  """}) { y } }',
    ],
    { title: null, body: "one\n  two" },
  ],
  [
    "the whole input in nested fields",
    ["-f", "query=mutation($i: I!) { updatePullRequest(input: $i) { x } }", "-f", "i[body]=B"],
    { title: null, body: "B", isNew: false },
  ],
  [
    "a default",
    [
      "-f",
      'query=mutation($b: String = "D", $c: [Int!]! = [1]) { createPullRequest(input: {body: $b}) { x } }',
    ],
    { body: "D" },
  ],
  [
    "a commit",
    [
      "-f",
      'query=mutation { createCommitOnBranch(input: {branch: {x: "y"}, message: {headline: "H"}}) { x } }',
    ],
    { about: "message", title: "H", body: null },
  ],
  [
    "a merge",
    ["-f", 'query=mutation { mergePullRequest(input: {pullRequestId: "x", commitHeadline: "H"}) { x } }'],
    { about: "message", title: "H", body: null },
  ],
])("GraphQL: %s", (_, words, text) => {
  const { texts, unreadable } = read(["graphql", ...words]);
  expect(unreadable).toEqual([]);
  expect(texts.map(values)).toEqual([expect.objectContaining(text)]);
});

test.each<[string, string[]]>([
  ["query { viewer { login } }", []],
  ["{ viewer { login } }", []],
  ['query($q: String = "mutation") { search(query: $q) { x } } fragment F on X { y }', []],
  ['mutation { addStar(input: {starrableId: "x"}) { x } }', []],
  ["mutation { ...F } fragment F on Mutation { x }", ["the query: its mutations are in a fragment"]],
  [
    'mutation { createPullRequest(input: {body: "a", body: "b"}) { x } }',
    ["the query: 'body' is there twice"],
  ],
  ["mutation { createPullRequest(input: ", ["the query: it is no GraphQL"]],
  ["mutation { createPullRequest(input: {body: [1]}) { x } }", ["createPullRequest: 'body': it is no text"]],
  [
    'mutation { createIssue(input: {title: "x"}) { x } }',
    ["createIssue: 'labelIds': labels go by their ids here"],
  ],
  ['mutation { updateIssue(input: {title: "x"}) { x } }', []],
  [
    'mutation($i: X = {body: "a"}) { updatePullRequest(input: $i) { x } }',
    [
      "updatePullRequest: 'body': its variable has a default",
      "updatePullRequest: 'labelIds': labels go by their ids here",
    ],
  ],
])("GraphQL %j: unreadable is %j", (query, unreadable) => {
  const found = read(["graphql", "-f", `query=${query}`]);
  expect(found.unreadable).toEqual(unreadable);
  expect(found.texts.filter(({ body }) => body)).toEqual([]);
});

test("GraphQL texts are replaced where they stand", () => {
  expect(shout(["graphql", "-f", `query=${create}`, "-f", "b=B"]).words).toEqual([
    "--raw-field=b=B!",
    `--raw-field=query=${create.replace('"T"', '"T!"')}`,
    "graphql",
  ]);
  const literal = 'mutation { createCommitOnBranch(input: {message: {headline: "H"}}) { x } }';
  expect(shout(["graphql", "-f", `query=${literal}`]).words[0]).toBe(
    '--raw-field=query=mutation { createCommitOnBranch(input: {message: {body: "!" headline: "H!"}}) { x } }',
  );
  const nested = "mutation($i: I!) { createPullRequest(input: $i) { x } }";
  expect(shout(["graphql", "-f", `query=${nested}`, "-F", "i[title]=T"]).words).toEqual([
    "--raw-field=i[title]=T!",
    "--raw-field=i[body]=!",
    "graphql",
    "-f",
    `query=${nested}`,
  ]);
  const input = JSON.stringify({ query: nested, variables: { i: { body: "B" } } });
  expect(shout(["graphql", "--input", "-"], { "-": input }).input).toBe(input.replace('"B"', '"B!"'));
  const shared =
    "mutation($b: B!) { a: createPullRequest(input: {body: $b}) { x } b: createPullRequest(input: {body: $b}) { x } }";
  expect(shout(["graphql", "-f", `query=${shared}`, "-f", "b=B"]).words).toEqual([
    "--raw-field=b=B!",
    "graphql",
    "-f",
    `query=${shared}`,
  ]);
  // Not grouped by gh: the path has a slash.
  expect(shout(["/graphql", "-f", `query=${nested}`, "-f", "variables[i][body]=B"]).words[0]).toBe(
    "--raw-field=variables[i][body]=B!",
  );
});

test.each<[string, string, string[]]>([
  ["/graphql", 'variables={"b":"x"}', ["createPullRequest: 'body': 'variables' is no object"]],
  ["graphql", "b[]=x", ["createPullRequest: 'body': it is no text"]],
])("gh api %s -f %j has no text that we could read", (endpoint, field, unreadable) => {
  expect(read([endpoint, "-f", `query=${create}`, "-f", field]).unreadable).toEqual(unreadable);
});

test("a text in a list of objects is not in the object", () => {
  const query = "mutation($i: I!) { mergeBranch(input: $i) { x } }";
  expect(read(["graphql", "-f", `query=${query}`, "-f", "i[][commitMessage]=x"]).unreadable).toEqual([
    "mergeBranch: 'commitMessage': 'i' is no object",
  ]);
});
