/**
 * The document on plugin hooks, sentence by sentence: each row is the line of a promise, what it says, and a test of it.
 * `.interlock` stands where the document has its own folder's name.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTrigger } from "../../examples/adapters/kodelet.mjs";
import type { EngineDiagnostic, RunResult } from "../../library/index.ts";
import { created } from "../library/workspace.ts";
import { createPrograms } from "../lifecycle/programs.ts";
import { createProject } from "../lifecycle/project.ts";
import { Workshop } from "../plugin/workshop.ts";
import { root } from "../support/paths.ts";

const scripts = join(root, "test/seeds/hook-scripts");
const script = (name: string): string => readFileSync(join(scripts, name), "utf8");

/** Names its event, and answers with this text. */
const exe = (event: string, answer = "", status = 0): string =>
  `#!/bin/sh\ncase "$1" in\nhook) echo ${event} ;;\nrun) cat > /dev/null; printf '%s' '${answer}'; exit ${status} ;;\nesac\n`;
const blocks = (reason: string): string =>
  exe("before_tool_call", `{"blocked": true, "reason": "${reason}"}`);
const says = (who: string): string => exe("turn_end", `{"who_${who}": true}`);
/** Answers with what it read. */
const echoes = (event: string): string =>
  `#!/bin/sh\nif [ "$1" = hook ]; then echo ${event}; else printf '{"seen": %s}' "$(cat)"; fi\n`;

const own = "repo/.interlock/hooks";
const ownPlugins = "repo/.interlock/plugins";
const users = "user/interlock/hooks";
const usersPlugins = "user/interlock/plugins";
const call = { tool_name: "file_edit", tool_input: { path: "a" } };

type Tree = { [path: string]: string };

async function dispatched(files: Tree, point: string, payload: object = {}): Promise<RunResult> {
  return createProject(files).dispatch(point, payload);
}

async function named(files: Tree, ...names: string[]): Promise<(string | null)[]> {
  const { engine } = await createProject(files).engine();
  return names.map((name) => engine.getHookByName(name)?.point ?? null);
}

async function warnings(files: Tree): Promise<EngineDiagnostic[]> {
  return (await createProject(files).engine()).warnings;
}

async function order(files: Tree, point = "turn_end"): Promise<string[]> {
  return (await dispatched(files, point)).trace.map(({ id }) => id);
}

/** What is installed, for programs. */
function listed(files: Tree): { [key: string]: unknown }[] {
  return JSON.parse(createProject(files).interlock(["plugin", "list", "--json"]).stdout);
}

/** A plugin with all three components. */
const whole = {
  "skills/my-skill/SKILL.md": "# Skill\n",
  "recipes/my-recipe.md": "# Recipe\n",
  "hooks/validate-output": exe("before_tool_call"),
  "hooks/log-tool-calls": exe("after_tool_call"),
};
const wholeIn = (folder: string): Tree =>
  Object.fromEntries(Object.entries(whole).map(([path, text]) => [`${folder}/${path}`, text]));

function added(files: Tree, ...options: string[]): { box: Workshop; run: ReturnType<Workshop["plugin"]> } {
  const box = new Workshop();
  const run = box.plugin("add", box.folderOf("collection", files), "--yes", ...options);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return { box, run };
}

type Row = readonly [line: number, says: string, check: () => Promise<void> | void];

const protocol: Row[] = [
  [
    25,
    "`hook` gives the type of a hook",
    async () =>
      expect(
        await named({ [`${own}/a`]: exe("before_tool_call"), [`${own}/b`]: exe("turn_end") }, "a", "b"),
      ).toEqual(["tool.call.before", "turn.end"]),
  ],
  [
    26,
    "`run` gets JSON on standard input, and answers with JSON on standard output",
    async () =>
      expect(
        (await dispatched({ [`${own}/a`]: echoes("turn_end") }, "turn_end", { response: "r" })).result,
      ).toMatchObject({ seen: { response: "r" } }),
  ],
  [
    28,
    "scripts in bash and Python are hooks",
    async () => {
      const python = "#!/usr/bin/env python3\nimport sys\nif sys.argv[1] == 'hook': print('turn_end')\n";
      const bash = "#!/bin/bash\n[[ $1 == hook ]] && echo turn_end\nexit 0\n";
      expect(await named({ [`${own}/p`]: python, [`${own}/b`]: bash }, "p", "b")).toEqual([
        "turn.end",
        "turn.end",
      ]);
    },
  ],
  [
    33,
    "the protocol of standalone hooks has not changed",
    async () =>
      expect(await dispatched({ [`${own}/a`]: blocks("no") }, "before_tool_call", call)).toMatchObject({
        ok: false,
        result: { block: true, blockReason: "no" },
      }),
  ],
  [
    43,
    "a plugin's hook uses the same protocol",
    async () =>
      expect(
        await dispatched({ [`${ownPlugins}/org@repo/hooks/a`]: blocks("no") }, "before_tool_call", call),
      ).toMatchObject({ ok: false, result: { block: true, blockReason: "no" } }),
  ],
  [
    44,
    "any script will do; nothing of it is compiled or fetched",
    async () => {
      const awk = '#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == "hook") print "turn_end"; exit }\n';
      expect(await named({ [`${own}/a`]: awk }, "a")).toEqual(["turn.end"]);
    },
  ],
  [
    63,
    "any executable is a hook",
    async () => {
      const project = createProject({ [`${own}/a`]: exe("turn_end") });
      symlinkSync(join(project.top, ".interlock/hooks/a"), join(project.top, ".interlock/hooks/link"));
      expect((await project.engine()).engine.getHookByName("link")?.point).toBe("turn.end");
    },
  ],
];

