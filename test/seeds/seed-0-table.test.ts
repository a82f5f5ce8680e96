/**
 * The proposal for hooks that plugins declare, sentence by sentence: each row is the line of a promise, what it says, and a
 * test of it. The files are the proposal's, with the indentation that its copy has lost.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEngine, type Engine, type EngineOptions } from "../../library/index.ts";
import { created, type Tree } from "../library/workspace.ts";
import { Sandbox } from "../support/sandbox.ts";
import { createFolder } from "../support/temporary-folder.ts";

const shape = `extensions:
  hookApiVersion: 1
  hooks:
    - id: github.ensure-bot-coauthor
      hook: commit.message.finalize
      priority: 100
      when:
        envPresent: [GITHUB_APP_BOT_NAME, GITHUB_APP_BOT_EMAIL]
      effects:
        - type: text.ensureTrailer
          key: Co-authored-by
          value: "\${env.GITHUB_APP_BOT_NAME} <\${env.GITHUB_APP_BOT_EMAIL}>"
          dedupe: true
          required: true
          missing: error
      policies:
        - file: hooks/commit-message.md
          inject: prompt
`;
const bot = { GITHUB_APP_BOT_NAME: "bot", GITHUB_APP_BOT_EMAIL: "bot@acme.example" };
const trailer = "Co-authored-by: bot <bot@acme.example>";
const policy = { "github/hooks/commit-message.md": "Say why.\n" };

const hooks = (...entries: string[]): string =>
  `extensions:\n  hookApiVersion: 1\n  hooks:\n${entries.map((entry) => `    - ${entry}\n`).join("")}`;
const suffix = (id: string, hook: string, more = "", value = id): string =>
  `{id: ${id}, hook: ${hook}, effects: [{type: text.ensureSuffix, value: "${value}"}]${more}}`;
const label = (id: string, value: string, more = ""): string =>
  `{id: ${id}, hook: issue.labels.finalize, effects: [{type: list.appendUnique, path: labels, values: [${value}]}]${more}}`;

/** Plugins by name, with their files. */
function folderOf(files: Tree): string {
  const given = Object.entries(files).map(([path, content]) => [
    path.includes("/") ? path : `${path}/plugin.yaml`,
    content,
  ]);
  return createFolder(Object.fromEntries(given));
}

function engine(files: Tree, options: EngineOptions = {}): Engine {
  return created({ plugins: [folderOf(files)], env: {}, ...options });
}

const github = (written = shape, options: EngineOptions = {}): Engine =>
  engine({ github: written, ...policy }, { env: bot, ...options });

