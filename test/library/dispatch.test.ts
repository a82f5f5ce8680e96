import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DispatchOptions } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { created, engineOf, manifest, signs } from "./workspace.ts";

const trailer = (id: string, value: string, more = ""): string =>
  `{id: ${id}, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Refs, value: "${value}"${more}}]}`;

describe("the trace has every contribution with effects, in one of five states", () => {
  const makeEngine = () =>
    engineOf(
      {
        p: manifest(
          signs("a.applied", "the end"),
          signs("b.unchanged", "the end"),
          signs("c.when", "x", ", when: {envPresent: [NOT_SET]}"),
          '{id: d.missing, hook: pull_request.description.finalize, effects: [{type: text.ensureTrailer, key: By, value: "${env.NOT_SET}", missing: skip}]}',
          signs("e.off", "x"),
          "{id: f.failed, hook: pull_request.description.finalize, effects: [{type: text.forbidMatch, pattern: secret, message: no secrets}]}",
        ),
      },
      { disabledHooks: { p: ["e.off"] } },
    );
  const statesOf = (text: string) => {
    const { trace } = makeEngine().dispatch("pull_request.description.finalize", { text });
    return trace.map(({ id, state, detail }) => `${id} ${state}: ${detail}`);
  };

  test("where nothing is wrong", () => {
    expect(statesOf("fine")).toEqual([
      "a.applied applied: added 'By: the end'",
      "b.unchanged unchanged: nothing to change",
      "c.when skipped: environment variable 'NOT_SET' is not set",
      "d.missing skipped: '${env.NOT_SET}' is not set",
      "e.off disabled: switched off in createEngine()",
      "f.failed unchanged: nothing to change",
    ]);
  });

  test("where a rule refuses", () => {
    expect(statesOf("a secret").at(-1)).toBe("f.failed failed: 'f.failed': no secrets");
    const result = makeEngine().dispatch("pull_request.description.finalize", { text: "a secret" });
    expect(result.ok).toBe(false);
    expect(result.payload).toEqual({ text: "a secret\n\nBy: the end", metadata: {} });
    expect(result.diagnostics).toMatchObject([{ severity: "error", code: "rule-broken", frame: null }]);
    expect(result.diagnostics[0]?.source).toMatch(/\/p\/plugin\.yaml:9$/);
  });
});

test("a missing value is an error, a warning or nothing, as the effect says", () => {
  const codes = (policy: string) => {
    const engine = engineOf({ p: manifest(trailer("a", "${env.NOT_SET}", `, missing: ${policy}`)) });
    const { ok, diagnostics } = engine.dispatch("commit.message.finalize", { text: "x" });
    return [ok, ...diagnostics.map(({ severity, code }) => `${severity} ${code}`)];
  };
  expect(codes("error")).toEqual([false, "error value-missing"]);
  expect(codes("warn")).toEqual([true, "warning value-missing"]);
  expect(codes("skip")).toEqual([true]);
});

