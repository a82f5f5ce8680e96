/**
 * 5,000 random cases of the proposal for declared hooks, the product beside the reference: plugins, an environment and
 * texts, and every tenth engine with a mistake that must be refused, every tenth payload of a wrong type.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createEngine, type Engine } from "../../library/index.ts";
import { createRandom, type Random } from "./random.ts";
import {
  contributionsTo,
  runPoint,
  type Contribution,
  type Effect,
  type Plugin,
  type World,
} from "./seed-0-reference.ts";

const folder = mkdtempSync(join(tmpdir(), "interlock-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messages = ["commit.message.prepare", "commit.message.finalize"];
const descriptions = ["pull_request.description.prepare", "pull_request.description.finalize"];
const lists = ["issue.labels.finalize", "issue.labels.suggest"];
const points = [...messages, ...descriptions, ...lists, "response.finalize"];

const values = [
  "v",
  "two words",
  "${env.A}",
  "${env.B} <${env.C}>",
  "${config.team}",
  "for ${config.team.name}",
];
const labels = ["bug", "needs-triage", "docs", "p1"];

/**
 * Where there is no title, sections, a prefix, a suffix and trailers may undo each other, and are refused together: a point
 * has kinds that do not.
 */
function randomEffect(random: Random, point: string, kinds: { [point: string]: string }): Effect {
  if (lists.includes(point))
    return { type: "list.appendUnique", values: random.some(labels, 50).concat(random.pick(labels)) };
  const roll = random.below(3);
  if (point !== "response.finalize" && roll === 0)
    return {
      type: "text.ensureTrailer",
      key: random.pick(["Refs", "Built-with", "Team"]),
      value: random.pick(values),
      missing: random.pick(["error", "warn", "skip"]),
    };
  const type = messages.includes(point)
    ? random.pick(["text.ensurePrefix", "text.ensureSuffix"])
    : (kinds[point] ?? "");
  if (type === "text.ensureSection") return { type, heading: random.pick(["Summary", "Test Plan", "Notes"]) };
  // One of each is enough: two prefixes would never come to rest, and are refused.
  return { type, value: "" };
}

function randomPlugins(random: Random): Plugin[] {
  const used = new Set<string>();
  const kindAt = (point: string): string =>
    random.pick([
      "text.ensureSection",
      "text.ensureSuffix",
      ...(descriptions.includes(point) ? [] : ["text.ensurePrefix"]),
    ]);
  const kinds = Object.fromEntries(points.map((point) => [point, kindAt(point)]));
  return random.some(["b", "a", "c-2", "c"], 60).map((name) => ({
    name,
    hooks: random.some(["z", "y.1", "y-1", "x", "a", "m.n"], 45).map((id): Contribution => {
      const hook = random.pick(points);
      const effects = Array.from({ length: 1 + random.below(2) }, () =>
        randomEffect(random, hook, kinds),
      ).filter((effect) => {
        if (effect.value !== "") return true;
        const slot = `${effect.type} ${hook}`;
        effect.value = effect.type === "text.ensurePrefix" ? "[pre] " : "So it ends.";
        return !used.has(slot) && used.add(slot);
      });
      const when = {
        envPresent: random.some(["A", "B"], 15),
        configPresent: random.some(["team", "team.name"], 10),
      };
      return {
        id: `${name}.${id}`,
        hook,
        ...(random.chance(60) ? { priority: random.pick([1, 50, 100, 101, 900]) } : {}),
        ...(random.chance(50) ? { when } : {}),
        effects,
        ...(effects.length === 0 || random.chance(25) ? { policy: `policy of ${name}.${id}` } : {}),
      };
    }),
  }));
}

function randomWorld(random: Random, plugins: readonly Plugin[]): World {
  const pairs = (names: readonly string[]): { [name: string]: string } =>
    Object.fromEntries(random.some(names, 70).map((name) => [name, random.pick(["one", "bot", ""])]));
  const config = pairs(["team", "team.name"].slice(random.below(2), 2).slice(0, 1));
  return {
    env: pairs(["A", "B", "C"]),
    config: Object.fromEntries(Object.entries(config).filter(([, value]) => value !== "")),
    disabled: Object.fromEntries(
      plugins.map(({ name, hooks }) => [name, random.some(hooks, 10).map(({ id }) => id)]),
    ),
  };
}

