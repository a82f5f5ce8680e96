/** 5,000 random events over random hook files, against the reference. */
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { createEngine, createHandlerRegistry } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { fire, type Answer, type HookFile } from "./seed-3-reference.ts";
import { seeded, type Seeded } from "./seeded.ts";

const events = [
  "UserPromptSubmit",
  "PreAbilityCall",
  "PostAbilityCall",
  "SessionStart",
  "SessionEnd",
  "SessionStop",
];
const root = "/srv/app";
const globs = [
  "services/**",
  "apps/**",
  "**/*.ts",
  "**/*.{ts,tsx}",
  "*.md",
  "services/?/src/*.ts",
  "./docs/**",
  `${root}/services/**`,
  "{services,apps}/*/package.json",
  "a.b",
  "Services/**",
  "**",
  "services/**/*.ts",
  "src/[id].ts",
];
const paths = [
  "services/billing/src/invoice.ts",
  "./services/a/src/x.ts",
  `${root}/apps/web/package.json`,
  "/elsewhere/services/x",
  "README.md",
  "docs/README.md",
  "axb",
  "a.b",
  "apps/web/page.tsx",
  "src/[id].ts",
  "src/i.ts",
  "SERVICES/x",
  "services",
];
const scopes = ["*", "billing_*", "{billing,auth}_x", "b?lling_x", "Billing_*", ""];
const abilities = ["billing_x", "auth_x", "Billing_x", "a/b", "billing_"];
const keys = ["workflow.*", "workflow.billing.regression", "agent.{a,b}", "*.x"];

/** Files that are wrong in one way each. */
const malformed = [
  "id: [x\n",
  "- a\n",
  "id: broken\nevent_type: PostAbilityCal\nhandler: {kind: script, command: x}\n",
  "id: broken\nevent_type: SessionStop\n",
  "id: broken\nevent_type: SessionStop\nhandler: {kind: script, command: x}\nblokcing: true\n",
  "id: Broken Id\nevent_type: SessionStop\nhandler: {kind: script, command: x}\n",
  "id: broken\nevent_type: SessionStop\nhandler: {kind: sript, command: x}\n",
  "id: broken\nevent_type: SessionStop\nenabled: maybe\nhandler: {kind: script, command: x}\n",
  "id: broken\nevent_type: SessionStop\nmatch: {only_if_changed_paths: 5}\nhandler: {kind: script, command: x}\n",
  "",
];

function randomFile(random: Seeded, id: string): HookFile {
  const names = random.some(events);
  const match = {
    ...(random.chance(20) ? { ability_scope: random.one(scopes) } : {}),
    ...(random.chance(15) ? { operation_key: random.one(keys) } : {}),
    ...(random.chance(15) ? { min_duration_ms: random.one([0, 10, 1000]) } : {}),
    ...(random.chance(30) ? { only_if_changed_paths: random.some(globs) } : {}),
  };
  return {
    id,
    event_type: names.length === 0 || random.chance(30) ? random.one(events) : names,
    ...(random.chance(30) ? { enabled: random.chance(80) } : {}),
    ...(random.chance(30) ? { environments: [random.one(["dev", "prod"]), "ci"] } : {}),
    ...(random.chance(30) ? { blocking: random.chance(50) } : {}),
    ...(Object.keys(match).length === 0 ? {} : { match }),
    handler: { kind: random.one(["script", "command"]), command: `./scripts/hooks/${id}.sh` },
  };
}

const values: { [field: string]: unknown[] } = {
  logs: [[{ level: "info", message: "m" }], [], "a line", null, 5],
  messages_to_user: [["one"], ["two", "three"], "four", 5],
  suggested_abilities: [[{ id: "x", reason: "r" }], {}],
  suggested_documents: [[{ path: "a.md", reason: "r" }]],
  new_intent: [{ intent: "i" }, { intent: "j", scope: "s" }, "k", null, [1]],
  follow_up_actions: [[{ kind: "open_file", payload: { path: "a" } }], [{ kind: "run_command" }]],
  update_matcher_suggestions: [[{ ability_id: "x" }]],
  usage_recorded: [true, false, null, "yes", 0],
  error: ["blocked_by_policy", "", null, 5, true],
  house_field: [1, { a: 1 }, null, [2]],
};

