import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listenForGit } from "../support/serve-git.ts";
import { manifest, Workshop } from "./workshop.ts";

const whole = {
  "plugin.yaml": `${manifest("rules")}      policies: [{file: hooks/style.md, inject: prompt}]\n`,
  "hooks/style.md": "Be short.\n",
  "hooks/check": "#!/bin/sh\n",
  "skills/pdf/SKILL.md": "x",
  "skills/xlsx/SKILL.md": "x",
  "skills/not-one/README.md": "x",
  "recipes/review.md": "x",
};

function head(box: Workshop, folder: string): string {
  return box.realGit(["rev-parse", "HEAD"], { cwd: folder }).stdout.trim();
}

test("add shows what a plugin brings, pins it, trusts it, and its rule applies", () => {
  const box = new Workshop();
  const folder = box.source("rules", whole);
  const id = head(box, folder);
  const run = box.plugin("add", folder, "--yes");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toBe(`rules at ${id.slice(0, 12)}, from ${folder}
  Skills:      2
    pdf
    xlsx
  Recipes:     1
    review
  Hooks:       2
    rules.rule at commit.message.finalize, text.ensureTrailer
    check
  Policies:    1
    hooks/style.md
  Executables: 1
    hooks/check
  Reads:       0
Installed rules:
  Skills:  2
  Recipes: 1
  Hooks:   2
interlock: installed as '.interlock/plugins/rules'
interlock: '.interlock/config.yaml' is trusted with this change; if it changes again, run 'interlock trust'
interlock: programs of a repository run only where the install config, or yours, says 'executableHooks: {allow: [rules/check]}'
`);
  const place = join(box.repository, ".interlock");
  expect(readFileSync(join(place, "interlock.lock"), "utf8")).toMatch(
    new RegExp(
      `^# .*\\nversion: 1\\nplugins:\\n  rules:\\n    source: ${folder}\\n    commit: ${id}\\n    digest: sha256-[0-9a-f]{64}\\n$`,
    ),
  );
  const modes = ["hooks/check", "hooks/style.md", "."].map(
    (name) => statSync(join(place, "plugins/rules", name)).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o644, 0o755]);
  expect(box.commit()).toBe("work\n\nRules: rules\n");
});

test("org/repo is a repository on GitHub, with --ref a branch, a tag or a commit of it", async () => {
  const box = new Workshop();
  const folder = box.source("acme/rules.git", { "plugin.yaml": manifest("rules", { value: "first" }) });
  const first = head(box, folder);
  box.realGit(["tag", "-a", "-m", "one", "v1"], { cwd: folder });
  box.write(join(folder, "plugin.yaml"), manifest("rules", { value: "second" }));
  box.realGit(["commit", "-q", "-a", "-m", "second"], { cwd: folder });
  const server = await listenForGit(box.sources);
  onTestFinished(server.close);
  box.realGit(["config", "--global", `url.${server.address}/.insteadOf`, "https://github.com/"]);
  const added = (...words: string[]): string => {
    rmSync(join(box.repository, ".interlock"), { recursive: true, force: true });
    expect(box.plugin("add", "acme/rules", ...words)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(box.repository, ".interlock/plugins/acme@rules/plugin.yaml"))).toBe(true);
    return box.commit();
  };
  expect(added()).toContain("Rules: second");
  for (const ref of ["v1", first, "refs/tags/v1"]) expect(added("--ref", ref), ref).toContain("Rules: first");
  expect(added("--ref", "main")).toContain("Rules: second");
  expect(box.plugin("list").stdout).toBe(
    `NAME        LOCATION  SKILLS  RECIPES  HOOKS  POLICIES  EXECUTABLES  REF   VERSION
----        --------  ------  -------  -----  --------  -----------  ---   -------
acme/rules  local     0       0        1      0         0            main  -
`,
  );
  expect(box.plugin("add", "ACME/rules").stderr).toContain(
    "'acme/rules' is installed already [E-not-possible]\nhint: 'interlock plugin update acme/rules'",
  );
});

test("an address that git's settings turn into a path or a program is not fetched", () => {
  const box = new Workshop();
  const folder = box.source("acme/rules", { "plugin.yaml": manifest("rules") });
  for (const [to, protocol] of [
    [`${box.sources}/`, "file"],
    [`ext::touch ${box.folder}/owned `, "ext"],
  ] as const) {
    box.realGit(["config", "--global", `url.${to}.insteadOf`, "https://github.com/"]);
    const run = box.plugin("add", "acme/rules");
    box.realGit(["config", "--global", "--remove-section", `url.${to}`]);
    expect(run.stderr).toContain(`transport '${protocol}' not allowed`);
  }
  expect(existsSync(join(box.folder, "owned"))).toBe(false);
  expect(existsSync(join(folder, "plugin.yaml"))).toBe(true);
});

