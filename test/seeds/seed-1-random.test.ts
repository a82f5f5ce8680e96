/**
 * 5,000 random cases of the document on plugin hooks, the product beside the reference: what is found and in which order,
 * what its answers come to, what a hook is told, and what an installed plugin has. A few run real programs.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeContents, hookNames } from "../../cli/plugin/plugin-contents.ts";
import { readPluginFolder } from "../../cli/plugin/read-folder.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { programInput } from "../../engine/lifecycle/declared/program-input.ts";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { resolvePoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import type { DeclaredHook } from "../../engine/lifecycle/declared/declared-hook.ts";
import { engineOf } from "../../library/engine-of.ts";
import {
  createHandlerRegistry,
  type Engine,
  type HandlerRegistry,
  type HookValue,
  type RunResult,
} from "../../library/index.ts";
import { discoverExecutables, type HookRoot } from "../../library/discover-programs.ts";
import type { EndedProgram } from "../../engine/core/program-answer.ts";
import { readSaid } from "../../library/programs/command-handler.ts";
import { runProgram } from "../../library/programs/run-program.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { createRandom, type Random } from "./random.ts";
import {
  discover,
  payloadOf,
  run,
  scan,
  type Base,
  type End,
  type Entry,
  type Folder,
  type Home,
} from "./seed-1-reference.ts";

const folder = mkdtempSync(join(tmpdir(), "interlock-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const events = [
  "before_tool_call",
  "after_tool_call",
  "user_message_send",
  "agent_stop",
  "turn_end",
] as const;

/** What an executable prints when it is asked; the text of the file says it. */
const answers = [
  ...events,
  ...events,
  "nonsense",
  "",
  "fails",
  "Before_Tool_Call",
  "before_tool_call turn_end",
];
const scriptFor = (answer: string): string =>
  answer === "fails" ? "#!/bin/sh\nexit 3\n" : `#!/bin/sh\necho '${answer}'\n`;
const answerOf = (text: string): string | null => /^echo '(.*)'$/m.exec(text)?.[1] ?? null;
const typeOf = (text: string): string | null => {
  const answer = answerOf(text);
  return events.find((event) => event === answer) ?? null;
};

const names = ["a", "b", "a-b", "a.b", "B", "ä", "😀", "ﬁ", "log calls", "x.disable", ".hidden", "z.md", "0"];
const pluginNames = ["org@repo", "org@repo-2", "org", "a@b@c", "org@Repo", "é@x", ".dot", "z"];

function randomEntry(random: Random, depth: number): Entry {
  const roll = random.below(100);
  if (roll < 60) return { kind: "executable", text: scriptFor(random.pick(answers)) };
  if (roll < 80) return { kind: "file", text: scriptFor(random.pick(answers)) };
  if (roll < 88 || depth > 1) return { kind: "broken", text: "" };
  return { kind: "folder", entries: randomFolder(random, depth + 1, 25) };
}

function randomFolder(random: Random, depth: number, percent: number): Folder {
  return Object.fromEntries(random.some(names, percent).map((name) => [name, randomEntry(random, depth)]));
}

function randomPlugin(random: Random): Entry {
  if (random.chance(8)) return random.chance(50) ? { kind: "file", text: "" } : { kind: "broken", text: "" };
  const entries: Folder = {};
  if (random.chance(85))
    entries["hooks"] = random.chance(92)
      ? { kind: "folder", entries: randomFolder(random, 0, 20) }
      : { kind: "file", text: "" };
  if (random.chance(30))
    entries["skills"] = {
      kind: "folder",
      entries: { one: { kind: "folder", entries: { "SKILL.md": { kind: "file", text: "" } } } },
    };
  return { kind: "folder", entries };
}

function randomHome(random: Random): Home {
  const plugins = random.some(pluginNames, 25).map((name) => [name, randomPlugin(random)] as const);
  return {
    hooks: random.chance(85) ? randomFolder(random, 0, 25) : null,
    plugins: random.chance(85) ? Object.fromEntries(plugins) : null,
  };
}