function randomAnswer(random: Seeded): Answer {
  if (random.chance(8)) return { fails: true };
  if (random.chance(12)) return { says: random.one([undefined, null, "done", 5, true, [], [{}], {}]) };
  const fields = random.some(Object.keys(values)).filter(() => random.chance(60));
  return {
    says: Object.fromEntries(fields.map((field) => [field, random.one(values[field] as unknown[])])),
  };
}

function randomContext(random: Seeded, event: string): { [field: string]: unknown } {
  const some = (field: string, of: readonly unknown[]): object =>
    random.chance(60) ? { [field]: random.one(of) } : {};
  return {
    ability_id: random.one<unknown>(random.chance(97) ? abilities : [undefined, 5, null]),
    ...some("session_id", ["s", "s", "s", random.chance(5) ? 7 : "s"]),
    ...some("operation_key", ["workflow.billing.regression", "agent.a", "agent.x", "agent.c", null]),
    ...some("duration_ms", [0, 9, 10, 5000, random.chance(5) && event === "PostAbilityCall" ? "10" : 10]),
    ...some("repository_root", [root]),
    ...some("stage", ["understand", "review"]),
    changed_files: random.chance(96)
      ? random.some(paths).slice(0, random.below(4))
      : random.one([5, "a", [1]]),
    ...(random.chance(50) ? { files_touched: random.some(paths).slice(0, 1) } : {}),
  };
}

test("5,000 events over random hook files go as the reference says", async () => {
  const random = seeded(798);
  const different: unknown[] = [];
  let count = 0;
  for (let round = 0; round < 125; round++) {
    const files = Array.from({ length: 1 + random.below(5) }, (_, i) => randomFile(random, `hook_${i}`));
    const wrong = random.some(malformed).filter(() => random.chance(25));
    const folder = createFolder({
      ".system/hooks/.keep": "",
      ...Object.fromEntries(files.map((file) => [`.system/hooks/${file.id}.yaml`, stringify(file)])),
      ...Object.fromEntries(wrong.map((text, i) => [`.system/hooks/broken_${i}.yaml`, text])),
    });
    const environment = random.one(["dev", "prod", "staging"]);
    let answers: { [id: string]: Answer } = {};
    let ran: string[] = [];
    const registry = createHandlerRegistry().registerHandler("command", ({ id }) => () => {
      ran.push(id);
      const answer = answers[id] as Answer;
      if ("fails" in answer) throw new Error("no");
      return structuredClone(answer.says);
    });
    const { engine, diagnostics } = createEngine({
      plugins: [],
      hookFolders: [`${folder}/.system`],
      config: { environment },
      registry,
      cwd: folder,
    });
    // Each malformed file is reported by its name.
    const named = wrong.filter((_, i) =>
      diagnostics.some(({ source }) => source.includes(`broken_${i}.yaml`)),
    );
    expect([named.length, engine === null]).toEqual([wrong.length, false]);
    for (let turn = 0; turn < 40; turn++, count++) {
      answers = Object.fromEntries(files.map(({ id }) => [id, randomAnswer(random)]));
      ran = [];
      const event = random.one(events);
      const context = randomContext(random, event);
      const done = await engine?.dispatchAsync(event as "stop", context);
      const { block: _, blockReason: __, ...result } = done?.result ?? {};
      const actual = { ok: done?.ok, ran, result: done?.result === null ? null : result };
      const expected = fire(files, environment, event, context, answers);
      try {
        expect(actual).toEqual(expected);
      } catch {
        different.push({ event, actual, expected, context, answers, files });
      }
    }
  }
  expect([count, different.length, different[0]]).toEqual([5000, 0, undefined]);
}, 60_000);
