import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

function manifest(key: string): string {
  return `extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: ${key.toLowerCase()}.trailer\n      hook: commit.message.finalize\n      effects:\n        - {type: text.ensureTrailer, key: ${key}, value: yes}\n`;
}

class Plugins extends Sandbox {
  constructor() {
    super("version: 1\nlayers: {repository: on}\nplugins:\n  dirs: [../plugins]\n", {
      plan: "compiled by the first command",
    });
    this.add("one");
  }

  add(name: string, key = name[0]?.toUpperCase() + name.slice(1)): void {
    this.write(join(this.folder, "plugins", name, "plugin.yaml"), manifest(key));
  }

  /** The trailers that a commit now gets. */
  trailers(): string[] {
    const run = this.git(["commit", "-q", "--allow-empty", "-m", "fix"]);
    expect(run).toMatchObject({ status: 0 });
    return this.message().split("\n").slice(2, -1);
  }

  plan(): string {
    return this.#planIn("home", ".cache", "interlock");
  }

  planOfAllHomes(): string {
    return this.#planIn(`interlock-${process.getuid?.()}`);
  }

  #planIn(...names: string[]): string {
    const folder = join(this.folder, ...names);
    const [plan, ...others] = readdirSync(folder).filter((name) => name.startsWith("plan-"));
    expect(others).toEqual([]);
    return join(folder, plan as string);
  }

  planTime(): number {
    return statSync(this.plan()).mtimeMs;
  }
}

test("a fresh plan is used as it is", () => {
  const sandbox = new Plugins();
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  const made = sandbox.planTime();
  // Without a cold side only a fresh plan can serve.
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], {
    env: { PATH: `${sandbox.environment()["PATH"]?.split(":")[0]}:/usr/bin` },
  });
  expect(run.status).toBe(0);
  expect(sandbox.planTime()).toBe(made);
});

test.each([
  ["another version", (text: string) => text.replace(/^interlock-plan \S+ \S+/, "interlock-plan 2 9.9.9")],
  ["another format", (text: string) => text.replace(/^interlock-plan \S+/, "interlock-plan 1")],
  ["before plans had a first line", (text: string) => text.slice(text.indexOf("\n") + 1)],
])("a plan of %s is stale", (_, change) => {
  const sandbox = new Plugins();
  sandbox.trailers();
  const text = readFileSync(sandbox.plan(), "utf8");
  for (const path of [sandbox.plan(), sandbox.planOfAllHomes()]) writeFileSync(path, change(text));
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  expect(readFileSync(sandbox.plan(), "utf8")).toBe(text);
});

test("a changed manifest, also one of the same size", () => {
  const sandbox = new Plugins();
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  sandbox.add("one", "Eno");
  expect(sandbox.trailers()).toEqual(["Eno: yes"]);
});

test("a manifest replaced by another with the same size and time", () => {
  const sandbox = new Plugins();
  sandbox.trailers();
  const path = join(sandbox.folder, "plugins", "one", "plugin.yaml");
  const { atime, mtime } = statSync(path);
  sandbox.write(`${path}.new`, manifest("Eno"));
  utimesSync(`${path}.new`, atime, mtime);
  renameSync(`${path}.new`, path);
  expect(sandbox.trailers()).toEqual(["Eno: yes"]);
});

test("a plugin folder added, and one removed", () => {
  const sandbox = new Plugins();
  sandbox.trailers();
  sandbox.add("two");
  expect(sandbox.trailers()).toEqual(["One: yes", "Two: yes"]);
  rmSync(join(sandbox.folder, "plugins", "one"), { recursive: true });
  expect(sandbox.trailers()).toEqual(["Two: yes"]);
});

test("a plugin folder that gets its manifest later", () => {
  const sandbox = new Plugins();
  mkdirSync(join(sandbox.folder, "plugins", "two"));
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  sandbox.add("two");
  expect(sandbox.trailers()).toEqual(["One: yes", "Two: yes"]);
});

test("a config layer that appears: the user's, then the repository's", () => {
  const sandbox = new Plugins();
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  const user = join(sandbox.folder, "home", ".config", "interlock");
  sandbox.write(join(user, "mine", "my", "plugin.yaml"), manifest("My"));
  sandbox.write(join(user, "config.yaml"), "version: 1\nplugins:\n  dirs: [mine]\n");
  expect(sandbox.trailers()).toEqual(["My: yes", "One: yes"]);
  sandbox.write(".interlock/local/repo/plugin.yaml", manifest("Repo"));
  sandbox.write(".interlock/config.yaml", "version: 1\nplugins:\n  dirs: [local]\n");
  expect(sandbox.trailers()).toEqual(["My: yes", "One: yes", "Repo: yes"]);
});

test("planDir in the install config says where plans are kept", () => {
  const sandbox = new Plugins();
  const folder = join(sandbox.folder, "kept");
  sandbox.write(sandbox.config, `version: 1\nplanDir: ${folder}\nplugins:\n  dirs: [../plugins]\n`);
  expect(sandbox.trailers()).toEqual(["One: yes"]);
  expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toHaveLength(1);
  expect(readdirSync(join(sandbox.folder, "home"))).not.toContain(".cache");
});

test("many commands at once while there is no plan all carry the trailer", () => {
  const sandbox = new Plugins();
  const run = sandbox.shell(
    "for i in 1 2 3 4 5 6; do GIT_INDEX_FILE=.git/index$i git commit -q --allow-empty -m fix$i & done; wait",
  );
  // Some may have lost the race for the branch; what was committed has the trailer.
  expect(run.stderr).not.toContain("interlock");
  const bodies = sandbox.realGit(["log", "--format=%B%x00"]).stdout.split("\0").slice(0, -1);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(body).toContain("One: yes");
  sandbox.planTime(); // one plan, and nothing else in its folder
});
