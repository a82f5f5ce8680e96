/** Checks of parts of a message, from the manifest to what a person reads; what each finds is in test/vectors/cases/part-checks.ts. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

/** The checks of the body run first, and what they find comes last. */
const house = `name: house
extensions:
  hookApiVersion: 1
  hooks:
    - id: house.body
      hook: commit.message.finalize
      priority: 50
      format: conventional
      effects:
        - { type: text.blankLine, before: body }
        - { type: text.lineLength, part: body, max: 40, except: [urls] }
        - { type: text.present, part: trailer.Refs }
        - { type: text.forbidMatch, part: body, pattern: WIP, message: finish it first }
    - id: house.title
      hook: commit.message.finalize
      format: conventional
      effects:
        - { type: text.oneOf, part: type, in: [feat, fix] }
        - { type: text.length, part: title, max: 30 }
        - { type: text.case, part: subject, in: [lower] }
        - { type: text.end, part: subject, notIn: ["."] }
        - { type: text.absent, part: scope }
`;

function withRules(manifest = house): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
  sandbox.write(join(sandbox.folder, "plugins", "house", "plugin.yaml"), manifest);
  return sandbox;
}

const bad = `feature(api): Retry uploads when it is down.
The network is down more often than anybody thought.
This is WIP.
`;
const found = [
  "house.title: the type 'feature' is none of feat, fix: did you mean 'feat'?",
  "house.title: the title has 44 characters; at most 30",
  "house.title: the subject 'Retry uploads when it is down.' is not in lower case",
  "house.title: the subject ends with '.'",
  "house.title: the scope 'api' must not be there",
  "house.body: there is no blank line before the body, which begins in line 2",
  "house.body: line 1 of the body has 52 characters; at most 40",
  "house.body: 'WIP' in 'This is WIP.': finish it first",
  "house.body: the trailer 'Refs' is missing",
];

test("a commit is refused with all findings in the order of the text, and one hint", () => {
  const sandbox = withRules();
  const run = sandbox.git(["commit", "--allow-empty", "-m", bad]);
  expect(run.status).toBe(1);
  const lines = run.stderr.split("\n");
  const errors = lines.filter((line) => line.startsWith("interlock: error: "));
  expect(
    errors.map((line) => line.replace(/^interlock: error: '([^']+)'/, "$1").replace(/ \(plugin .*/, "")),
  ).toEqual(found);
  expect(lines.filter((line) => line.startsWith("hint: "))).toHaveLength(1);
  expect(
    sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: retry uploads\n\nRefs: 1\n"]),
  ).toMatchObject({
    status: 0,
    stderr: "",
  });
});

test("verify and a push find the same in a commit that exists", () => {
  const sandbox = withRules();
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "fix: one\n\nRefs: 1"]);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", bad]);
  const verified = sandbox.interlock(["verify", "HEAD~1..HEAD"]);
  expect(verified.status).toBe(1);
  expect(findingsIn(verified.stdout)).toEqual(found);
  sandbox.realGit(["init", "-q", "--bare", "../bare.git"]);
  const pushed = sandbox.git(["push", "-q", "../bare.git", "HEAD:refs/heads/main"]);
  expect(pushed.status).toBe(1);
  expect(findingsIn(pushed.stderr)).toEqual(found);
});

function findingsIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => /^ +house\./.test(line));
  return lines.map((line) => line.trim().replace(/ \((?:plugin|\/).*/, ""));
}

test("a title without the form is one finding of all hooks with that format", () => {
  const sandbox = withRules();
  const run = sandbox.git(["commit", "--allow-empty", "-m", "Retry uploads", "-m", "Refs: 1"]);
  expect(run.status).toBe(1);
  expect(run.stderr.match(/^interlock: error: .*/gm)).toEqual([
    "interlock: error: 'house.body': the title 'Retry uploads' is not 'type(scope): subject', for example 'fix(api): retry failed uploads' (plugin 'house') [E-rule-broken]",
  ]);
});

test("a format by a pattern: its groups are the parts, and the pattern is named if it does not match", () => {
  const sandbox = withRules(`name: house
extensions:
  hookApiVersion: 1
  hooks:
    - id: house.title
      hook: commit.message.finalize
      format: { title: '^\\[(?<scope>[A-Z]+)-[0-9]+\\] (?<subject>.+)$' }
      effects:
        - { type: text.oneOf, part: scope, in: [ABC] }
        - { type: text.requireMatch, part: subject, pattern: '^[A-Z]', message: begin with a capital }
`);
  const said = (title: string): string | undefined =>
    /'house.title': (.*) \(plugin/.exec(sandbox.git(["commit", "--allow-empty", "-m", title]).stderr)?.[1];
  expect(said("[ABC-1] Retry")).toBeUndefined();
  expect(said("[ABD-1] Retry")).toBe("the scope 'ABD' is none of ABC: did you mean 'ABC'?");
  expect(said("[ABC-1] retry")).toBe("'retry': begin with a capital");
  expect(said("Retry")).toBe(
    "the title 'Retry' is not as the pattern '^\\[(?<scope>[A-Z]+)-[0-9]+\\] (?<subject>.+)$' wants it",
  );
});

test("a format alone is a rule", () => {
  const sandbox = withRules(
    "name: house\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: house.title, hook: commit.message.finalize, format: conventional}\n",
  );
  expect(sandbox.git(["commit", "--allow-empty", "-m", "Retry uploads"]).status).toBe(1);
  expect(sandbox.git(["commit", "--allow-empty", "-m", "fix: retry uploads"]).status).toBe(0);
});

test("the time for the case of a part grows with its length only", () => {
  const sandbox = withRules(
    "name: house\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: house.body, hook: commit.message.finalize, effects: [{type: text.case, part: body, in: [sentence]}]}\n",
  );
  const file = sandbox.write("message", `x\n\n${`A"b"`.repeat(250_000)}\n`);
  const { status, stderr } = sandbox.git(["commit", "-q", "--allow-empty", "-F", file], {
    env: { INTERLOCK_TIMEOUT_MS: "5000" },
  });
  expect([status, stderr]).toEqual([0, ""]);
});

test("of a text that is none of the allowed words nothing is quoted: a secret in it would get into a log", () => {
  const sandbox = withRules(
    "name: house\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: house.body, hook: commit.message.finalize, effects: [{type: text.oneOf, part: body, in: [docs]}]}\n",
  );
  const { status, stderr } = sandbox.git(["commit", "--allow-empty", "-m", "x", "-m", "token abc"]);
  expect(status).toBe(1);
  expect(stderr).toContain("'house.body': the body is none of docs");
});

test("an empty message has no body: where git allows it, no check of one refuses it, then or later", () => {
  const sandbox = withRules(`name: house
extensions:
  hookApiVersion: 1
  hooks:
    - id: house.body
      hook: commit.message.finalize
      effects:
        - { type: text.blankLine, before: body }
        - { type: text.absent, part: body }
        - { type: text.end, part: body, in: ["."] }
        - { type: text.length, part: body, min: 5 }
`);
  const empty = ["commit", "-q", "--allow-empty", "--allow-empty-message", "-m", ""];
  expect(sandbox.git(empty)).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.interlock(["verify", "HEAD"]).status).toBe(0);
  expect(sandbox.git([...empty, "--cleanup=verbatim"]).status).toBe(0);
});