function write(path: string, entries: Folder): void {
  mkdirSync(path, { recursive: true });
  for (const [name, entry] of Object.entries(entries)) {
    const at = join(path, name);
    if (entry.kind === "folder") write(at, entry.entries);
    else if (entry.kind === "broken") symlinkSync("nowhere", at);
    else {
      writeFileSync(at, entry.text);
      if (entry.kind === "executable") chmodSync(at, 0o755);
    }
  }
}

function writeHome({ hooks, plugins }: Home, root: string): void {
  mkdirSync(root, { recursive: true });
  if (hooks !== null) write(join(root, "hooks"), hooks);
  if (plugins !== null) write(join(root, "plugins"), plugins);
}

const setting = { env: () => undefined, cwd: folder, isSealed: false, allow: true };

/** Says what the file would print, without starting it. */
function answering(texts: ReadonlyMap<string, string>): typeof runProgram {
  return ({ file }) => {
    const answer = answerOf(texts.get(file) ?? "");
    const end: EndedProgram = {
      stdout: answer === null ? "" : `${answer}\n`,
      stderr: "",
      status: answer === null ? 3 : 0,
      failure: "",
    };
    return Promise.resolve(end);
  };
}

function textsIn(entries: Folder, path: string, texts = new Map<string, string>()): Map<string, string> {
  for (const [name, entry] of Object.entries(entries)) {
    if (entry.kind === "folder") textsIn(entry.entries, join(path, name), texts);
    else texts.set(join(path, name), entry.text);
  }
  return texts;
}

async function compareDiscovery(seed: number, areReal: boolean): Promise<void> {
  const random = createRandom(seed);
  const homes = (["repository", "user"] as const).map((layer) => {
    const root = join(folder, `${areReal ? "real" : "case"}-${seed}`, layer);
    return { layer, root, home: randomHome(random) };
  });
  for (const { home, root } of homes) writeHome(home, root);
  const roots: HookRoot[] = homes.map(({ layer, root }) => ({ layer, folder: root }));
  const texts = new Map(
    homes.flatMap(({ home, root }) => [
      ...textsIn(
        {
          hooks: { kind: "folder", entries: home.hooks ?? {} },
          plugins: { kind: "folder", entries: home.plugins ?? {} },
        },
        root,
      ),
    ]),
  );
  const { hooks } = await discoverExecutables(roots, setting, areReal ? runProgram : answering(texts));
  // As an engine runs them.
  const found = [...hooks]
    .sort((a, b) => ((a.place ?? "") < (b.place ?? "") ? -1 : 1))
    .map(({ id, event, handler }) => ({ name: id, path: handler.command[0], type: event }));
  expect(found, `seed ${seed}`).toEqual(discover(homes, typeOf));
  rmSync(join(folder, `${areReal ? "real" : "case"}-${seed}`), { recursive: true });
}

test("1,250 random folders: the same hooks, in the same order", async () => {
  for (let seed = 0; seed < 1250; seed++) await compareDiscovery(seed, false);
});

test("20 of them asked for real", async () => {
  for (let seed = 5000; seed < 5020; seed++) await compareDiscovery(seed, true);
});

const values: readonly unknown[] = [
  true,
  true,
  false,
  null,
  0,
  1,
  "true",
  "",
  "no",
  [],
  {},
  [true],
  { path: "b" },
];

/** What a hook may print, most of it in order. */
function randomEnd(random: Random, type: string): End {
  const roll = random.below(100);
  const status = random.chance(12) ? random.pick([1, 2, 127, null]) : 0;
  if (roll < 8) return { status, stdout: random.pick(["", "\n", "done", "null", "true", "blocked: true"]) };
  if (roll < 14)
    return {
      status,
      stdout: random.pick(["{", '{"blocked": true', "[]", '[{"blocked": true}]', "{}}", "[1"]),
    };
  const said: { [field: string]: unknown } = {};
  // There it says that the agent shall go on, of which the document does not speak.
  if (type !== "agent_stop" && random.chance(70))
    said["blocked"] = random.chance(75) ? random.chance(30) : random.pick(values);
  if (random.chance(40))
    said["reason"] = random.chance(80) ? random.pick(["no", "two\nlines", "ä", ""]) : random.pick(values);
  if (random.chance(40))
    said["input"] = random.chance(80) ? { path: random.pick(["b", "c"]) } : random.pick(values);
  if (random.chance(30))
    said["output"] = random.chance(80) ? { text: random.pick(["x", "y"]) } : random.pick(values);
  if (random.chance(30)) said["follow_up_messages"] = random.some(["one", "two", "three"], 50);
  if (random.chance(20)) said["success"] = true;
  return { status, stdout: `${JSON.stringify(said)}${random.chance(50) ? "\n" : ""}` };
}

