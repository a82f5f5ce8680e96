/** What is wrong with a command is said by gh or by us, and nothing is sent. */
import { expect, test } from "vitest";
import { policyConfig } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const create = ["pr", "create", "-t", "T"];

interface Bad {
  what: string;
  words: string[];
  says: string;
  file?: Buffer;
  config?: string;
}

const notUtf8 = Buffer.from("Gr\xfc\xdfe", "latin1");
const strict = "gh:\n  strict: true\n";

const cases: Bad[] = [
  {
    what: "a body file that is not there",
    words: [...create, "-F", "no.md"],
    says: "open no.md: no such file",
  },
  {
    what: "a body file that is a folder",
    words: [...create, "-F", "."],
    says: "read .: is a directory",
  },
  {
    what: "labels that are no list",
    words: [...create, "-b", "Body", "-l", 'a"b'],
    says: 'bare " in non-quoted-field',
  },
  {
    what: "a label that does not exist",
    words: ["issue", "create", "-t", "T", "-b", "B", "-l", "nolabel"],
    says: "'nolabel' not found",
  },
  {
    what: "a description that is not UTF-8",
    words: [...create, "-F", "bytes"],
    file: notUtf8,
    says: "interlock: error: the description is not UTF-8, and gh would replace bytes of it [E-gh-not-text]\nhint: write it as UTF-8\n",
  },
  {
    what: "a message that is not UTF-8",
    words: ["pr", "merge", "7", "-s", "-F", "bytes"],
    file: notUtf8,
    says: "interlock: error: the message is not UTF-8",
  },
  {
    what: "a field that is not UTF-8",
    words: ["api", "repos/octo/demo/pulls", "-F", "body=@bytes"],
    file: notUtf8,
    says: "interlock: error: the description is not UTF-8",
  },
  {
    what: "a NUL byte",
    words: [...create, "-F", "bytes"],
    file: Buffer.from("a\0b"),
    says: "interlock: error: the description has a NUL byte in it",
  },
  {
    what: "a description of 1 MB",
    words: [...create, "-F", "bytes"],
    file: Buffer.alloc(1 << 20, "x"),
    says: "interlock: error: the description has 1048576 characters, and GitHub takes 65536 [E-gh-too-long]\nhint: shorten it",
  },
  {
    what: "a description that a rule makes too long",
    words: [...create, "-F", "bytes"],
    file: Buffer.alloc(65_536, "x"),
    says: "characters, and GitHub takes 65536",
  },
  {
    what: "a description of 1 MB in JSON",
    words: ["api", "repos/octo/demo/pulls", "--input", "bytes"],
    file: Buffer.from(JSON.stringify({ title: "T", body: "x".repeat(1 << 20) })),
    says: "interlock: error: the description has 1048576 characters",
  },
  {
    what: "a value that a rule needs and nobody set",
    words: ["pr", "merge", "7", "-s", "-b", "Body"],
    config: "env:\n  POLICY_VALUE: ''\n",
    says: "interlock: error: 'policy.message' needs '${env.POLICY_VALUE}' for its trailer 'Policy', and it is not set",
  },
  {
    what: "a flag of a later version, under gh.strict",
    words: [...create, "-b", "B", "--later"],
    config: strict,
    says: "interlock: error: no rule can be applied to this: '--later' is no flag we know of 'gh pr create' [E-gh-unreadable]\nhint: give the text",
  },
  {
    what: "a request that is no JSON, under gh.strict",
    words: ["api", "repos/octo/demo/pulls", "--input", "bytes"],
    file: Buffer.from("body: yaml"),
    config: strict,
    says: "no rule can be applied to this: its body is no JSON",
  },
  {
    what: "labels by their ids, under gh.strict",
    words: [
      "api",
      "graphql",
      "-f",
      'query=mutation { createIssue(input: {title: "T", labelIds: ["x"]}) { clientMutationId } }',
    ],
    config: strict,
    says: "createIssue: 'labelIds': labels go by their ids here",
  },
  {
    what: "the browser, under gh.strict",
    words: [...create, "-b", "B", "--web"],
    config: strict,
    says: "the browser opens, and sends what is written there",
  },
  {
    what: "a message that GitHub composes, under gh.strict",
    words: ["pr", "merge", "7", "--squash"],
    config: strict,
    says: "GitHub composes the message of this merge: give --subject and --body",
  },
];

test.each(cases)("$what", async ({ words, says, file, config = "" }) => {
  const base = config.startsWith("env:")
    ? policyConfig().replace(/env:\n.*\n/, config)
    : policyConfig(config);
  const { gh, box } = await withGithub(base);
  if (file) box.write("repo/bytes", file);
  const run = await gh(words);
  expect(run.sent).toEqual([]);
  expect(run.stderr).toContain(says);
  expect(run.status).toBeGreaterThan(0);
});

test("what cannot be read passes with a line about it, if 'gh.strict' is not set", async () => {
  const { gh, box } = await withGithub(policyConfig());
  box.write("repo/yaml", "body: yaml");
  const run = await gh(["api", "repos/octo/demo/pulls", "--input", "yaml"]);
  expect(run.sent).toHaveLength(1);
  expect(run.stderr).toBe("interlock: not checked: its body is no JSON\n");
});

const house = `extensions:
  hookApiVersion: 1
  hooks:
    - id: house.issue
      hook: pull_request.description.finalize
      effects: [{ type: text.requireMatch, pattern: "#[0-9]+", message: name the issue }]
    - id: house.subject
      hook: commit.message.finalize
      effects: [{ type: text.requireMatch, pattern: "^feat: ", message: begin with feat }]
`;

test.each([
  [
    [...create, "-b", "Body"],
    "interlock: error: 'house.issue': name the issue (plugin 'house') [E-rule-broken]\nhint: change the text, and try again\n",
  ],
  [
    ["pr", "merge", "7", "-s", "-t", "fix: it", "-b", "Body"],
    "interlock: error: 'house.subject': 'fix: it': begin with feat (plugin 'house') [E-rule-broken]\nhint: change the message, and try again\n",
  ],
  [
    ["pr", "merge", "7", "-s", "-b", "Body"],
    "interlock: error: 'house.subject': 'Merge pull request': begin with feat (plugin 'house') [E-rule-broken]\n" +
      "hint: give the first line too: GitHub composes it, and no rule sees it\n",
  ],
])("gh %j breaks a rule, which says what to do", async (words, says) => {
  const { gh } = await withGithub("version: 1\nplugins:\n  dirs: [house]\n", {
    "interlock/house/plugin.yaml": house,
  });
  const run = await gh(words);
  expect(run).toMatchObject({ status: 1, stdout: "", stderr: says, sent: [] });
  expect((await gh([...create, "-b", "Closes #7"])).sent).toHaveLength(1);
});