const structure: Row[] = [
  [
    31,
    "hooks are distributed by the plugin system",
    () => {
      const { box } = added(whole);
      expect(existsSync(join(box.repository, ".interlock/plugins/collection/hooks/validate-output"))).toBe(
        true,
      );
    },
  ],
  [
    32,
    "a recipe and its hooks are one plugin",
    () =>
      expect(listed(wholeIn(`${ownPlugins}/org@repo`))).toMatchObject([
        { recipes: ["my-recipe"], hooks: ["log-tool-calls", "validate-output"] },
      ]),
  ],
  [
    42,
    "`hooks/` lies beside `skills/` and `recipes/`",
    () =>
      expect(listed(wholeIn(`${ownPlugins}/org@repo`))).toMatchObject([
        { skills: ["my-skill"], recipes: ["my-recipe"], hooks: [expect.any(String), expect.any(String)] },
      ]),
  ],
  [
    54,
    "a repository of plugins: skills, recipes and hooks",
    () =>
      expect(added(whole).run.stdout).toContain(
        "Installed collection:\n  Skills:  1\n  Recipes: 1\n  Hooks:   2\n",
      ),
  ],
  [
    68,
    "an installed plugin lies in `plugins/org@repo/` with its hooks, which can still be run",
    async () => {
      const { box } = added(whole);
      const hook = join(box.repository, ".interlock/plugins/collection/hooks/validate-output");
      expect(box.shell(`${hook} hook`).stdout).toBe("before_tool_call\n");
    },
  ],
  [
    76,
    "a global one in the user's folder, in the same form",
    () => {
      const { box } = added(whole, "--global");
      expect(
        existsSync(join(box.folder, "home/.config/interlock/plugins/collection/hooks/validate-output")),
      ).toBe(true);
    },
  ],
  [
    84,
    "standalone hooks of the repository",
    async () =>
      expect(await named({ [`${own}/my-local-hook`]: says("l") }, "my-local-hook")).toEqual(["turn.end"]),
  ],
  [
    87,
    "standalone hooks of the user",
    async () =>
      expect(await named({ [`${users}/my-global-hook`]: says("g") }, "my-global-hook")).toEqual(["turn.end"]),
  ],
  [
    519,
    "all hooks lie in `hooks/`: no other folder is looked into",
    async () =>
      expect(
        await named(
          {
            [`${ownPlugins}/o@r/recipe-hooks/a`]: says("a"),
            [`${ownPlugins}/o@r/hooks/lib/b`]: says("b"),
            [`${ownPlugins}/o@r/c`]: says("c"),
          },
          "o/r/a",
          "o/r/b",
          "o/r/lib/b",
          "o/r/c",
        ),
      ).toEqual([null, null, null, null]),
  ],
  [
    540,
    "all hooks are visible in `hooks/`; helpers below it are not hooks",
    () =>
      expect(
        listed({
          [`${ownPlugins}/o@r/hooks/a`]: says("a"),
          [`${ownPlugins}/o@r/hooks/lib/helper`]: says("b"),
          [`${ownPlugins}/o@r/hooks/notes.md`]: "x",
        }),
      ).toMatchObject([{ hooks: ["a"], executables: ["hooks/a", "hooks/lib/helper"] }]),
  ],
  [
    521,
    "a plugin of three hooks for two recipes",
    async () => {
      const plugin = `${ownPlugins}/o@my-plugin`;
      const files = {
        [`${plugin}/hooks/audit-log`]: says("audit"),
        [`${plugin}/hooks/review-validator`]: `#!/bin/sh\nif [ "$1" = hook ]; then echo turn_end; else grep -q '"recipe_name":"code-review"' && echo '{"who_review": true}' || true; fi\n`,
        [`${plugin}/hooks/deploy-notifier`]: `#!/bin/sh\nif [ "$1" = hook ]; then echo turn_end; else grep -q '"recipe_name":"deploy"' && echo '{"who_deploy": true}' || true; fi\n`,
        [`${plugin}/recipes/code-review.md`]: "x",
        [`${plugin}/recipes/deploy.md`]: "x",
      };
      expect((await dispatched(files, "turn_end", { recipe_name: "deploy" })).result).toEqual({
        who_audit: true,
        who_deploy: true,
      });
      expect((await dispatched(files, "turn_end", { recipe_name: "code-review" })).result).toEqual({
        who_audit: true,
        who_review: true,
      });
      expect((await dispatched(files, "turn_end")).result).toEqual({ who_audit: true });
    },
  ],
];