test("with --global a plugin counts in every repository, and its config is written", () => {
  const box = new Workshop();
  const folder = box.folderOf("rules", { "plugin.yaml": manifest("rules", { value: "${env.TICKET}" }) });
  const xdg = join(box.folder, "xdg");
  const run = box.call(["plugin", "add", folder, "--global", "--json"], { env: { XDG_CONFIG_HOME: xdg } });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(run.stdout)).toEqual({
    name: "rules",
    location: "global",
    path: join(xdg, "interlock/plugins/rules"),
    source: folder,
    ref: null,
    commit: null,
    version: null,
    skills: [],
    recipes: [],
    hooks: ["rules.rule"],
    contributions: [
      { id: "rules.rule", point: "commit.message.finalize", effects: ["text.ensureTrailer"], handler: null },
    ],
    policies: [],
    executables: [],
    reads: ["TICKET"],
    standing: "in force",
  });
  const env = { XDG_CONFIG_HOME: xdg, TICKET: "ABC-1", INTERLOCK_CONFIG: undefined };
  expect(box.run("git", ["commit", "-q", "--allow-empty", "-m", "work"], { env }).status).toBe(0);
  expect(box.message()).toBe("work\n\nRules: ABC-1\n");
  expect(readFileSync(join(xdg, "interlock/config.yaml"), "utf8")).toContain(
    "  dirs:\n    - plugins/rules\n",
  );
});

test("a folder inside of the repository is recorded as every clone has it", () => {
  const box = new Workshop();
  box.write("tools/rules/plugin.yaml", manifest("rules"));
  expect(box.plugin("add", "./tools/rules")).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(box.repository, ".interlock/interlock.lock"), "utf8")).toContain(
    "    source: ./tools/rules\n",
  );
  box.write("tools/rules/plugin.yaml", manifest("rules", { value: "new" }));
  expect(box.call(["plugin", "update"], { cwd: join(box.repository, "tools") })).toMatchObject({ status: 0 });
  expect(box.commit()).toContain("Rules: new");
});

test("what is not committed in a source is not installed", () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  box.write(join(folder, "plugin.yaml"), manifest("rules", { value: "unfinished" }));
  expect(box.plugin("add", folder).status).toBe(0);
  expect(box.commit()).toContain("Rules: rules");
});

test("a layer that nobody has looked at is not trusted with the plugin", () => {
  const box = new Workshop();
  box.write(".interlock/config.yaml", "version: 1\nplugins: {dirs: [own]}\n");
  box.write(".interlock/own/plugin.yaml", manifest("own"));
  const run = box.plugin("add", box.source("rules", { "plugin.yaml": manifest("rules") }));
  expect(run.status).toBe(0);
  expect(run.stdout).toContain(
    "'.interlock/config.yaml' is not trusted, and not used: there is more in it than this change",
  );
  expect(box.commit()).toBe("work\n");
  expect(readFileSync(join(box.repository, ".interlock/config.yaml"), "utf8")).toBe(
    "version: 1\nplugins: {dirs: [own, plugins/rules]}\n",
  );
});

test("nor is one without a config, if there are other files in it", () => {
  const box = new Workshop();
  box.write(".interlock/hooks/theirs", "#!/bin/sh\n", 0o755);
  const run = box.plugin("add", box.source("rules", { "plugin.yaml": manifest("rules") }));
  expect(run.stdout).toContain("is not trusted, and not used");
  expect(box.commit()).toBe("work\n");
});

test("trust ends with a change after 'add', as always", () => {
  const box = new Workshop();
  box.plugin("add", box.source("rules", { "plugin.yaml": manifest("rules") }));
  box.write(".interlock/plugins/rules/plugin.yaml", manifest("rules", { value: "other" }));
  expect(box.commit()).toBe("work\n");
});

test("where 'layers.repository' is off, the plugin is installed, and it is said that nothing uses it", () => {
  const box = new Workshop("version: 1\nlayers: {repository: off}\n");
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  const run = box.call(["plugin", "add", folder], { env: { INTERLOCK_CONFIG: box.config } });
  expect(run.stdout).toContain("'.interlock/config.yaml' is not used: 'layers.repository' is 'off' here");
});

test("a configuration that does not work is named first, and nothing is added to it", () => {
  const box = new Workshop();
  box.write(".interlock/config.yaml", "version: 2\n");
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  const before = box.everything();
  const run = box.plugin("add", folder);
  expect(run.status).toBe(128);
  expect(run.stderr).toContain(".interlock/config.yaml:1:10: error:");
  expect(run.stderr).toContain("the configuration does not work as it is, and 'rules' is not put into it");
  expect(box.everything()).toEqual(before);
});

test("outside of a repository it says what to do", () => {
  const box = new Workshop();
  const run = box.call(["plugin", "add", box.folderOf("rules", { "plugin.yaml": manifest("rules") })], {
    cwd: box.folder,
  });
  expect(run).toMatchObject({ status: 128 });
  expect(run.stderr).toContain(
    "there is no repository here [E-not-possible]\nhint: run it inside of one, or with '--global'",
  );
});

test("a plugin of executables alone is found by its place", () => {
  const box = new Workshop();
  const script = '#!/bin/sh\n[ "$1" = hook ] && echo turn_end\n';
  expect(box.plugin("add", box.folderOf("tools", { "hooks/log": script }), "--yes", "--global").status).toBe(
    0,
  );
  const { stdout } = box.call(["hooks", "--json"]);
  expect(JSON.parse(stdout).hooks.map(({ id }: { id: string }) => id)).toEqual(["tools/log"]);
});

test("errors for programs are JSON", () => {
  const box = new Workshop();
  const folder = box.folderOf("rules", { "plugin.yaml": manifest("rules"), "hooks/run": "#!/bin/sh\n" });
  const run = box.plugin("add", folder, "--json");
  expect(run.status).toBe(128);
  expect(JSON.parse(run.stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "not-possible" }] });
  box.write(join(folder, "plugin.yaml"), manifest("rules", { value: "${env.SECRET}" }));
  const { stdout } = box.plugin("add", folder, "--json", "--yes");
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "env-not-listed" }] });
});
