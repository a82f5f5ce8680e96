/** What docker-agent's runtime and kodelet's plugins do around their hooks: each by its name there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createHandlerRegistry } from "../../library/index.ts";
import { created, engineOf, manifest } from "../library/workspace.ts";
import { root } from "../support/paths.ts";
import { createProject } from "./project.ts";

describe("docker-agent's new events", () => {
  test("turn_start: AdditionalContext is fresh at every turn, and never part of the payload", async () => {
    let turn = 0;
    const registry = createHandlerRegistry().registerBuiltin("count", () => ({ context: `turn ${++turn}` }));
    const engine = engineOf(
      { p: manifest("{id: p.t, hook: turn_start, handler: {type: builtin, command: count}}") },
      { registry },
    );
    const given = { session_id: "s" };
    const first = await engine.dispatch("turn_start", given);
    const second = await engine.dispatch("turn_start", given);
    expect([first.result, second.result]).toEqual([{ context: "turn 1" }, { context: "turn 2" }]);
    expect([first.payload, second.payload]).toEqual([given, given]);
  });

  test.each(["before_llm_call", "after_llm_call", "on_error", "on_max_iterations", "notification"])(
    "%s is observational: a hook that blocks stops nothing, and one that fails is a warning",
    async (event) => {
      const engine = created({ plugins: [] });
      engine.register({ hookName: event as "stop", pluginId: "a", handler: () => ({ decision: "block" }) });
      engine.register({
        hookName: event as "stop",
        pluginId: "b",
        handler: () => {
          throw new Error("no");
        },
      });
      const { ok, problems } = await engine.dispatchAsync(event as "stop", {});
      expect([ok, problems.map(({ severity }) => severity)]).toEqual([true, ["warning"]]);
    },
  );

  test.each([
    ["on_error", { error: "model failed" }],
    ["on_max_iterations", { max_iterations: 20 }],
  ])(
    "%s fires alongside notification: each has its own hooks, and tells them its own",
    async (event, told) => {
      const engine = created({ plugins: [] });
      const seen: unknown[] = [];
      for (const hookName of [event, "notification"])
        engine.register({
          hookName: hookName as "stop",
          pluginId: "p",
          handler: (payload) => void seen.push([hookName, payload]),
        });
      await engine.dispatchAsync(event as "stop", told);
      await engine.dispatchAsync("notification", { level: "error", message: "m" });
      expect(seen).toEqual([
        [event, told],
        ["notification", { level: "error", message: "m" }],
      ]);
    },
  );

  test("Align log levels to Warn: a session_end hook that fails is a warning, like all others", async () => {
    const engine = engineOf({
      p: manifest('{id: p.e, hook: session_end, handler: {type: command, command: "exit 1"}}'),
    });
    const { problems } = await engine.dispatch("session_end", {});
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      "warning: 'p.e' failed at 'session.end': exited with 1",
    ]);
  });

  test("agent-schema.json: an editor knows the events, type, args and the builtins' flags", () => {
    const schema = readFileSync(join(root, "docs/schema/plugin.schema.json"), "utf8");
    for (const name of ["turn_start", "before_llm_call", "on_max_iterations", "add_prompt_files", '"args"'])
      expect(schema).toContain(name);
  });
});

describe("kodelet's plugins", () => {
  const exe = '#!/bin/sh\n[ "$1" = hook ] && echo turn_end\n';
  const plugin = "repo/.interlock/plugins/jingkaihe@skills";
  const project = () =>
    createProject({
      [`${plugin}/skills/pdf/SKILL.md`]: "# PDF\n",
      [`${plugin}/recipes/review.md`]: "# Review\n",
      [`${plugin}/hooks/validate-output`]: exe,
      [`${plugin}/hooks/log-calls`]: exe,
      [`${plugin}/hooks/README.md`]: "no hook\n",
    });

  test("InstalledPlugin and ScanPluginSubdirs: skills, recipes and hooks, those that are executable", () => {
    const { stdout } = project().interlock(["plugin", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        name: "jingkaihe/skills",
        location: "local",
        path: "<folder>/repo/.interlock/plugins/jingkaihe@skills",
        skills: ["pdf"],
        recipes: ["review"],
        hooks: ["log-calls", "validate-output"],
        executables: ["hooks/log-calls", "hooks/validate-output"],
      },
    ]);
  });

  test("plugin list: a line for each plugin, with counts", () => {
    const { stdout } = project().interlock(["plugin", "list"]);
    expect(stdout.split("\n").map((line) => line.split(/ +/).slice(0, 5))).toEqual([
      ["NAME", "LOCATION", "SKILLS", "RECIPES", "HOOKS"],
      ["----", "--------", "------", "-------", "-----"],
      ["jingkaihe/skills", "local", "1", "1", "2"],
      [""],
    ]);
  });

  test("Trigger: NewTrigger's values reach every hook: conversation, sub-agent and recipe", async () => {
    const { result } = await createProject({
      "repo/.interlock/hooks/seen": `#!/bin/sh\nif [ "$1" = hook ]; then echo turn_end; else printf '{"seen": %s}' "$(cat)"; fi\n`,
    }).dispatch("turn_end", { conv_id: "c-1", invoked_by: "subagent", recipe_name: "deploy" });
    expect(result?.["seen"]).toMatchObject({
      event: "turn_end",
      conv_id: "c-1",
      invoked_by: "subagent",
      recipe_name: "deploy",
    });
  });
});