/** What is wrong with a manifest; empty if nothing is. */
function codes(written: string, more: Tree = {}): string[] {
  const { diagnostics } = createEngine({ plugins: [folderOf({ github: written, ...more })], env: {} });
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

function text(from: Engine, point: string, given: string): string | null {
  return (
    (from.dispatch(point as "response.finalize", { text: given }).payload as { text: string } | null)?.text ??
    null
  );
}

const labels = (from: Engine, given: string[]): unknown =>
  from.dispatch("issue.labels.finalize", { labels: given }).payload;

type Row = readonly [line: number, says: string, check: () => void];

const idea: Row[] = [
  [
    3,
    "a trailer is in every commit, whoever wrote the message",
    () => {
      for (const message of ["Fix", "Fix\n\nBody\n", "Fix\n\nRefs: 1\n"])
        expect(text(github(), "commit.message.finalize", message)).toContain(trailer);
    },
  ],
  [
    5,
    "a section `extensions` in plugin.yaml adds effects and policies to points that core owns",
    () => {
      expect(github().getHookContributions("commit.message.finalize")).toMatchObject([
        {
          id: "github.ensure-bot-coauthor",
          plugin: "github",
          effects: ["text.ensureTrailer"],
          policies: ["hooks/commit-message.md"],
        },
      ]);
    },
  ],
  [
    7,
    "a plugin cannot invent a point, nor a field of a payload",
    () => {
      expect(codes(hooks(suffix("a", "github.commit")))).toEqual(["unknown-hook-point"]);
      expect(
        engine({ a: hooks(suffix("a", "response.finalize")) }).dispatch("response.finalize", {
          text: "x",
          model: "y",
        } as never),
      ).toMatchObject({ ok: false, payload: null });
    },
  ],
  [
    8,
    "a trailer is a trailer, whatever it is for",
    () => {
      const any = hooks(
        "{id: a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Any-Key, value: any value}]}",
      );
      expect(text(engine({ a: any }), "commit.message.finalize", "x")).toBe("x\n\nAny-Key: any value");
    },
  ],
  [
    10,
    "effects are deterministic, and guaranteed",
    () => {
      const results = Array.from({ length: 5 }, () => text(github(), "commit.message.finalize", "Fix\n"));
      expect(new Set(results)).toEqual(new Set([`Fix\n\n${trailer}\n`]));
    },
  ],
  [
    11,
    "policies are guidance: they are in the prompt, and change nothing",
    () => {
      const guided = engine({
        a: hooks("{id: a, hook: response.finalize, policies: [{file: p.md, inject: prompt}]}"),
        "a/p.md": "Be brief.\n",
      });
      expect([text(guided, "response.finalize", "x"), guided.renderHookPolicies()]).toEqual([
        "x",
        expect.stringContaining("Be brief."),
      ]);
    },
  ],
  [
    12,
    "nothing but plugin.yaml adds a hook",
    () => {
      const prose = engine({
        github: "name: github\n",
        "github/SKILL.md": shape,
        "github/hooks/commit-message.md": shape,
      });
      expect(prose.count("commit.message.finalize")).toBe(0);
    },
  ],
  [
    14,
    "priority, then plugin, then id; neither files nor YAML decide",
    () => {
      const unsorted = engine({
        "z/plugin.yaml": `name: b\n${hooks(label("b.two", "b2"), label("b.one", "b1"), label("b.first", "first", ", priority: 1"))}`,
        "y/plugin.yaml": `name: a\n${hooks(label("a.last", "last", ", priority: 900"), label("a.one", "a1"))}`,
      });
      expect(unsorted.getHookContributions("issue.labels.finalize").map(({ id }) => id)).toEqual([
        "b.first",
        "a.one",
        "b.one",
        "b.two",
        "a.last",
      ]);
      expect(labels(unsorted, [])).toEqual({ labels: ["first", "a1", "b1", "b2", "last"], metadata: {} });
    },
  ],
  [
    16,
    "hookApiVersion is 1: another one, or none, is refused",
    () => {
      expect(
        [
          codes(shape, policy),
          codes(shape.replace("Version: 1", "Version: 2"), policy),
          codes(shape.replace("  hookApiVersion: 1\n", ""), policy),
        ].map((each) => each.length > 0),
      ).toEqual([false, true, true]);
    },
  ],
];

const manifest: Row[] = [
  [18, "the manifest loads as it is printed", () => expect(codes(shape, policy)).toEqual([])],
  [
    23,
    "a priority that is left out is 100",
    () =>
      expect(
        github(shape.replace("      priority: 100\n", "")).getHookContributions("commit.message.finalize"),
      ).toMatchObject([{ priority: 100 }]),
  ],
  [
    25,
    "without one of the variables the hook is skipped",
    () => {
      const run = github(shape, { env: { GITHUB_APP_BOT_NAME: "bot" } }).dispatch("commit.message.finalize", {
        text: "Fix",
      });
      expect(run).toMatchObject({ ok: true, payload: { text: "Fix" }, trace: [{ state: "skipped" }] });
    },
  ],
  [
    29,
    "the value is made of variables",
    () => expect(text(github(), "commit.message.finalize", "Fix")).toBe(`Fix\n\n${trailer}`),
  ],
  [
    30,
    "dedupe: one that is there is not added",
    () =>
      expect(text(github(), "commit.message.finalize", `Fix\n\n${trailer}\n`)).toBe(`Fix\n\n${trailer}\n`),
  ],
  [
    31,
    "required: a later hook that undoes it is refused",
    () => {
      const undo = hooks(
        "{id: z.undo, hook: commit.message.finalize, priority: 900, effects: [{type: text.removeTrailer, key: Co-authored-by}]}",
      );
      const { engine: made, diagnostics } = createEngine({
        plugins: [folderOf({ github: shape, ...policy, z: undo })],
        env: bot,
      });
      // A chain that would never come to rest is refused before it runs.
      const run = made?.dispatch("commit.message.finalize", { text: "Fix" });
      expect(run === undefined ? diagnostics.some(({ severity }) => severity === "error") : !run.ok).toBe(
        true,
      );
    },
  ],
  [
    32,
    "missing: error names the variable",
    () => {
      const run = github(shape.replace(/      when:\n.*\n/, ""), { env: {} }).dispatch(
        "commit.message.finalize",
        { text: "Fix" },
      );
      expect([run.ok, run.diagnostics.map(({ message }) => message).join()]).toEqual([
        false,
        expect.stringContaining("GITHUB_APP_BOT_NAME"),
      ]);
    },
  ],
  [
    33,
    "the file of a policy is in the prompt",
    () => expect(github().renderHookPolicies()).toContain("\nSay why.\n"),
  ],
];

const textPoints = [
  "commit.message.prepare",
  "commit.message.finalize",
  "pull_request.description.prepare",
  "pull_request.description.finalize",
] as const;
const table: Row[] = [
  ...([40, 43, 46, 49] as const).map((line, i): Row => [
    line,
    `${textPoints[i]}: a text and metadata`,
    () => {
      const point = textPoints[i] as (typeof textPoints)[number];
      const signed = engine({ a: hooks(suffix("a", point)) });
      expect(signed.dispatch(point, { text: "x\n", metadata: { branch: "b" } })).toMatchObject({
        ok: true,
        payload: { text: "x\n\na\n", metadata: { branch: "b" } },
      });
      for (const wrong of [{}, { text: 1 }, { text: "x", metadata: [] }])
        expect(signed.dispatch(point, wrong as never)).toMatchObject({ ok: false, payload: null });
    },
  ]),
  [
    52,
    "issue.labels.suggest: a list of labels",
    () => {
      const labelled = engine({ a: hooks(label("a", "x").replace("finalize", "suggest")) });
      expect(labelled.dispatch("issue.labels.suggest", { labels: ["b"] })).toMatchObject({
        ok: true,
        payload: { labels: ["b", "x"] },
      });
      expect(labelled.dispatch("issue.labels.suggest", { labels: "b" } as never)).toMatchObject({
        ok: false,
        payload: null,
      });
    },
  ],
  [
    55,
    "response.finalize: a text",
    () =>
      expect(text(engine({ a: hooks(suffix("a", "response.finalize")) }), "response.finalize", "x")).toBe(
        "x\n\na",
      ),
  ],
  [
    58,
    "core owns the points: their table cannot be changed",
    () => {
      const { points } = github();
      expect(Object.isFrozen(points) && Object.isFrozen(points["response.finalize"])).toBe(true);
    },
  ],
];

const effects: Row[] = [
  [
    62,
    "text.ensureTrailer: key and value, where git finds trailers",
    () => {
      const sandbox = new Sandbox();
      const message = text(github(), "commit.message.finalize", "Fix\n\nBody\n") ?? "";
      expect(sandbox.realGit(["interpret-trailers", "--parse"], { input: message }).stdout).toBe(
        `${trailer}\n`,
      );
    },
  ],
  [
    64,
    "text.ensureSection: a heading of Markdown",
    () => {
      const made = engine({
        a: hooks("{id: a, hook: response.finalize, effects: [{type: text.ensureSection, heading: Tests}]}"),
      });
      expect(
        ["x", "## Tests\n", "# tests\n\nx\n"].map((each) => text(made, "response.finalize", each)),
      ).toEqual(["x\n\n## Tests", "## Tests\n", "# tests\n\nx\n"]);
    },
  ],
  [
    66,
    "text.ensurePrefix: the text starts with a value",
    () => {
      const made = engine({
        a: hooks('{id: a, hook: response.finalize, effects: [{type: text.ensurePrefix, value: "Re: "}]}'),
      });
      expect(["x", "Re: x"].map((each) => text(made, "response.finalize", each))).toEqual(["Re: x", "Re: x"]);
    },
  ],
  [
    68,
    "text.ensureSuffix: the text ends with a value",
    () => {
      const made = engine({ a: hooks(suffix("a", "response.finalize", "", "bye")) });
      expect(["x", "x\n\nbye", "x\n"].map((each) => text(made, "response.finalize", each))).toEqual([
        "x\n\nbye",
        "x\n\nbye",
        "x\n\nbye\n",
      ]);
    },
  ],
  [
    70,
    "list.appendUnique: values that are not there",
    () => {
      const made = engine({ a: hooks(label("a", "x, y")) });
      expect([[], ["y"], ["x", "z", "y"]].map((each) => labels(made, each))).toMatchObject([
        { labels: ["x", "y"] },
        { labels: ["y", "x"] },
        { labels: ["x", "z", "y"] },
      ]);
    },
  ],
  [
    72,
    "running an effect twice is running it once",
    () => {
      const every = hooks(
        '{id: a, hook: pull_request.description.finalize, effects: [{type: text.ensurePrefix, value: "P "}, {type: text.ensureSection, heading: S}, {type: text.ensureSuffix, value: bye}, {type: text.ensureTrailer, key: K, value: v}]}',
      );
      for (const given of ["", "x", "x\n\nK: w\n", "## S\n\nbye\n"]) {
        const once = text(engine({ a: every }), "pull_request.description.finalize", given) as string;
        expect(text(engine({ a: every }), "pull_request.description.finalize", once)).toBe(once);
      }
    },
  ],
];

const when = (condition: string): string => hooks(suffix("a", "response.finalize", `, when: ${condition}`));
const conditions: Row[] = [
  [
    75,
    "envPresent: variables must be set",
    () => {
      const states = [{}, { A: "" }, { A: "1" }].map((env) =>
        text(engine({ a: when("{envPresent: [A]}") }, { env }), "response.finalize", "x"),
      );
      expect(states).toEqual(["x", "x", "x\n\na"]);
    },
  ],
  [
    76,
    "configPresent: config keys must be set",
    () => {
      const states = [{}, { github: { repo: "acme/app" } }].map((config) =>
        text(engine({ a: when("{configPresent: [github.repo]}") }, { config }), "response.finalize", "x"),
      );
      expect(states).toEqual(["x", "x\n\na"]);
    },
  ],
  [
    77,
    "there are no expressions",
    () => {
      for (const condition of ["{if: 'A == 1'}", "{any: [{envPresent: [A]}]}", "'A'", "{envPresent: A}"])
        expect(codes(when(condition))).not.toEqual([]);
    },
  ],
];

const overrides: Row[] = [
  [
    79,
    "the app that installs a plugin can disable a hook of it",
    () => {
      const folder = folderOf({
        "plugins/github/plugin.yaml": shape,
        "plugins/github/hooks/commit-message.md": "x",
      });
      const config = `version: 1\nplugins:\n  dirs: [${join(folder, "plugins")}]\n  manifests:\n    github:\n      extensions:\n        disabledHooks:\n          - github.ensure-bot-coauthor\n`;
      const configFile = join(createFolder({ "config.yaml": config }), "config.yaml");
      const made = created({ configFile, env: bot });
      expect([text(made, "commit.message.finalize", "Fix"), made.renderHookPolicies()]).toEqual(["Fix", ""]);
    },
  ],
  [
    84,
    "through the library, too; one that does not exist is an error",
    () => {
      expect(
        text(
          github(shape, { disabledHooks: { github: ["github.ensure-bot-coauthor"] } }),
          "commit.message.finalize",
          "Fix",
        ),
      ).toBe("Fix");
      expect(
        createEngine({ plugins: [folderOf({ github: shape, ...policy })], disabledHooks: { github: ["no"] } })
          .engine,
      ).toBeNull();
    },
  ],
];

const indented = (entry: string): string => hooks(entry.replaceAll("\n", "\n      "));
const uses: Row[] = [
  [
    88,
    "a template for pull requests",
    () => {
      const template = indented(
        "id: github.pr.template\nhook: pull_request.description.prepare\neffects:\n  - type: text.ensureSection\n    heading: Summary\n  - type: text.ensureSection\n    heading: Test Plan",
      );
      expect(text(engine({ github: template }), "pull_request.description.prepare", "")).toBe(
        "## Summary\n\n## Test Plan",
      );
    },
  ],
  [
    96,
    "default labels for issues",
    () => {
      const defaults = indented(
        "id: github.issue.default-labels\nhook: issue.labels.finalize\neffects:\n  - type: list.appendUnique\n    path: labels\n    values: [needs-triage]",
      );
      expect(labels(engine({ github: defaults }), ["bug"])).toMatchObject({
        labels: ["bug", "needs-triage"],
      });
    },
  ],
  [
    103,
    "guidance for responses",
    () => {
      const guidance = indented(
        "id: sentry.response-format\nhook: response.finalize\npolicies:\n  - file: hooks/response-style.md\n    inject: prompt",
      );
      const made = engine({ sentry: guidance, "sentry/hooks/response-style.md": "Be brief.\n" });
      expect(made.renderHookPolicies(["response.finalize"])).toContain("Be brief.");
    },
  ],
];

const considerations: Row[] = [
  [
    110,
    "the message exists as text, and hooks run on it, before git commits it",
    () => {
      const sandbox = new Sandbox();
      expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "work"])).toMatchObject({ status: 0 });
      expect(sandbox.message()).toContain("Co-authored-by: ");
    },
  ],
  [
    117,
    "effects have a schema: types and keys that there are not are refused",
    () => {
      const effect = (form: string): string[] =>
        codes(hooks(`{id: a, hook: commit.message.finalize, effects: [${form}]}`));
      for (const form of [
        "{type: text.ensureTailer, key: K, value: v}",
        "{type: text.ensureTrailer, value: v}",
        "{type: text.ensureTrailer, key: K, value: v, dedup: true}",
        "{type: text.ensureTrailer, key: 'a b', value: v}",
        "{type: text.ensureSection, heading: S}",
        "{type: list.appendUnique, path: labels, values: [x]}",
      ])
        expect(effect(form), form).not.toEqual([]);
      expect(effect("{type: text.ensureTrailer, key: K, value: v}")).toEqual([]);
    },
  ],
  [
    119,
    "ids: small letters, digits, dots and dashes, a letter first",
    () => {
      const states = ["a", "a.b-c9", "a.", "A", "9a", ".a", "a_b", "a b", "a/b", ""].map(
        (id) => codes(hooks(suffix(`'${id}'`, "response.finalize", "", "x"))).length === 0,
      );
      expect(states).toEqual([true, true, true, false, false, false, false, false, false, false]);
    },
  ],
  [
    121,
    "hooks: names that are points",
    () => expect(codes(hooks(suffix("a", "commit.message.finalise")))).toEqual(["unknown-hook-point"]),
  ],
  [
    122,
    "policies: files that exist, in the plugin's folder",
    () => {
      const named = (file: string): string[] =>
        codes(hooks(`{id: a, hook: response.finalize, policies: [{file: ${file}, inject: prompt}]}`), {
          "github/p.md": "x",
          "other.md/x": "",
        });
      expect(["p.md", "q.md", "../other.md", "/etc/passwd"].map((file) => named(file).length === 0)).toEqual([
        true,
        false,
        false,
        false,
      ]);
    },
  ],
  [
    123,
    "references: env and config, in their form",
    () => {
      const value = (reference: string): string[] =>
        codes(
          hooks(
            `{id: a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: K, value: "${reference}"}]}`,
          ),
        );
      expect(
        ["${env.A}", "${config.a.b}", "${A}", "${env.}", "${env.A", "${env.A-B}", "${process.env.A}"].map(
          (each) => value(each).length === 0,
        ),
      ).toEqual([true, true, false, false, false, false, false]);
    },
  ],
  [
    126,
    "what is known of a plugin has its resolved contributions",
    () => {
      const [contribution] = github().getHookContributions("commit.message.finalize");
      expect(Object.keys(contribution ?? {})).toEqual(
        expect.arrayContaining(["id", "point", "plugin", "priority", "effects", "policies"]),
      );
    },
  ],
  [
    128,
    "getHookContributions gives those of a point, and of no other",
    () => {
      const made = engine({ a: hooks(label("a", "x"), suffix("b", "response.finalize")) });
      expect(made.getHookContributions("issue.labels.finalize").map(({ id }) => id)).toEqual(["a"]);
      expect(() => made.getHookContributions("no.such" as never)).toThrow();
    },
  ],
  [
    129,
    "they are sorted when they are registered",
    () => {
      const made = engine({
        a: hooks(label("a.z", "x"), label("a.b", "y"), label("a.a", "z", ", priority: 200")),
      });
      expect(made.getHookContributions("issue.labels.finalize").map(({ id }) => id)).toEqual([
        "a.b",
        "a.z",
        "a.a",
      ]);
    },
  ],
  [
    131,
    "policies are read when the engine is made",
    () => {
      const folder = folderOf({ github: shape, ...policy });
      const made = created({ plugins: [folder], env: bot });
      const { engine: later } = createEngine({ plugins: [join(folder, "nowhere")], env: bot });
      expect([made.renderHookPolicies(), later]).toEqual([expect.stringContaining("Say why."), null]);
    },
  ],
  [
    133,
    "they are one section <hook-policies>",
    () =>
      expect(github().renderHookPolicies()).toMatch(/^<hook-policies>\n[^]*Say why\.\n<\/hook-policies>\n$/),
  ],
  [
    135,
    "plugins define no points",
    () => expect(codes(`${shape}  points: [{name: my.point}]\n`, policy)).not.toEqual([]),
  ],
];

describe.each([
  ["the idea", idea],
  ["the manifest", manifest],
  ["the points", table],
  ["the effects", effects],
  ["conditions", conditions],
  ["overrides", overrides],
  ["other uses", uses],
  ["considerations", considerations],
])("%s", (_, rows) => {
  test.each(rows)("line %i: %s", (_line, _says, check) => {
    check();
  });
});