/** JSON is YAML. */
function writePlugins(path: string, plugins: readonly Plugin[], spoil: Mistake | null = null): void {
  plugins.forEach(({ name, hooks }, i) => {
    const written = hooks.map(({ policy, effects, ...hook }) => ({
      ...hook,
      effects: effects.map((effect) =>
        effect.type === "list.appendUnique" ? { path: "labels", ...effect } : effect,
      ),
      ...(policy === undefined ? {} : { policies: [{ file: `${hook.id}.md`, inject: "prompt" }] }),
    }));
    const manifest = { name, extensions: { hookApiVersion: 1, hooks: written } };
    if (i === 0) spoil?.(manifest as never);
    // Folders that sort the other way, and hooks in no order: neither decides.
    const at = join(path, `${9 - i}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "plugin.yaml"), JSON.stringify(manifest));
    for (const { id, policy } of hooks)
      if (policy !== undefined) writeFileSync(join(at, `${id}.md`), `${policy}\n`);
  });
}

function make(paths: string[], { env, config, disabled }: World): ReturnType<typeof createEngine> {
  return createEngine({ plugins: paths, env, config, disabledHooks: disabled });
}

const paragraphs = [
  "Retry uploads",
  "A line\nand another",
  "## Summary",
  "### notes",
  "So it ends.",
  "Refs: 1 is no trailer\nhere",
];

/** A title, paragraphs and trailers. */
function randomText(random: Random): string {
  const trailers = random.chance(40)
    ? [
        random
          .some(["Refs: v", "Team: bot", "Signed-off-by: A <a@b.c>", "built-with: TWO words"], 50)
          .join("\n"),
      ]
    : [];
  const body = [
    random.pick(["Fix", "[pre] Fix", "Add a thing"]),
    ...random.some(paragraphs, 25),
    ...trailers.filter((each) => each !== ""),
  ];
  return body.join("\n\n") + random.pick(["", "\n"]);
}

function compareDispatch(
  random: Random,
  engine: Engine,
  plugins: readonly Plugin[],
  world: World,
  about: string,
): void {
  const point = random.pick(points);
  const isList = lists.includes(point);
  const own = contributionsTo(point, plugins, world);
  const fire = (payload: object) =>
    engine.dispatch(point as "response.finalize", payload as { text: string });
  if (random.chance(10)) {
    const wrong = random.pick([
      {},
      { text: 5 },
      { text: null },
      { labels: "bug" },
      { labels: [1] },
      { text: "x", other: "y" },
      { text: ["x"] },
      null,
    ]);
    expect(fire(wrong as object), about).toMatchObject({ ok: false, payload: null, trace: [] });
    return;
  }
  const given = isList ? random.some([...labels, "extra"], 40) : randomText(random);
  const run = fire(isList ? { labels: given } : { text: given });
  const expected = runPoint<string | string[]>(own, given, world, point !== "response.finalize");
  const told = `${about} at ${point}: ${JSON.stringify({ given, own, world })}`;
  expect(run.ok, told).toBe(expected.ok);
  if (!expected.ok) return;
  expect(Object.values(run.payload ?? {})[0], told).toEqual(expected.value);
  const states = run.trace
    .filter(({ state }) => state !== "disabled")
    .map(({ id, state }) => ({ id, isApplied: state === "applied" }));
  expect(states, told).toEqual(expected.steps);
  const again = fire(isList ? { labels: expected.value } : { text: expected.value });
  expect(Object.values(again.payload ?? {})[0], `again, ${told}`).toEqual(expected.value);
}

function compareLists(engine: Engine, plugins: readonly Plugin[], world: World, about: string): void {
  const prompt = engine.renderHookPolicies();
  for (const point of points) {
    const own = contributionsTo(point, plugins, world);
    const listed = engine.getHookContributions(point as "response.finalize");
    expect(
      listed.map(({ id }) => id),
      about,
    ).toEqual(own.map(({ id }) => id));
    for (const { policy = "", id } of own) expect(prompt, `${about}: ${id}`).toContain(policy);
  }
}

/** A mistake in a manifest: each must be refused. */
type Mistake = (manifest: {
  extensions: { [key: string]: unknown; hooks: { [key: string]: unknown }[] };
}) => void;

const mistakes: readonly Mistake[] = [
  ({ extensions }) => (extensions["hookApiVersion"] = 2),
  ({ extensions }) => (extensions["hookApiVersion"] = "1"),
  ({ extensions }) => delete extensions["hookApiVersion"],
  ({ extensions }) => (extensions.hooks = "none" as never),
  ({ extensions: { hooks } }) => hooks.push({ id: "Upper", hook: "response.finalize", effects: [] }),
  ({ extensions: { hooks } }) =>
    hooks.push({ id: "new", hook: "no.such.point", effects: [{ type: "text.ensureSuffix", value: "x" }] }),
  ({ extensions: { hooks } }) =>
    hooks.push({ id: "new", hook: "response.finalize", effects: [{ type: "text.ensureEnd", value: "x" }] }),
  ({ extensions: { hooks } }) =>
    hooks.push({ id: "new", hook: "response.finalize", effects: [{ type: "text.ensureSuffix", value: 5 }] }),
  ({ extensions: { hooks } }) =>
    hooks.push({ id: "new", hook: "response.finalize", effects: { type: "text.ensureSuffix", value: "x" } }),
  ({ extensions: { hooks } }) =>
    hooks.push({
      id: "new",
      hook: "response.finalize",
      priority: "first",
      effects: [{ type: "text.ensureSuffix", value: "x" }],
    }),
  ({ extensions: { hooks } }) =>
    hooks.push({
      id: "new",
      hook: "response.finalize",
      when: { env: ["A"] },
      effects: [{ type: "text.ensureSuffix", value: "x" }],
    }),
  ({ extensions: { hooks } }) =>
    hooks.push({
      id: "new",
      hook: "response.finalize",
      policies: [{ file: "nowhere.md", inject: "prompt" }],
    }),
  ({ extensions: { hooks } }) =>
    hooks.push({
      id: "new",
      hook: "issue.labels.finalize",
      effects: [{ type: "list.appendUnique", path: "labels", values: "x" }],
    }),
  ({ extensions: { hooks } }) =>
    hooks.push({
      id: "new",
      hook: "commit.message.finalize",
      effects: [{ type: "text.ensureTrailer", key: "K", value: "${env.}" }],
    }),
  ({ extensions: { hooks } }) =>
    hooks.push({ hook: "response.finalize", effects: [{ type: "text.ensureSuffix", value: "x" }] }),
];

const engines = 500;
const perEngine = 10;

test(`${engines * perEngine} random cases: the same order, payload, states and refusals`, () => {
  for (let seed = 0; seed < engines; seed++) {
    const random = createRandom(seed);
    const plugins = randomPlugins(random);
    const path = join(folder, `engine-${seed}`);
    const mistake = plugins.length > 0 && random.chance(10) ? random.pick(mistakes) : null;
    mkdirSync(path);
    writePlugins(path, plugins, mistake);
    const world = randomWorld(random, plugins);
    const { engine, diagnostics } = make(plugins.length === 0 ? [] : [path], world);
    const why = diagnostics.map(({ message }) => message).join("; ");
    expect(engine === null, `seed ${seed}: ${mistake} ${why}`).toBe(mistake !== null);
    if (engine !== null) {
      for (let i = 0; i < perEngine; i++) compareDispatch(random, engine, plugins, world, `seed ${seed}`);
      compareLists(engine, plugins, world, `seed ${seed}`);
    }
    rmSync(path, { recursive: true });
  }
});
