import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty"];

function withEffects(effects: string): Sandbox {
  const sandbox = new Sandbox(
    "version: 1\nnotices: always\nconfig: {who: me}\nlayers: {repository: on}\nplugins:\n  dirs: [../plugins]\n",
  );
  const hook = `    - id: local.rule\n      hook: commit.message.finalize\n      effects:\n${effects.replace(/^/gm, "        ")}\n`;
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `extensions:\n  hookApiVersion: 1\n  hooks:\n${hook}`,
  );
  return sandbox;
}

/** Effect, message before, message after, what is said. */
const cases: [effects: string, before: string, after: string, said: string][] = [
  ["- {type: text.removeTrailer, key: Foo}", "fix\n\nFoo: a\nBar: b", "fix\n\nBar: b\n", "removing 'Foo: a'"],
  [
    "- {type: text.removeTrailer, key: foo, values: ['a*'], keep: ['ab']}",
    "fix\n\nFoo: ab\nFoo: ac",
    "fix\n\nFoo: ab\n",
    "removing 'Foo: ac'",
  ],
  ["- {type: text.ensurePrefix, value: '[X] '}", "fix", "[X] fix\n", "adding the prefix '[X] '"],
  [
    "- {type: text.ensurePrefix, value: '[X] '}",
    "fixup! fix",
    "fixup! [X] fix\n",
    "adding the prefix '[X] '",
  ],
  ["- {type: text.ensurePrefix, value: '[X] '}", "[X] fix", "[X] fix\n", ""],
  [
    "- {type: text.ensureSuffix, value: 'by ${config.who}'}",
    "fix\n\nFoo: a",
    "fix\n\nby me\n\nFoo: a\n",
    "adding the suffix 'by me'",
  ],
  [
    '- type: text.ensureSuffix\n  value: "two\\nlines"',
    "fix",
    "fix\n\ntwo\nlines\n",
    "adding the suffix 'two lines'",
  ],
  [
    "- {type: text.ensurePrefix, value: '[X] '}\n- {type: text.removeTrailer, key: Foo}\n- {type: text.ensureTrailer, key: Bar, value: b}",
    "fix\n\nFoo: a",
    "[X] fix\n\nBar: b\n",
    "adding the prefix '[X] ', removing 'Foo: a', adding 'Bar: b'",
  ],
];

describe("effects on a real commit, and on what it made", () => {
  test.each(cases)("%s on %j", (effects, before, after, said) => {
    const sandbox = withEffects(effects);
    const run = sandbox.git(["commit", "--allow-empty", "-m", before]);
    expect(run.status).toBe(0);
    expect(run.stderr).toBe(said === "" ? "" : `interlock: ${said} (local.rule)\n`);
    expect(sandbox.message()).toBe(after);
    const again = sandbox.git(["commit", "--allow-empty", "-m", after]);
    expect(again.stderr).toBe("");
    expect(sandbox.message()).toBe(after);
  });
});