test("dispatching over the result changes nothing, whatever the text", () => {
  const engine = engineOf({
    p: manifest(
      trailer("a", "é-1"),
      '{id: b, hook: commit.message.finalize, effects: [{type: text.ensurePrefix, value: "[x] "}]}',
      signs("c", "bye"),
    ),
  });
  const line = fc.constantFrom("", "fix", "Refs: é-1", "Refs: other", "[x] y", "bye", "\ud800", "# c", "ü🙂");
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(
      text,
      fc.constantFrom("commit.message.finalize" as const, "pull_request.description.finalize" as const),
      (given, point) => {
        const once = engine.dispatch(point, { text: given });
        const twice = engine.dispatch(point, { text: once.payload?.text ?? "" });
        expect(twice.payload).toEqual(once.payload);
        expect(twice.trace.some(({ state }) => state === "applied")).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test("what is passed in is not changed, and what comes back is new", () => {
  const engine = engineOf({
    p: manifest(
      "{id: a, hook: issue.labels.finalize, effects: [{type: list.appendUnique, path: labels, values: [x]}]}",
    ),
  });
  const given = Object.freeze({ labels: Object.freeze(["a"]), metadata: Object.freeze({ repo: "r" }) });
  const { payload } = engine.dispatch("issue.labels.finalize", given);
  expect(payload).toEqual({ labels: ["a", "x"], metadata: { repo: "r" } });
  expect(payload?.metadata).not.toBe(given.metadata);
  expect(given.labels).toEqual(["a"]);
});

test("the body of a pull request gets its section, and no line of it is a comment", () => {
  const engine = engineOf({
    p: manifest(
      '{id: a, hook: pull_request.description.finalize, effects: [{type: text.ensureSection, heading: Tests, body: "Run – by hand"}]}',
      '{id: b, hook: pull_request.description.finalize, effects: [{type: text.ensureTrailer, key: Refs, value: "1"}]}',
    ),
  });
  const { ok, payload } = engine.dispatch("pull_request.description.finalize", { text: "# Why\n\nÜber.\n" });
  expect(ok).toBe(true);
  expect(payload).toEqual({
    text: "# Why\n\nÜber.\n\n## Tests\n\nRun – by hand\n\nRefs: 1\n",
    metadata: {},
  });
});

test("a text that cannot be written as UTF-8 comes back as it is, unless it is changed", () => {
  const engine = engineOf({ p: manifest(signs("a", "bye")) });
  const half = "\ud83d and bye";
  expect(
    engine.dispatch("pull_request.description.finalize", { text: `${half}\n\nBy: bye` }).payload?.text,
  ).toBe(`${half}\n\nBy: bye`);
  expect(engine.dispatch("pull_request.description.finalize", { text: half }).payload?.text).toBe(
    "\ufffd and bye\n\nBy: bye",
  );
  const labels = engineOf({
    p: manifest(
      "{id: a, hook: issue.labels.finalize, effects: [{type: list.appendUnique, path: labels, values: [é]}]}",
    ),
  });
  const { payload } = labels.dispatch("issue.labels.finalize", { labels: ["\udc00", "ü"] });
  expect(payload?.labels).toEqual(["\udc00", "ü", "é"]);
});

test("at a gate there is nothing to run yet: the payload comes back", () => {
  const engine = engineOf({ p: manifest(signs("a", "bye")) });
  expect(engine.dispatch("push.before", { refs: ["refs/heads/main"], remote: "origin" })).toEqual({
    ok: true,
    payload: { refs: ["refs/heads/main"], remote: "origin", metadata: {} },
    trace: [],
    diagnostics: [],
  });
});

describe("values", () => {
  const value = (engine: ReturnType<typeof engineOf>, env?: { [name: string]: string | undefined }) =>
    engine.dispatch("commit.message.finalize", { text: "x" }, { env }).payload?.text.split(": ")[1];
  const plugin = { p: manifest(trailer("a", "${env.TICKET}", ", missing: skip")) };

  test("come from the engine's env, and those of one dispatch win", () => {
    const engine = engineOf(plugin, { env: { TICKET: "engine" } });
    expect([value(engine), value(engine, { TICKET: "ünit" }), value(engine, { OTHER: "x" })]).toEqual([
      "engine",
      "ünit",
      "engine",
    ]);
  });

  test("come from the process if there is no env", () => {
    process.env["TICKET"] = "of the process";
    expect(value(engineOf(plugin, { env: undefined }))).toBe("of the process");
    delete process.env["TICKET"];
    expect(value(engineOf(plugin, { env: undefined }))).toBe(undefined);
  });

  test("are not what every object inherits", () => {
    const engine = engineOf({ p: manifest(trailer("a", "${env.constructor}", ", missing: skip")) });
    expect(value(engine, {})).toBe(undefined);
  });

  test("that the config file seals win, also those of an envFile, which is read at every dispatch", () => {
    const folder = createFolder({
      "config.yaml": "version: 1\nplugins: {dirs: [p]}\nenv: {TICKET: sealed}\nenvFile: session.env\n",
      "p/plugin.yaml": plugin.p,
    });
    const engine = created({ configFile: join(folder, "config.yaml"), env: { TICKET: "engine" } });
    expect(value(engine, { TICKET: "call" })).toBe("sealed");
    writeFileSync(join(folder, "session.env"), "TICKET=session\n");
    expect(value(engine, { TICKET: "call" })).toBe("session");
    writeFileSync(join(folder, "session.env"), "no value\n");
    const { ok, payload, diagnostics } = engine.dispatch("commit.message.finalize", { text: "x" });
    expect([ok, payload, diagnostics[0]?.code, diagnostics[0]?.source]).toEqual([
      false,
      null,
      "env-file-unreadable",
      `${folder}/session.env:1`,
    ]);
  });

  test("of git's author and committer are what the options say", () => {
    const engine = engineOf({
      p: manifest(
        trailer("a", "${git.author}", ", missing: skip"),
        trailer("b", "${git.committer}", ", missing: skip"),
      ),
    });
    const git = { author: "Änn <ann@example.org>" };
    const { payload, trace } = engine.dispatch("commit.message.finalize", { text: "x" }, { git });
    expect(payload?.text).toBe("x\n\nRefs: Änn <ann@example.org>");
    expect(trace[1]).toMatchObject({ state: "skipped", detail: "'${git.committer}' is not set" });
  });

  test("of config may be nested, dotted, numbers or truths", () => {
    const engine = engineOf(
      { p: manifest(trailer("a", "${config.a.b} ${config.c.d} ${config.e}")) },
      { config: { a: { b: 7 }, "c.d": "ü", e: true } },
    );
    expect(value(engine)).toBe("7 ü true");
  });
});

describe("a commit message", () => {
  const plugin = { p: manifest(trailer("a", "1", ", required: true")) };
  const finalize = (text: string, options = {}) =>
    engineOf(plugin).dispatch("commit.message.finalize", { text }, options);

  test("is cleaned as the options say", () => {
    const text = "x\n\nRefs: 1\n; note\n";
    expect(finalize(text, { cleanup: "strip", commentChar: ";" }).payload?.text).toBe(text);
    expect(finalize(text, { cleanup: "strip" }).payload?.text).not.toBe(text);
  });

  test("that needs somebody who was not named says how to name them", () => {
    const engine = engineOf({ p: manifest(trailer("a", "${git.committer}")) });
    const { ok, diagnostics } = engine.dispatch("commit.message.finalize", { text: "x" });
    expect([ok, diagnostics[0]?.hint]).toEqual([false, "pass git: { committer: 'Name <mail>' }"]);
  });

  test("that git will refuse as empty stays empty, and is refused where git would take it", () => {
    expect(finalize("\n").payload?.text).toBe("\n");
    expect(finalize("\n").trace[0]).toMatchObject({ state: "skipped", detail: "the message is empty" });
    const { ok, diagnostics } = finalize("", { allowEmpty: true });
    expect([ok, diagnostics[0]?.code]).toEqual([false, "empty-message"]);
  });
});

describe("when", () => {
  const hook = (id: string, when: string): string =>
    trailer(id, id).replace("effects:", `when: {${when}}, effects:`);
  const plugin = {
    p: manifest(hook("amended", "commit: [amend]"), hook("acme", "remote: [github.com/acme/*]")),
  };
  const ran = (options: DispatchOptions) => {
    const { trace } = engineOf(plugin).dispatch("commit.message.finalize", { text: "x" }, options);
    return trace.map(({ state, detail }) => `${state}: ${detail}`);
  };

  test("a message is composed, and of no known remote, if nothing is said", () => {
    expect(ran({})).toEqual([
      "skipped: the repository has no remote",
      "skipped: the commit is 'composed', not 'amend'",
    ]);
  });

  test.each(["git@github.com:acme/app.git", "https://github.com/acme/app", "github.com/acme/app"])(
    "holds for what the options say: %s",
    (remote) => {
      expect(ran({ commit: "amend", remotes: ["https://example.org/x", remote] })).toEqual([
        "applied: added 'Refs: acme'",
        "applied: added 'Refs: amended'",
      ]);
    },
  );
});

test("under mode: report nothing is changed or refused, and the trace and warnings tell what would be", () => {
  const folder = createFolder({
    "config.yaml": "version: 1\nplugins: {dirs: [p]}\nmode: report\n",
    "p/plugin.yaml": manifest(
      signs("a", "bye"),
      "{id: b, hook: pull_request.description.finalize, effects: [{type: text.forbidMatch, pattern: x, message: no x}]}",
    ),
  });
  const engine = created({ configFile: join(folder, "config.yaml") });
  const result = engine.dispatch("pull_request.description.finalize", { text: "x" });
  expect([result.ok, result.payload]).toEqual([true, { text: "x", metadata: {} }]);
  expect(result.trace.map(({ state }) => state)).toEqual(["applied", "failed"]);
  expect(result.diagnostics).toMatchObject([{ severity: "warning", code: "rule-broken" }]);
});