/** The first hooks are the repository's, the others the user's; plugins have names that sort the other way. */
async function compareRun(seed: number): Promise<void> {
  const random = createRandom(seed);
  const type = random.pick(events);
  const ends = Array.from({ length: random.below(5) }, () => randomEnd(random, type));
  const fromUser = random.below(5);
  const hooks = ends.map((_, i): DeclaredHook => ({
    ...declared(type, `hook-${i}`),
    plugin: `plugin-${9 - i}`,
    place: String(i),
    layer: i < fromUser ? "repository" : "user",
  }));
  const registry = createHandlerRegistry();
  // In place of the programs: each ends as the case says.
  registry.registerHandler("command", ({ id, point }) => () => {
    const { status, stdout } = ends[Number(id.slice("hook-".length))] as End;
    const failure = status === null ? "late" : "";
    const end: EndedProgram = { stdout, stderr: "why\n", status: status ?? 0, failure };
    return readSaid(end, 1000, point, { dialect: "kodelet", statusRefuses: true });
  });
  const engine = engineWith(hooks.reverse(), registry);
  const input = { path: "a" };
  const fields = { tool_name: "x", tool_input: input, tool_output: { text: "secret" } };
  const payload = type === "user_message_send" ? { message: "x" } : fields;
  const got = verdictOf(type, await engine.dispatchAsync(type as "turn_end", payload));
  const expected = run(type, ends, type === "before_tool_call" ? input : undefined);
  expect(got, `seed ${seed}: ${type} ${JSON.stringify(ends)}`).toEqual(expected);
}

const { plan } = compilePlan({ install: "", user: "", repository: "" }, nodeConfigFiles, {
  planDirOf,
  sealedOf,
});

function engineWith(programs: readonly DeclaredHook[], registry: HandlerRegistry, base: Base = {}): Engine {
  if (plan === null) throw new Error("there is no plan");
  const parts = { plan, hooks: [], programs, policies: [], env: () => undefined, isSealed: false };
  return engineOf(parts, { registry, cwd: folder, base });
}

/** What the product says, as the document has it. */
function verdictOf(type: string, { ok, result, payload, problems }: RunResult): object {
  const said = result ?? {};
  const reason =
    problems.find(({ code }) => code === "hook-refused") === undefined ? null : said["blockReason"];
  const followUps = said["follow_up_messages"];
  return {
    blocked: !ok,
    reason: reason === "no reason given" ? null : (reason ?? null),
    input: ok && type === "before_tool_call" ? payload?.["tool_input"] : undefined,
    output: type === "after_tool_call" ? said["output"] : undefined,
    followUps: type === "agent_stop" ? (followUps ?? []) : [],
    failures: problems.filter(({ code }) => code === "hook-failed").length,
  };
}

test("1,750 random runs: the same verdict, reason, input, output and messages", async () => {
  for (let seed = 10_000; seed < 11_750; seed++) await compareRun(seed);
});

const texts = ["", "c-1", "main", "subagent", "deploy", "ä", "a b"];