/** The four places, from the highest precedence to the lowest, with names that sort the other way. */
const places = [`${own}/h`, `${ownPlugins}/z@z/hooks/h`, `${users}/g`, `${usersPlugins}/a@a/hooks/h`];
const everywhere = Object.fromEntries(places.map((place, i) => [place, exe("turn_end", `{"n${i}": ${i}}`)]));
const inOrder = ["h", "z/z/h", "g", "a/a/h"];

const precedence: Row[] = [
  [
    93,
    "hooks have the precedence of skills and recipes",
    async () => expect(await order(everywhere)).toEqual(inOrder),
  ],
  [95, "first the repository's own", async () => expect((await order(everywhere))[0]).toBe("h")],
  [96, "second the repository's plugins", async () => expect((await order(everywhere))[1]).toBe("z/z/h")],
  [97, "third the user's own", async () => expect((await order(everywhere))[2]).toBe("g")],
  [98, "last the user's plugins", async () => expect((await order(everywhere))[3]).toBe("a/a/h")],
  [
    100,
    "of two with one name, the higher precedence is used",
    async () =>
      expect(
        (await dispatched({ [`${own}/h`]: says("repo"), [`${users}/h`]: says("user") }, "turn_end")).result,
      ).toEqual({ who_repo: true }),
  ],
  [
    609,
    "the first that blocks is the one of the highest precedence, whatever the plugins are called",
    async () => {
      const files = Object.fromEntries(places.map((place, i) => [place, blocks(`number ${i}`)]));
      expect((await dispatched(files, "before_tool_call", call)).result).toMatchObject({
        blockReason: "number 0",
      });
      const { [places[0] as string]: _, ...others } = files;
      expect((await dispatched(others, "before_tool_call", call)).result).toMatchObject({
        blockReason: "number 1",
      });
    },
  ],
];

const naming: Row[] = [
  [
    104,
    "a standalone hook has a simple name",
    async () =>
      expect(await named({ [`${own}/my-hook`]: says("a") }, "my-hook", "local/my-hook")).toEqual([
        "turn.end",
        null,
      ]),
  ],
  [
    109,
    "a plugin's hook has the prefix org/repo/",
    async () =>
      expect(
        await named(
          { [`${usersPlugins}/acme@recipes/hooks/log-tool-calls`]: says("a") },
          "acme/recipes/log-tool-calls",
          "acme@recipes/log-tool-calls",
        ),
      ).toEqual(["turn.end", null]),
  ],
  [
    115,
    "so hooks of different plugins are told apart: both run",
    async () =>
      expect(
        await order({
          [`${ownPlugins}/a@x/hooks/h`]: says("a"),
          [`${ownPlugins}/b@x/hooks/h`]: says("b"),
          [`${own}/h`]: says("c"),
        }),
      ).toEqual(["h", "a/x/h", "b/x/h"]),
  ],
  [
    640,
    "a plugin's hook is found by its whole name alone",
    async () =>
      expect(await named({ [`${ownPlugins}/a@x/hooks/h`]: says("a") }, "h", "x/h", "a/x/h")).toEqual([
        null,
        null,
        "turn.end",
      ]),
  ],
  [
    608,
    "GetHookByName gives a hook by its name",
    async () => {
      const { engine } = await createProject({ [`${ownPlugins}/a@x/hooks/h`]: says("a") }).engine();
      expect(engine.getHookByName("a/x/h")).toEqual({
        id: "a/x/h",
        plugin: "a/x",
        point: "turn.end",
        kind: "command",
      });
    },
  ],
];

