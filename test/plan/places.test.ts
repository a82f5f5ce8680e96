/** Where plans are kept: one for all homes of a user, none that nobody uses, and nothing that git shows. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox, type RunOptions } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];
const compiled = "there was no fresh plan; compiled one";
const plugin = join(root, "plugins", "github");

class Homes extends Sandbox {
  constructor() {
    super(undefined, { plan: "compiled by the first command" });
  }

  home(name: string): string {
    const home = join(this.folder, name);
    if (!existsSync(home)) {
      mkdirSync(home);
      this.shell(`cp "$HOME/.gitconfig" '${home}'`);
    }
    return home;
  }

  /** Does this commit compile? It has its trailer in any case. */
  compiles(home: string, env: RunOptions["env"] = {}): boolean {
    const run = this.git(commit, { env: { HOME: this.home(home), INTERLOCK_DEBUG: "1", ...env } });
    expect(run.status).toBe(0);
    expect(this.message()).toContain(botTrailer);
    return run.stderr.includes(compiled);
  }

  names(folder: string): string[] {
    const path = join(this.folder, folder);
    return existsSync(path) ? readdirSync(path).sort() : [];
  }
}

const shared = `interlock-${process.getuid?.()}`;

describe("without a layer of the user's", () => {
  test("one plan serves all homes, and leaves no file in the others", () => {
    const sandbox = new Homes();
    expect(["one", "two", "three", "one"].map((home) => sandbox.compiles(home))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(sandbox.names("two/.cache")).toEqual([]);
    expect(sandbox.names(shared).filter((name) => name.startsWith("plan-"))).toHaveLength(1);
  });

  test("a change of the config is seen in each home", () => {
    const sandbox = new Homes();
    for (const home of ["one", "two"]) sandbox.compiles(home);
    sandbox.write(sandbox.config, `version: 1\nplugins:\n  dirs: [${plugin}]\nnotices: always\n`);
    expect(sandbox.compiles("two")).toBe(true);
    // Its own is stale; the one that was compiled for all serves, and is the only one to read from now on.
    expect(sandbox.compiles("one")).toBe(false);
    expect(sandbox.names("one/.cache/interlock").filter((name) => name.startsWith("plan-"))).toEqual([]);
  });

  test("a layer that appears has a plan of its own, and one that goes none", () => {
    const sandbox = new Homes();
    sandbox.compiles("one");
    const config = join(sandbox.home("two"), ".config/interlock/config.yaml");
    sandbox.write(config, "version: 1\nnotices: always\n");
    expect(sandbox.compiles("two")).toBe(true);
    expect(sandbox.compiles("two")).toBe(false);
    expect(sandbox.compiles("one")).toBe(false);
    rmSync(config);
    expect(sandbox.compiles("two")).toBe(false);
  });

  test("a layer that appears during a rebase counts for the commits after it", () => {
    const sandbox = new Homes();
    for (const name of ["a", "b", "c"]) sandbox.realGit(["commit", "-q", "--allow-empty", "-m", name]);
    const config = join(sandbox.folder, "home/.config/interlock/config.yaml");
    sandbox.write(
      join(sandbox.folder, "mine/my/plugin.yaml"),
      "extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: my.trailer\n      hook: commit.message.finalize\n      effects:\n        - {type: text.ensureTrailer, key: My, value: yes}\n",
    );
    const write = `if [ "$(git log -1 --format=%s)" = b ]; then mkdir -p ${join(config, "..")}; printf 'version: 1\\nplugins:\\n  dirs: [${sandbox.folder}/mine]\\n' >${config}; fi`;
    const run = sandbox.git(["rebase", "-q", "--force-rebase", "--exec", write, "HEAD~2"]);
    expect(run).toMatchObject({ status: 0 });
    expect(sandbox.message("HEAD~1")).not.toContain("My: yes");
    expect(sandbox.message("HEAD")).toContain("My: yes");
  });

  test("another user's plan in the shared folder decides nothing", () => {
    const sandbox = new Homes();
    sandbox.compiles("one");
    sandbox.shell(`chown -R 1234 '${sandbox.folder}/${shared}'`);
    expect(sandbox.compiles("two")).toBe(true);
    sandbox.shell(
      `chown -R 0 '${sandbox.folder}/${shared}'; chown 1234 '${sandbox.folder}/${shared}'/plan-*`,
    );
    expect(sandbox.compiles("three")).toBe(true);
  });
});

describe("the next compile removes what nobody uses:", () => {
  const old = new Date("2020-01-01");

  /** Writes a plan by the name of one that is not used, and compiles another. */
  function compileBeside(prepare: (sandbox: Homes, folder: string) => void): string[] {
    const sandbox = new Homes();
    sandbox.compiles("home");
    const folder = join(sandbox.folder, "home/.cache/interlock");
    prepare(sandbox, folder);
    sandbox.write(sandbox.config, `version: 1\nplugins:\n  dirs: [${plugin}]\nnotices: always\n`);
    sandbox.interlock(["compile"]);
    return sandbox.names("home/.cache/interlock").filter((name) => /0000/.test(name));
  }

  const plansIn = (sandbox: Homes): string[] =>
    sandbox.names("home/.cache/interlock").filter((name) => name.startsWith("plan-"));

  test("a plan whose config has changed, with what belongs to it", () => {
    const left = compileBeside((sandbox, folder) => {
      sandbox.shell(`cd '${folder}'; cp plan-* plan-00000001`);
      for (const name of ["findings-plan-00000001", ".plan-00000001.lock"])
        writeFileSync(join(folder, name), "");
      for (const name of sandbox.names("home/.cache/interlock")) utimesSync(join(folder, name), old, old);
    });
    expect(left).toEqual([]);
  });

  test("parts that killed processes have left, and not that of one which writes", () => {
    const writing = `.plan-${process.pid}-0000000000000000.tmp`;
    const left = compileBeside((_, folder) => {
      for (const name of [".plan-999999999-0000000000000000.tmp", writing])
        writeFileSync(join(folder, name), "");
    });
    expect(left).toEqual([writing]);
  });

  test("not a plan that is fresh, however old", () => {
    const left = compileBeside((sandbox, folder) => {
      const other = "version: 1\nplugins: {dirs: []}\n";
      const config = sandbox.write(join(sandbox.folder, "other/config.yaml"), other);
      const before = sandbox.names("home/.cache/interlock");
      sandbox.interlock(["compile"], { env: { INTERLOCK_CONFIG: config } });
      const made = plansIn(sandbox).find((name) => !before.includes(name)) as string;
      renameSync(join(folder, made), join(folder, "plan-00000003"));
      utimesSync(join(folder, "plan-00000003"), old, old);
    });
    expect(left).toEqual(["plan-00000003"]);
  });

  test("not a stale plan that was used within a day: its config may be out of sight here", () => {
    const left = compileBeside((_, folder) => writeFileSync(join(folder, "plan-00000004"), ""));
    expect(left).toEqual(["plan-00000004"]);
  });

  test("all but a hundred, the oldest first", () => {
    const left = compileBeside((sandbox, folder) => {
      const fresh = "version: 1\nplugins: {dirs: []}\n";
      const config = sandbox.write(join(sandbox.folder, "other/config.yaml"), fresh);
      const before = sandbox.names("home/.cache/interlock");
      sandbox.interlock(["compile"], { env: { INTERLOCK_CONFIG: config } });
      const made = sandbox
        .names("home/.cache/interlock")
        .find((name) => name.startsWith("plan-") && !before.includes(name));
      for (let i = 0; i < 120; i++) {
        const name = join(folder, `plan-0000${String(1000 + i)}`);
        sandbox.write(name, "");
        sandbox.shell(`cp '${join(folder, made as string)}' '${name}'`);
        utimesSync(name, old.getTime() / 1000 + i, old.getTime() / 1000 + i);
      }
    });
    expect(left).not.toContain("plan-00001000");
    expect(left).toContain("plan-00001119");
    expect(left.length).toBeLessThan(100);
  });
});

describe("git shows nothing of ours, where", () => {
  const status = (sandbox: Sandbox, env: RunOptions["env"] = {}): string =>
    sandbox.realGit(["status", "--short", "--untracked-files=all"], { env }).stdout;
  const amend = ["commit", "-q", "--allow-empty", "--amend", "-e"];

  test.each<[string, (top: string) => { [name: string]: string }]>([
    ["the home is the work tree", (top) => ({ HOME: top })],
    ["the cache is in it", (top) => ({ XDG_CACHE_HOME: `${top}/sub/cache` })],
    ["the temporary folder is in it", (top) => ({ TMPDIR: top })],
    ["only that can be written to", (top) => ({ TMPDIR: top, XDG_CACHE_HOME: "/proc/none" })],
  ])("%s", (_, variables) => {
    const sandbox = new Homes();
    const env = {
      ...variables(sandbox.repository),
      GIT_EDITOR: "true",
      GIT_CONFIG_GLOBAL: `${sandbox.folder}/home/.gitconfig`,
    };
    for (const line of [commit, amend]) expect(sandbox.git(line, { env })).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["compile"], { env })).toMatchObject({ status: 0 });
    expect(status(sandbox)).toBe("");
    expect(sandbox.realGit(["status", "--short", "--ignored"]).stdout).not.toBe("");
  });

  test("a folder of ours was there before", () => {
    const sandbox = new Homes();
    sandbox.write(".cache/interlock/plan-01234567", "old");
    expect(
      sandbox.git(commit, {
        env: { HOME: sandbox.repository, GIT_CONFIG_GLOBAL: `${sandbox.folder}/home/.gitconfig` },
      }),
    ).toMatchObject({ status: 0 });
    expect(status(sandbox)).toBe("");
  });

  test("'planDir' is made in the work tree; one that was there keeps what it has", () => {
    const sandbox = new Homes();
    const config = (folder: string): string =>
      `version: 1\nplanDir: ${folder}\nplugins:\n  dirs: [${plugin}]\n`;
    sandbox.write(sandbox.config, config(join(sandbox.repository, "plans")));
    expect(sandbox.git(commit)).toMatchObject({ status: 0 });
    expect(status(sandbox)).toBe("");
    sandbox.write("mine/file", "");
    sandbox.write(sandbox.config, config(join(sandbox.repository, "mine")));
    expect(sandbox.git(commit)).toMatchObject({ status: 0 });
    expect(sandbox.names("repo/mine")).not.toContain(".gitignore");
    expect(status(sandbox)).toContain("mine/file");
  });

  test("trust is recorded in it", () => {
    const sandbox = new Homes();
    // Else the record's path has a folder `.git`, of which git shows nothing.
    sandbox.realGit(["init", "-q", `--separate-git-dir=${sandbox.folder}/store`]);
    sandbox.write(".interlock/config.yaml", "version: 1\n");
    sandbox.realGit(["add", "."]);
    expect(sandbox.interlock(["trust"], { env: { XDG_STATE_HOME: sandbox.repository } })).toMatchObject({
      status: 0,
    });
    expect(status(sandbox)).toBe("A  .interlock/config.yaml\n");
  });
});
