import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { verbs } from "../../cli/verbs.ts";
import { fnv1a, readPlanFile } from "../../engine/core/plan-file.ts";
import { dist, packagedDist, root } from "../support/paths.ts";

const base = mkdtempSync(join(tmpdir(), "interlock-cli-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(base, "home-"));
});

function configure(text: string): string {
  const file = join(home, ".config/interlock/config.yaml");
  mkdirSync(join(home, ".config/interlock"), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** What the shim asks the cold side with. */
function forShim(install: string, path: string): string[] {
  return [
    "compile",
    "--for-shim",
    JSON.stringify({ layers: { install, user: "", repository: "", trust: "" }, path }),
  ];
}

const github = `version: 1\nplugins: {dirs: [${root}/plugins/github]}\n`;

/** A plan file's JSON, below its first line. */
function jsonOf(text: string): { layers: unknown } {
  return JSON.parse(text.slice(text.indexOf("\n")));
}

/** The native binary runs the cold side: on the Node of PATH, or, packaged, without any. */
describe.each([
  ["on Node", dist, dirname(process.execPath)],
  ["packaged", packagedDist, "/nonexistent"],
])("interlock, its cold side %s", (_, prefix, path) => {
  const program = join(prefix, "bin", "interlock");
  const env = (): { [name: string]: string } => ({ PATH: path, HOME: home });

  function interlock(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: home,
      env: env(),
      encoding: "utf8",
      timeout: 120_000,
    });
    return { status, stdout: stdout.replaceAll(home, "<home>"), stderr: stderr.replaceAll(home, "<home>") };
  }

  test("--help lists the verbs, those of the native binary too", () => {
    const { status, stdout, stderr } = interlock("--help");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const unwrapped = stdout.replace(/\n {5,}/g, " ");
    const shown = unwrapped.split("\n").map((line) => line.trim().replace(/ +/g, " "));
    for (const { name, summary } of verbs) expect(shown).toContain(`${name} ${summary}`);
  });

  test("an unknown verb is refused with a suggestion", () => {
    expect(interlock("compil")).toEqual({
      status: 129,
      stdout: "",
      stderr: "interlock: error: unknown verb 'compil' [E-wrong-usage]\nhint: did you mean 'compile'?\n",
    });
  });

  test("compile without any configuration says so", () => {
    const { status, stdout } = interlock("compile");
    expect(status).toBe(0);
    expect(stdout).toContain("there is no configuration");
  });

  test("compile writes the plan for its owner alone, and says where", () => {
    configure(github.replace("plugins/github", "plugins/ticket-prefix"));
    const { status, stdout } = interlock("compile");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^interlock: plan with 1 contribution from 1 plugin written to <home>\/\.cache\/interlock\/plan-[0-9a-f]{8}\n/,
    );
    expect(statSync(join(home, ".cache/interlock")).mode & 0o777).toBe(0o700);
  });

  test("compile checks a pattern, with the parts of the cold side that are loaded late", () => {
    configure(github.replace("plugins/github", "plugins/conventional-commits"));
    const { status, stdout, stderr } = interlock("compile");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("interlock: plan with 1 contribution from 1 plugin");
  });

  test("compile lists hooks that are inactive, and the plan has their contributions", () => {
    configure(github);
    const { status, stdout } = interlock("compile");
    expect(status).toBe(0);
    expect(stdout).toContain("interlock: plan with 3 contributions from 1 plugin");
    expect(stdout.match(/inactive here: .*(?= \()/g)).toEqual([
      "inactive here: github.ensure-bot-coauthor: environment variable 'GITHUB_APP_BOT_NAME' is not set",
    ]);
  });

  test("compile with errors prints them and exits with 128", () => {
    configure("version: 1\nplugin: {}\n");
    expect(interlock("compile")).toMatchSnapshot();
  });

  test("for the shim the plan goes to stdout and to the file, without notes", () => {
    const install = configure(github + "sealed: true\n");
    const { status, stdout, stderr } = interlock(...forShim(install, join(home, "p/plan")));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(join(home, "p/plan"), "utf8").replaceAll(home, "<home>")).toBe(stdout);
    expect(jsonOf(stdout).layers).toEqual({
      install: "<home>/.config/interlock/config.yaml",
      user: "",
      repository: "",
    });
  });

  test("for the shim a plan that cannot be written is no error", () => {
    const { status, stdout } = interlock(...forShim(configure(github), "/proc/nowhere/plan"));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^interlock-plan /);
  });

  test("for the shim a failed compilation exits with 128 and prints no plan", () => {
    const { status, stdout, stderr } = interlock(...forShim(join(home, "none.yaml"), ""));
    expect({ status, stdout }).toEqual({ status: 128, stdout: "" });
    expect(stderr).toContain("INTERLOCK_CONFIG names '<home>/none.yaml', which does not exist");
  });

  test("writers at the same time never show half a plan, and leave nothing behind", async () => {
    const install = configure(github + `config: {long: ${"x".repeat(200_000)}}\n`);
    const plan = join(home, "plans/plan");
    const ends = Array.from({ length: 6 }, () => {
      const child = spawn(program, forShim(install, plan), { stdio: "ignore", env: env() });
      return new Promise<number | null>((resolve) => child.on("exit", resolve));
    });
    const state = { running: true };
    let seen = 0;
    const all = Promise.all(ends).finally(() => (state.running = false));
    while (state.running) {
      await new Promise((resolve) => setImmediate(resolve));
      let text: string;
      try {
        text = readFileSync(plan, "utf8");
      } catch {
        continue;
      }
      expect(readPlanFile(text, fnv1a)).toHaveProperty("json");
      seen++;
    }
    expect(await all).toEqual([0, 0, 0, 0, 0, 0]);
    expect(seen).toBeGreaterThan(0);
    expect(readdirSync(join(home, "plans"))).toEqual([".gitignore", "plan"]);
  });

  test("no variable of the packager reaches what the cold side starts", () => {
    configure(github);
    const folder = join(home, "bin");
    mkdirSync(folder);
    spawnSync("/usr/bin/git", ["init", "-q", home]);
    writeFileSync(join(folder, "git"), "#!/bin/sh\nexec /usr/bin/env\n", { mode: 0o755 });
    const run = spawnSync(join(prefix, "bin", "git"), ["commit", "-m", "x"], {
      cwd: home,
      env: { PATH: `${prefix}/bin:${folder}:${path}`, HOME: home },
      encoding: "utf8",
    });
    expect(run.stdout).not.toMatch(/PKG_|NODE_|SEA/);
    expect(run.stdout).toContain("HOME=");
    const made = readdirSync(join(home, ".cache/interlock"));
    expect(made.filter((name) => !name.startsWith("."))).toEqual([expect.stringMatching(/^plan-/)]);
  });
});