const discovery: Row[] = [
  [
    45,
    "plugin folders are scanned when hooks are looked for",
    async () =>
      expect(await named({ [`${usersPlugins}/a@x/hooks/h`]: says("a") }, "a/x/h")).toEqual(["turn.end"]),
  ],
  [
    143,
    "without a folder of plugins there is nothing, and no error",
    async () => expect(await warnings({})).toEqual([]),
  ],
  [
    150,
    "what is not a folder there is passed over",
    async () => {
      const project = createProject({
        [`${ownPlugins}/file`]: "x",
        "elsewhere/hooks/h": says("a"),
        [`${ownPlugins}/a@x/hooks/h`]: says("b"),
      });
      symlinkSync(join(project.folder, "elsewhere"), join(project.top, ".interlock/plugins/link"));
      const { engine, warnings: told } = await project.engine();
      expect([engine.count("turn_end"), told]).toEqual([1, []]);
    },
  ],
  [
    158,
    "each of the three folders may be missing",
    async () =>
      expect(
        await named(
          {
            [`${ownPlugins}/only@skills/skills/s/SKILL.md`]: "x",
            [`${ownPlugins}/only@hooks/hooks/h`]: says("a"),
          },
          "only/hooks/h",
        ),
      ).toEqual(["turn.end"]),
  ],
  [
    188,
    "a folder that cannot be read is warned about, and the others are searched",
    async () => {
      const files = { [own]: "a file\n", [`${users}/h`]: says("a") };
      expect((await warnings(files)).map(({ code, severity }) => [code, severity])).toEqual([
        ["hook-program", "warning"],
      ]);
      expect(await named(files, "h")).toEqual(["turn.end"]);
    },
  ],
  [
    212,
    "a folder with a name without `@` has that name as its prefix",
    async () =>
      expect(await named({ [`${ownPlugins}/my-hooks/hooks/h`]: says("a") }, "my-hooks/h")).toEqual([
        "turn.end",
      ]),
  ],
  [
    240,
    "a folder that is not there is no error",
    async () => expect(await warnings({ [`${users}/h`]: says("a") })).toEqual([]),
  ],
  [
    247,
    "folders in `hooks/` are passed over, executable as they are",
    async () =>
      expect([
        await warnings({ [`${own}/folder/h`]: says("a") }),
        await named({ [`${own}/folder/h`]: says("a") }, "folder", "folder/h", "h"),
      ]).toEqual([[], [null, null, null]]),
  ],
  [
    255,
    "what is shadowed is not even asked",
    async () => {
      const project = createProject({
        [`${own}/h`]: says("a"),
        [`${users}/h`]: `#!/bin/sh\n: > "$0.ran"\necho turn_end\n`,
      });
      await project.engine();
      expect(existsSync(join(project.folder, `${users}/h.ran`))).toBe(false);
    },
  ],
  [
    260,
    "what is not executable is passed over",
    async () => {
      const project = createProject({ [`${own}/h`]: says("a"), [`${users}/h`]: says("b") });
      chmodSync(join(project.folder, `${own}/h`), 0o644);
      const { engine, warnings: told } = await project.engine();
      expect([told, (await engine.dispatch("turn_end", {})).result]).toEqual([[], { who_b: true }]);
    },
  ],
  [
    266,
    "one that does not answer is told about, passed over, and shadows nothing",
    async () => {
      const files = {
        [`${own}/h`]: "#!/bin/sh\nexit 1\n",
        [`${own}/i`]: "#!/bin/sh\necho no such type\n",
        [`${users}/h`]: says("user"),
      };
      expect((await warnings(files)).map(({ code }) => code)).toEqual(["hook-program", "hook-program"]);
      expect((await dispatched(files, "turn_end")).result).toEqual({ who_user: true });
    },
  ],
  [
    271,
    "name, path and type are known of each",
    async () => {
      const { stdout } = createProject({ [`${own}/h`]: says("a") }).interlock(["hooks", "--json"]);
      expect(JSON.parse(stdout).hooks).toMatchObject([
        { id: "h", hook: "turn.end", handler: { command: ["<folder>/repo/.interlock/hooks/h", "run"] } },
      ]);
    },
  ],
  [
    636,
    "all hooks can be listed in one place, in the order in which they run",
    () => {
      const { stdout } = createProject(everywhere).interlock(["hooks", "--json"]);
      expect((JSON.parse(stdout).hooks as { id: string }[]).map(({ id }) => id)).toEqual(inOrder);
    },
  ],
  [
    635,
    "a repository with standalone hooks alone needs nothing else",
    async () => {
      const project = createProject({ [`${own}/h`]: says("a") });
      rmSync(join(project.top, ".interlock/config.yaml"));
      expect(JSON.parse(project.interlock(["dispatch", "turn_end"], {}).stdout).result).toEqual({
        who_a: true,
      });
    },
  ],
];

