import { expect, test } from "vitest";
import { processorTimeOf } from "../support/processor-time.ts";
import { createWorkspace, installs } from "./workspace.ts";

/** A manifest with hooks of one effect each. */
function plugin(hooks: { [id: string]: { effects: string; when?: string; hook?: string } }): string {
  const list = Object.entries(hooks).map(
    ([id, { effects, when = "{}", hook = "commit.message.finalize" }]) =>
      `    - {id: ${id}, hook: ${hook}, when: ${when}, effects: [${effects}]}\n`,
  );
  return `extensions:\n  hookApiVersion: 1\n  hooks:\n${list.join("")}`;
}

const prefix = (value: string): string => `{type: text.ensurePrefix, value: "${value}"}`;
const suffix = (value: string): string => `{type: text.ensureSuffix, value: "${value}"}`;

function compile(manifest: string, more = "") {
  return createWorkspace({ "install.yaml": installs("p", more), "p/one/plugin.yaml": manifest });
}

test("two hooks that both want to come first are refused, by their names", () => {
  const workspace = compile(
    plugin({
      "one.a": { effects: prefix("A: ") },
      "one.b": { effects: "{type: text.ensureTrailer, key: K, value: v}" },
      "one.c": { effects: prefix("${env.C} ") },
    }),
  );
  expect(workspace.compile().plan).toBeNull();
  expect(workspace.complaints()).toMatchInlineSnapshot(`
    "<root>/p/one/plugin.yaml:4:12: error: 'one.a' and 'one.c' undo each other: at 'commit.message.finalize' a second run changes the text again [E-not-idempotent]
      4 |     - {id: one.a, hook: commit.message.finalize, when: {}, effects: [{type: text.ensurePrefix, value: "A: "}]}
        |            ^^^^^
    hint: leave out one of them, give one another 'priority', or disable it: add 'one.c' to 'disabledHooks' of plugin 'one'
    "
  `);
});

test("two effects of one hook that both want to come last are refused", () => {
  const workspace = compile(plugin({ "one.a": { effects: `${suffix("x")}, ${suffix("y")}` } }));
  expect(workspace.compile().plan).toBeNull();
  expect(workspace.complaints()).toMatchInlineSnapshot(`
    "<root>/p/one/plugin.yaml:4:12: error: the effects of 'one.a' undo each other: at 'commit.message.finalize' a second run changes the text again [E-not-idempotent]
      4 |     - {id: one.a, hook: commit.message.finalize, when: {}, effects: [{type: text.ensureSuffix, value: "x"}, {type: text.
        |            ^^^^^
    hint: leave out one of them, write them in another order, or write two values as one
    "
  `);
});

test("of three that clash only together all are named, and nobody else", () => {
  const three = {
    "one.a": { effects: "{type: text.removeTrailer, key: K, values: [other]}" },
    "one.b": { effects: "{type: text.ensureTrailer, key: Other, value: x}" },
    "one.c": { effects: suffix("K: v") },
    "one.d": { effects: suffix("The end.") },
  };
  expect(compile(plugin(three)).complaints()).toContain(
    "error: 'one.b', 'one.c' and 'one.d' undo each other",
  );
});

test("an amend with an editor runs both points over one message", () => {
  const workspace = compile(
    plugin({
      "one.a": { hook: "commit.message.prepare", effects: prefix("A: ") },
      "one.b": { effects: prefix("B: ") },
    }),
  );
  expect(workspace.complaints()).toContain(
    "error: 'one.a' and 'one.b' undo each other: at 'commit.message.prepare' and 'commit.message.finalize' a second run",
  );
});

test("every kind of commit is tried, however many remotes are named", () => {
  const remotes = Array.from({ length: 40 }, (_, i) => `'github.com/r${i}/*'`).join(", ");
  const workspace = compile(
    plugin({
      "one.a": { when: `{remote: [${remotes}]}`, effects: "{type: text.ensureTrailer, key: K, value: v}" },
      "one.b": { when: "{commit: [am]}", effects: prefix("B: ") },
      "one.c": { when: "{commit: [am]}", effects: prefix("C: ") },
      "one.d": { when: "{commit: [merge], remote: ['gitlab.com/*']}", effects: suffix("D") },
      "one.e": { when: "{commit: [merge], remote: ['gitlab.com/*']}", effects: suffix("E") },
    }),
  );
  expect(workspace.complaints()).toContain("error: 'one.b' and 'one.c' undo each other");
  const others = compile(
    plugin({
      "one.a": { when: `{remote: [${remotes}]}`, effects: "{type: text.ensureTrailer, key: K, value: v}" },
      "one.d": { when: "{commit: [merge], remote: ['gitlab.com/*']}", effects: suffix("D") },
      "one.e": { when: "{commit: [merge], remote: ['gitlab.com/*']}", effects: suffix("E") },
    }),
  );
  expect(others.complaints()).toContain("error: 'one.d' and 'one.e' undo each other");
});

test("so are those on texts that are no commit messages", () => {
  const hook = "response.finalize";
  const workspace = compile(
    plugin({ "one.a": { hook, effects: prefix("A") }, "one.b": { hook, effects: prefix("B") } }),
  );
  expect(workspace.complaints()).toContain(
    "error: 'one.a' and 'one.b' undo each other: at 'response.finalize' a second run changes the text again",
  );
});

test.each([
  ["remotes", "{remote: ['github.com/a/*']}", "{remote: ['github.com/b/*']}"],
  ["kinds of commits", "{commit: [amend]}", "{commit: [composed, merge]}"],
  ["config keys, of which one is not set", "{configPresent: [x]}", "{configPresent: [y]}"],
])("hooks for different %s never meet, and are not refused", (_, one, other) => {
  const workspace = compile(
    plugin({
      "one.a": { when: one, effects: prefix("A: ") },
      "one.b": { when: other, effects: prefix("B: ") },
    }),
    "config: {x: 1}\n",
  );
  expect(workspace.complaints()).not.toContain("error");
});

test("of two that clash a disabled one does no harm", () => {
  const workspace = compile(
    plugin({ "one.a": { effects: prefix("A: ") }, "one.b": { effects: prefix("B: ") } }),
    "  manifests: {one: {extensions: {disabledHooks: [one.b]}}}\n",
  );
  expect(workspace.complaints()).toBe("");
});

test("what a later hook removes is no clash: the end is the same", () => {
  const add = "{type: text.ensureTrailer, key: K, value: v}";
  const remove = "{type: text.removeTrailer, key: K}";
  const workspace = compile(plugin({ "one.a": { effects: add }, "one.b": { effects: remove } }));
  expect(workspace.complaints()).toBe("");
});

test.each(["ensureTrailer, key: K", "ensureSuffix"])(
  "1,000 hooks with text.%s do not hold the compiler up",
  (type) => {
    // Of suffixes only one can be the last, so all of them ask for the same.
    const value = (i: number): string => (type === "ensureSuffix" ? "The end." : `v${i}`);
    const hooks = Array.from({ length: 1000 }, (_, i) => [
      `one.h${i}`,
      { effects: `{type: text.${type}, value: ${value(i)}}` },
    ]);
    const workspace = compile(plugin(Object.fromEntries(hooks)));
    workspace.compile();
    const taken = processorTimeOf(() => expect(workspace.compile().plan).not.toBeNull());
    expect(taken).toBeLessThan(5000);
  },
);