test("a required trailer that a later hook removes is refused, exit 1", () => {
  const sandbox = withEffects(
    "- {type: text.ensureTrailer, key: Foo, value: a, required: true}\n- {type: text.removeTrailer, key: Foo}",
  );
  const run = sandbox.git([...commit, "-m", "fix"]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("'local.rule': the final message breaks its rule for the trailer 'Foo'");
  expect(sandbox.commitCount()).toBe(0);
});

test("a repository's plugin cannot take out what the install layer's adds: the commit is refused", () => {
  const sandbox = withEffects("- {type: text.ensureTrailer, key: Policy, value: kept}");
  expect(sandbox.git([...commit, "-m", "fix"]).status).toBe(0);
  const below = join(sandbox.repository, ".interlock");
  sandbox.write(join(below, "config.yaml"), "version: 1\nplugins: {dirs: [low]}\n");
  sandbox.write(
    join(below, "low", "plugin.yaml"),
    "name: low\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: low.a, hook: commit.message.finalize, priority: 999, effects: [{type: text.removeTrailer, key: Policy}]}\n",
  );
  const run = sandbox.git([...commit, "-m", "fix"]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("'local.rule': the final message breaks its rule for the trailer 'Policy'");
  expect(sandbox.commitCount()).toBe(1);
});

describe("the bundled plugins do what their page says", () => {
  const bundled = (names: string[], config = ""): Sandbox => {
    const dirs = names.map((name) => join(root, "plugins", name)).join(", ");
    return new Sandbox(`version: 1\nplugins:\n  dirs: [${dirs}]\n${config}`);
  };

  test("no-ai-attribution removes an agent's trailers and leaves people's, and the bot that was asked for", () => {
    const sandbox = bundled(["github", "no-ai-attribution"]);
    sandbox.git([
      ...commit,
      "-m",
      "fix\n\nCo-authored-by: X <noreply@anthropic.com>\nGenerated-by: X\nReviewed-by: Ann <ann@acme.example>",
    ]);
    expect(sandbox.message()).toBe(`fix\n\nReviewed-by: Ann <ann@acme.example>\n${botTrailer}\n`);
  });

  test("ticket-prefix begins the title with the configured id, and is silent without one", () => {
    const sandbox = bundled(["github", "ticket-prefix"], "config: {ticket: {id: ABC-1}}\n");
    sandbox.git([...commit, "-m", "Fix the retry"]);
    expect(sandbox.message()).toBe(`[ABC-1] Fix the retry\n\n${botTrailer}\n`);
    const without = bundled(["github", "ticket-prefix"]);
    without.git([...commit, "-m", "Fix the retry"]);
    expect(without.message()).toBe(`Fix the retry\n\n${botTrailer}\n`);
  });

  test("conventional-commits refuses a title that is none, and says what one is", () => {
    const sandbox = bundled(["conventional-commits"]);
    const run = sandbox.git([...commit, "-m", "Fixed the thing"]);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(
      "'conventional-commits.title': 'Fixed the thing': the title must be 'type(scope): text'",
    );
    expect(sandbox.commitCount()).toBe(0);
    for (const title of ["fix: x", "feat(api)!: y", "fixup! anything"]) {
      expect(sandbox.git([...commit, "-m", title]).status).toBe(0);
    }
  });

  test("ticket-prefix and conventional-commits get along", () => {
    const sandbox = bundled(["ticket-prefix", "conventional-commits"], "config: {ticket: {id: ABC-1}}\n");
    expect(sandbox.git([...commit, "-m", "fix: x"]).status).toBe(0);
    expect(sandbox.message()).toBe("[ABC-1] fix: x\n");
    expect(sandbox.git([...commit, "-m", "[ABC-1] [x] fix: x"]).status).toBe(1);
  });

  test("ticket-prefix leaves git's own words as they are", () => {
    const sandbox = bundled(["ticket-prefix"], "config: {ticket: {id: ABC-1}}\n");
    sandbox.realGit([...commit, "-m", "Fix the retry"]);
    expect(sandbox.git(["commit", "-q", "--allow-empty", "--fixup", "HEAD"]).status).toBe(0);
    expect(sandbox.message()).toBe("fixup! Fix the retry\n");
    expect(sandbox.git(["revert", "--no-edit", "HEAD~1"], { env: { GIT_EDITOR: ":" } }).status).toBe(1);
    expect(sandbox.git([...commit, "--no-edit"]).status).toBe(0);
    expect(sandbox.message()).toMatch(/^Revert "Fix the retry"\n\nThis reverts commit /);
    expect(sandbox.interlock(["verify", "HEAD", "^HEAD~2"])).toMatchObject({ status: 0 });
  });

  test("all of them together, from one folder", () => {
    const sandbox = bundled(["."]);
    const run = sandbox.git([...commit, "-m", "fix: x\n\nGenerated-by: y"]);
    expect(run).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`fix: x\n\n${botTrailer}\nSigned-off-by: Ann Author <ann@example.org>\n`);
  });
});

test("checks judge the message as git will commit it", () => {
  const sandbox = withEffects(
    "- {type: text.forbidMatch, pattern: '(?im)^wip', message: no work in progress}",
  );
  expect(sandbox.git([...commit, "-m", "fix\n\n  wip inside"]).status).toBe(0);
  const run = sandbox.git([...commit, "-m", "\n\nWIP: x"]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("'local.rule': 'WIP' in 'WIP: x': no work in progress");
  expect(sandbox.git([...commit, "--cleanup=strip", "-m", "fix\n# not this\n", "-m", "#wip"]).status).toBe(0);
});