const installer: Row[] = [
  [
    46,
    "add, list and remove handle hooks without more",
    () => {
      const { box } = added(whole);
      expect(JSON.parse(box.plugin("list", "--json").stdout)).toMatchObject([
        { hooks: ["log-tool-calls", "validate-output"] },
      ]);
      expect(box.plugin("remove", "collection").status).toBe(0);
      expect(existsSync(join(box.repository, ".interlock/plugins/collection"))).toBe(false);
    },
  ],
  [
    125,
    "an installed plugin: name, path, skills, recipes and hooks",
    () =>
      expect(listed(wholeIn(`${ownPlugins}/org@repo`))).toMatchObject([
        {
          name: "org/repo",
          path: "<folder>/repo/.interlock/plugins/org@repo",
          skills: ["my-skill"],
          recipes: ["my-recipe"],
          hooks: ["log-tool-calls", "validate-output"],
        },
      ]),
  ],
  [
    287,
    "the result of an installation: name, path, skills, recipes and hooks",
    () =>
      expect(JSON.parse(added(whole, "--json").run.stdout)).toMatchObject({
        name: "collection",
        path: expect.stringMatching(/plugins\/collection$/),
        skills: ["my-skill"],
        recipes: ["my-recipe"],
        hooks: ["log-tool-calls", "validate-output"],
      }),
  ],
  [
    323,
    "the names of hooks: executable files alone, without a prefix",
    () =>
      expect(
        JSON.parse(
          added(
            {
              ...whole,
              "hooks/README.md": "x",
              "hooks/lib/x.sh": "#!/bin/sh\n",
              "hooks/off.disable": exe("turn_end"),
            },
            "--json",
          ).run.stdout,
        ),
      ).toMatchObject({ hooks: ["log-tool-calls", "validate-output"] }),
  ],
  [
    325,
    "a plugin without `hooks/` has none",
    () =>
      expect(JSON.parse(added({ "skills/a/SKILL.md": "x" }, "--json").run.stdout)).toMatchObject({
        skills: ["a"],
        recipes: [],
        hooks: [],
      }),
  ],
  [
    347,
    "list has counts alone; names are in its JSON",
    () => {
      const { stdout } = createProject(wholeIn(`${ownPlugins}/org@repo`)).interlock(["plugin", "list"]);
      expect(stdout).not.toContain("validate-output");
    },
  ],
  [
    351,
    "list has headings with dashes below, and aligned columns, wherever it is printed",
    () => {
      const { stdout } = createProject({
        ...wholeIn(`${ownPlugins}/jane@skills`),
        ...wholeIn(`${usersPlugins}/my-hooks`),
      }).interlock(["plugin", "list"]);
      expect(stdout.split("\n").map((line) => line.slice(0, 46))).toEqual([
        "NAME         LOCATION  SKILLS  RECIPES  HOOKS ",
        "----         --------  ------  -------  ----- ",
        "jane/skills  local     1       1        2     ",
        "my-hooks     global    1       1        2     ",
        "",
      ]);
    },
  ],
  [
    353,
    "list is in the order of names, whether they are local or global",
    () => {
      const rows = listed({
        ...wholeIn(`${usersPlugins}/anthropic@recipes`),
        ...wholeIn(`${usersPlugins}/jingkaihe@skills`),
        ...wholeIn(`${ownPlugins}/jingkaihe@skills`),
        ...wholeIn(`${ownPlugins}/my-hooks`),
      });
      expect(rows.map((each) => [each["name"], each["location"]])).toEqual([
        ["anthropic/recipes", "global"],
        ["jingkaihe/skills", "local"],
        ["jingkaihe/skills", "global"],
        ["my-hooks", "local"],
      ]);
    },
  ],
  [
    361,
    "add prints what was installed, with counts",
    () =>
      expect(
        added({ "hooks/a": says("a"), "hooks/b": says("b"), "hooks/c": says("c") }).run.stdout,
      ).toContain("Installed collection:\n  Skills:  0\n  Recipes: 0\n  Hooks:   3\n"),
  ],
  [
    371,
    "the JSON of list: a list of objects with these keys",
    () => {
      const [plugin = {}] = listed(wholeIn(`${ownPlugins}/org@repo`));
      expect(Object.keys(plugin)).toEqual(
        expect.arrayContaining(["name", "location", "path", "skills", "recipes", "hooks"]),
      );
      expect(plugin).toMatchObject({ location: "local", hooks: ["log-tool-calls", "validate-output"] });
    },
  ],
  [
    629,
    "hooks come with skills and recipes in one plugin",
    () => expect(listed(wholeIn(`${ownPlugins}/org@repo`))).toHaveLength(1),
  ],
];

const base = { conv_id: "c-1", invoked_by: "subagent", recipe_name: "code-review" };