/** A base, a payload that says some of it anew, and what a hook reads. */
async function comparePayload(seed: number): Promise<void> {
  const random = createRandom(seed);
  const randomBase = (percent: number): Base => {
    const given = random
      .some(["conv_id", "invoked_by", "recipe_name"], percent)
      .map((name) => [name, random.pick(texts)]);
    return {
      ...Object.fromEntries(given),
      ...(random.chance(percent / 2) ? { cwd: random.pick([folder, tmpdir()]) } : {}),
    };
  };
  const [base, own] = [randomBase(60), randomBase(30)];
  const event = random.pick(["turn_end", "agent_stop", "before_tool_call"] as const);
  const fields = random.pick([
    { response: "r", turn_number: seed },
    { tool_input: { path: "a" }, tool_user_id: "t" },
    { messages: [{ role: "user" }] },
  ]);
  const payload = { tool_name: "x", ...fields };
  let seen: HookValue = {};
  const registry = createHandlerRegistry();
  registry.registerHandler("command", () => (given, context) => {
    seen = programInput(given, context, event, "kodelet");
  });
  const engine = engineWith([declared(event)], registry, base);
  await engine.dispatchAsync(event, { ...payload, ...own });
  const expected = payloadOf(event, { ...base, ...own }, payload, folder);
  // Without a conversation, the run has an id of its own.
  const { conv_id = seen["conv_id"] } = expected as Base;
  expect(seen, `seed ${seed}`).toEqual({ ...expected, conv_id });
  expect(typeof seen["conv_id"]).toBe("string");
}

function declared(event: string, id = "h"): DeclaredHook {
  const none = { args: [], timeoutMs: null, onFailure: null, env: [], deterministic: false, cwd: null };
  const usual = { writtenKind: "command", statusRefuses: true, workingDir: null };
  return {
    id,
    plugin: "local",
    event,
    layer: "user",
    priority: 100,
    source: "",
    summary: "",
    disabledBy: null,
    present: [],
    onlyFor: {},
    environments: [],
    match: {},
    point: resolvePoint(event) as PointName,
    handler: { ...none, ...usual, kind: "command", command: [id, "run"], dialect: "kodelet", folder: "" },
  };
}

test("1,000 random payloads: the same fields", async () => {
  for (let seed = 20_000; seed < 21_000; seed++) await comparePayload(seed);
});

/** As it may be installed: without links. */
function randomTree(random: Random): Folder {
  const withoutLinks = (entries: Folder): Folder =>
    Object.fromEntries(
      Object.entries(entries)
        .filter(([name, { kind }]) => kind !== "broken" && name !== "B")
        .map(([name, entry]) => [
          name,
          entry.kind === "folder" ? { ...entry, entries: withoutLinks(entry.entries) } : entry,
        ]),
    );
  const skill = (): Folder =>
    random.chance(70)
      ? { "SKILL.md": { kind: random.pick(["file", "executable"] as const), text: "x" } }
      : { "README.md": { kind: "file", text: "x" } };
  const parts: [string, Folder][] = [
    ["hooks", withoutLinks(randomFolder(random, 0, 30))],
    [
      "skills",
      Object.fromEntries(
        random.some(["pdf", "xlsx", "a-b"], 50).map((name) => [name, { kind: "folder", entries: skill() }]),
      ),
    ],
    [
      "recipes",
      Object.fromEntries(
        random
          .some(["one.md", "two.md", "not.txt", "three"], 50)
          .map((name) => [name, { kind: "file", text: "x" }]),
      ),
    ],
    ["other", withoutLinks(randomFolder(random, 0, 30))],
  ];
  return Object.fromEntries(
    random.some(parts, 80).map(([name, entries]) => [name, { kind: "folder", entries }]),
  );
}

test("1,000 random plugins: the same skills, recipes and hooks", () => {
  for (let seed = 30_000; seed < 31_000; seed++) {
    const random = createRandom(seed);
    const tree = randomTree(random);
    const path = join(folder, `plugin-${seed}`);
    write(path, tree);
    const read = readPluginFolder(encodeUtf8(path));
    if ("message" in read) throw new Error(read.message);
    const { contents } = describeContents(path, read);
    const { skills, recipes } = contents;
    expect({ skills, recipes, hooks: hookNames(contents) }, `seed ${seed}`).toEqual(scan(tree));
    rmSync(path, { recursive: true });
  }
});