/** An engine that was told the base once, with one hook that answers with what it reads. */
async function engineWith(event: string, options: object = { base }) {
  const folder = createPrograms({ "x/hooks/seen": echoes(event) });
  const engine = created({ hookFolders: [join(folder, "x")], cwd: folder, ...options });
  await engine.discover();
  return { engine, folder };
}

const recipes: Row[] = [
  [
    388,
    "hooks filter by the payload",
    async () =>
      expect(
        (await dispatched({ [`${own}/a`]: echoes("turn_end") }, "turn_end", { recipe_name: "deploy" }))
          .result?.["seen"],
      ).toMatchObject({ recipe_name: "deploy" }),
  ],
  [
    390,
    "every hook is told the recipe's name, at every event",
    async () => {
      for (const event of [
        "before_tool_call",
        "after_tool_call",
        "user_message_send",
        "agent_stop",
        "turn_end",
        "response.finalize",
      ]) {
        const { engine } = await engineWith(event);
        const text = event === "response.finalize" ? { text: "x" } : call;
        const { result } = await engine.dispatchAsync(event as "turn_end", text);
        expect(result?.["seen"]).toMatchObject({ recipe_name: "code-review" });
      }
    },
  ],
  [
    391,
    "a hook decides itself whether it acts",
    async () => {
      const files = {
        [`${own}/a`]: `#!/bin/sh\nif [ "$1" = hook ]; then echo before_tool_call; else grep -q '"recipe_name":"code-review"' && echo '{"blocked": true}' || echo '{"blocked": false}'; fi\n`,
      };
      const verdicts = ["code-review", "deploy"].map((recipe_name) =>
        dispatched(files, "before_tool_call", { ...call, recipe_name }),
      );
      expect((await Promise.all(verdicts)).map(({ ok }) => ok)).toEqual([false, true]);
    },
  ],
  [
    392,
    "a recipe needs no syntax of its own for it",
    () =>
      expect(
        listed({
          [`${ownPlugins}/a@x/recipes/r.md`]: "---\nname: r\n---\n",
          [`${ownPlugins}/a@x/hooks/h`]: says("a"),
        }),
      ).toMatchObject([{ recipes: ["r"], hooks: ["h"] }]),
  ],
  [
    404,
    "conversation, subagent and recipe are given once for all events",
    async () => {
      const { engine, folder } = await engineWith("turn_end");
      for (const response of ["one", "two"])
        expect((await engine.dispatch("turn_end", { response })).result?.["seen"]).toEqual({
          event: "turn_end",
          cwd: folder,
          ...base,
          response,
        });
    },
  ],
  [
    412,
    "a trigger is made of a conversation, whether it is a subagent's, and a recipe",
    async () => {
      const { engine, folder } = await engineWith("user_message_send", {});
      const trigger = createTrigger(engine, "c-2", true, "deploy");
      expect(await trigger.userMessageSend("hello")).toEqual({ blocked: false, reason: "" });
      const { result } = await engine.dispatch("user_message_send", { message: "x", ...trigger.base });
      expect(result?.["seen"]).toEqual({
        event: "user_message_send",
        conv_id: "c-2",
        cwd: folder,
        invoked_by: "subagent",
        recipe_name: "deploy",
        message: "x",
      });
    },
  ],
  [
    427,
    "base fields: event, conv_id, cwd and invoked_by are always there",
    async () => {
      const { engine } = await engineWith("turn_end", {});
      const { result } = await engine.dispatch("turn_end", {});
      expect(Object.keys(result?.["seen"] as object).sort()).toEqual([
        "conv_id",
        "cwd",
        "event",
        "invoked_by",
      ]);
    },
  ],
  [
    431,
    "recipe_name is left out if it is empty",
    async () => {
      const { engine } = await engineWith("turn_end", { base: { ...base, recipe_name: "" } });
      expect((await engine.dispatch("turn_end", {})).result?.["seen"]).not.toHaveProperty("recipe_name");
    },
  ],
  [
    438,
    "before a tool call there are a verdict, a reason and an input",
    async () => {
      const folder = createPrograms({
        "x/hooks/a": exe("before_tool_call", '{"input": {"path": "b"}}'),
        "y/hooks/a": blocks("no edits"),
      });
      const results = ["x", "y"].map(async (name) => {
        const engine = created({ hookFolders: [join(folder, name)] });
        await engine.discover();
        return createTrigger(engine, "c", false, "").beforeToolCall("file_edit", { path: "a" });
      });
      expect(await Promise.all(results)).toEqual([
        { blocked: false, reason: "", input: { path: "b" } },
        { blocked: true, reason: "no edits", input: undefined },
      ]);
    },
  ],
  [
    453,
    "the name is given where the conversation is made: for a program once, in the environment",
    () => {
      const project = createProject({ [`${own}/a`]: echoes("turn_end") });
      const variable = { INTERLOCK_BASE: JSON.stringify(base) };
      for (const response of ["one", "two"]) {
        const { stdout } = project.interlock(["dispatch", "turn_end"], { response }, variable);
        expect(JSON.parse(stdout).result.seen).toMatchObject({ ...base, response });
      }
      const { stdout } = project.interlock(["dispatch", "turn_end"], { recipe_name: "other" }, variable);
      expect(JSON.parse(stdout).result.seen).toMatchObject({ ...base, recipe_name: "other" });
    },
  ],
  [
    460,
    "hooks run as they do without a recipe",
    async () => {
      const files = { [`${own}/a`]: blocks("no") };
      const [one, other] = await Promise.all([
        dispatched(files, "before_tool_call", call),
        dispatched(files, "before_tool_call", { ...call, recipe_name: "r" }),
      ]);
      expect(other.result).toEqual(one.result);
    },
  ],
  [
    632,
    "one hook serves several recipes",
    async () => {
      const files = {
        [`${own}/a`]: `#!/bin/sh\nif [ "$1" = hook ]; then echo turn_end; exit; fi\ncase "$(cat)" in\n*'"recipe_name":"deploy"'*) echo '{"ops": true}' ;;\n*'"recipe_name":"code-review"'*) echo '{"chat": true}' ;;\nesac\n`,
      };
      const said = ["deploy", "code-review", ""].map(
        async (recipe_name) => (await dispatched(files, "turn_end", { recipe_name })).result,
      );
      expect(await Promise.all(said)).toEqual([{ ops: true }, { chat: true }, null]);
    },
  ],
  [
    618,
    "an example that logs for one recipe alone",
    () => expect(script("multi-recipe")).toContain('payload.get("recipe_name", "")'),
  ],
];

/** Each with what the document writes: `false` and `true`, which are no Python, end two of them with an error. */
const examples: Row[] = [
  [
    466,
    "the recipe-aware hook, as printed: its error is logged by its last line, and blocks nothing",
    async () => {
      const run = await dispatched({ [`${own}/h`]: script("recipe-aware") }, "before_tool_call", call);
      expect(run).toMatchObject({
        ok: true,
        result: null,
        problems: [{ severity: "warning", code: "hook-failed" }],
      });
      expect(run.problems[0]?.message).toMatch(
        /^'h' failed at 'tool.call.before': exited with 1: NameError: name 'false' is not defined/,
      );
    },
  ],
  [
    466,
    "and as meant: it acts for its recipe alone",
    async () => {
      const files = { [`${own}/h`]: script("recipe-aware").replaceAll("false", "False") };
      expect(
        await dispatched(files, "before_tool_call", { ...call, recipe_name: "code-review" }),
      ).toMatchObject({ ok: true, result: { blocked: false }, problems: [] });
    },
  ],
  [
    494,
    "the hook for several recipes, as printed: errors are logged, and block nothing",
    async () => {
      for (const [recipe_name, error] of [
        ["code-review", "post_to_slack"],
        ["deploy", "notify_ops"],
        ["", "true"],
      ] as const) {
        const run = await dispatched({ [`${own}/h`]: script("multi-recipe") }, "turn_end", { recipe_name });
        expect(run.ok).toBe(true);
        expect(run.problems[0]?.message).toContain(`NameError: name '${error}' is not defined`);
      }
    },
  ],
  [
    547,
    "the plugin for code reviews: its files",
    () => {
      const plugin = `${ownPlugins}/acme@code-review-plugin`;
      const project = createProject({
        [`${plugin}/skills/code-review/SKILL.md`]: "x",
        [`${plugin}/recipes/review.md`]: "x",
      });
      const hooks = join(project.folder, plugin, "hooks");
      mkdirSync(hooks);
      for (const name of ["validate-diff", "post-review-slack"])
        cpSync(join(scripts, name), join(hooks, name));
      expect(JSON.parse(project.interlock(["plugin", "list", "--json"]).stdout)).toMatchObject([
        {
          name: "acme/code-review-plugin",
          skills: ["code-review"],
          recipes: ["review"],
          hooks: ["post-review-slack", "validate-diff"],
        },
      ]);
    },
  ],
  [
    560,
    "validate-diff, as printed, lets pass",
    async () => {
      const run = await dispatched({ [`${own}/h`]: script("validate-diff") }, "before_tool_call", call);
      expect(run).toMatchObject({ ok: true, result: { blocked: false }, problems: [] });
    },
  ],
  [
    584,
    "post-review-slack, as printed, succeeds",
    async () => {
      const run = await dispatched({ [`${own}/h`]: script("post-review-slack") }, "turn_end");
      expect(run).toMatchObject({ ok: true, result: { success: true }, problems: [] });
    },
  ],
];

/** What the document leaves to the protocol that it says has not changed. */
const unchanged: Row[] = [
  ...(
    [
      ["exit status 1", exe("before_tool_call", '{"blocked": true}', 1)],
      ["exit status 2", exe("before_tool_call", '{"blocked": true}', 2)],
      ["a shell's syntax error", '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call && exit\nif then\n'],
      ["invalid JSON", exe("before_tool_call", '{"blocked": true')],
      ["a list", exe("before_tool_call", "[true]")],
      ["a verdict that is none", exe("before_tool_call", '{"blocked": "yes"}')],
      ["an error in its answer", exe("before_tool_call", '{"error": "no network"}')],
    ] as const
  ).map(([what, hook]): Row => [
    634,
    `${what} is a failure, which is logged and never blocks`,
    async () => {
      const policy = { failurePolicyByHook: { before_tool_call: "fail-closed" } } as const;
      const folder = createPrograms({ "x/hooks/bad": hook });
      const engine = created({ hookFolders: [join(folder, "x")], ...policy });
      await engine.discover();
      expect(await engine.dispatch("before_tool_call", call)).toMatchObject({
        ok: true,
        problems: [{ code: "hook-failed", severity: "warning" }],
      });
      const project = createProject({ [`${own}/bad`]: hook });
      const run = project.interlock(["dispatch", "before_tool_call", "--dialect", "kodelet"], {
        event: "before_tool_call",
        ...call,
      });
      expect([run.status, JSON.parse(run.stdout)]).toEqual([0, { blocked: false }]);
      expect(run.stderr).toContain("interlock: warning: 'bad' failed at 'tool.call.before': ");
    },
  ]),
  [
    634,
    "one that fails keeps no other from blocking",
    () => {
      const project = createProject({
        [`${own}/a`]: exe("before_tool_call", "", 2),
        [`${own}/b`]: blocks("no"),
      });
      const run = project.interlock(["dispatch", "before_tool_call", "--dialect", "kodelet"], call);
      expect([run.status, JSON.parse(run.stdout)]).toEqual([0, { blocked: true, reason: "no" }]);
    },
  ],
  [
    634,
    "a handler of that dialect in a file behaves alike",
    async () => {
      const file =
        "id: f\nevent_type: before_tool_call\nhandler: {kind: script, command: 'exit 2', dialect: kodelet}\n";
      expect(await dispatched({ [`${own}/f.yaml`]: file }, "before_tool_call", call)).toMatchObject({
        ok: true,
        problems: [{ code: "hook-failed", severity: "warning" }],
      });
    },
  ],
  [
    634,
    "after a tool call, `output` takes the place of the tool's, and is printed",
    async () => {
      const files = {
        [`${own}/a`]: exe("after_tool_call", '{"output": {"success": true, "text": "redacted"}}'),
      };
      const payload = { ...call, tool_output: { success: true, text: "secret" } };
      const output = { success: true, text: "redacted" };
      expect((await dispatched(files, "after_tool_call", payload)).payload).toMatchObject({
        tool_response: output,
      });
      const run = createProject(files).interlock(
        ["dispatch", "after_tool_call", "--dialect", "kodelet"],
        payload,
      );
      expect([run.status, JSON.parse(run.stdout), run.stderr]).toEqual([0, { output }, ""]);
      const silent = createProject({ [`${own}/a`]: exe("after_tool_call") });
      expect(silent.interlock(["dispatch", "after_tool_call", "--dialect", "kodelet"], payload).stdout).toBe(
        "",
      );
    },
  ],
  [
    634,
    "a name that ends in `.disable` switches a hook off",
    async () => {
      const files = {
        [`${own}/h.disable`]: says("off"),
        [`${ownPlugins}/a@x/hooks/g.disable`]: says("off"),
        [`${users}/i`]: says("on"),
      };
      expect([await order(files), await warnings(files)]).toEqual([["i"], []]);
      expect(listed(files)).toMatchObject([{ hooks: [] }]);
    },
  ],
];

describe.each([
  ["the protocol", protocol],
  ["folders", structure],
  ["precedence", precedence],
  ["names", naming],
  ["discovery", discovery],
  ["the installer and its output", installer],
  ["recipes and the base of payloads", recipes],
  ["the examples", examples],
  ["the protocol has not changed", unchanged],
])("%s", (_, rows) => {
  test.each(rows)("line %i: %s", async (_line, _says, check) => {
    await check();
  });
});
