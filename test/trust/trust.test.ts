import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { changes, writeWideLayer } from "./changes.ts";
import { Hostile, leaking, secret } from "./hostile.ts";

function trusted(value = "me"): Hostile {
  const sandbox = new Hostile(value);
  expect(sandbox.call("interlock", ["trust"])).toMatchObject({ status: 0 });
  return sandbox;
}

test("trust shows what the layer asks for, records it for its owner alone, and the rules apply", () => {
  const sandbox = new Hostile("me");
  const run = sandbox.call("interlock", ["trust"]);
  const file = `${sandbox.repository}/.interlock/config.yaml`;
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout.replace(/[0-9a-f]{64}/, "<digest>")).toBe(
    `layer   ${file}
hook    leak.rule of plugin 'leak' at commit.message.finalize, text.ensureTrailer
reads   no environment variable
digest  sha256 <digest>
interlock: '${file}' is trusted as it is now; if it changes, trust it again
`,
  );
  const records = join(sandbox.folder, "home/.local/state/interlock/trust", sandbox.repository, ".git");
  const record = readdirSync(records).find((name) => name.startsWith("sha256-")) ?? "";
  expect(statSync(join(records, record)).mode & 0o777).toBe(0o600);
  expect(sandbox.commit()).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(sandbox.message()).toBe(`work\n\n${botTrailer}\nBuilt-with: me\n`);
});

test("--show records nothing; --revoke takes trust back; both, and other words, are told apart", () => {
  const sandbox = new Hostile("me");
  expect(sandbox.call("interlock", ["trust", "--show"])).toMatchObject({ status: 0 });
  sandbox.commit();
  expect(sandbox.leaked()).toBe("");
  sandbox.call("interlock", ["trust"]);
  sandbox.commit();
  expect(sandbox.leaked()).toBe("me");
  expect(sandbox.call("interlock", ["trust", "--revoke"]).stdout).toContain("is no longer trusted\n");
  expect(sandbox.call("interlock", ["trust", "--revoke"]).stdout).toContain("was not trusted\n");
  sandbox.commit();
  expect(sandbox.leaked()).toBe("");
  for (const args of [["--shwo"], ["--show", "--revoke"], ["x"]])
    expect(sandbox.call("interlock", ["trust", ...args]).status).toBe(129);
});

test.each(["a manifest", "a mode", "a file outside that it names", "a link's target"] as const)(
  "trust ends with a change of %s, and is there for the asking again",
  (what) => {
    const sandbox = new Hostile("me");
    writeWideLayer(sandbox);
    expect(sandbox.call("interlock", ["trust"])).toMatchObject({ status: 0 });
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toContain("me");
    changes[what]?.((name) => join(sandbox.repository, name));
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: sandbox.untrusted() });
    expect(sandbox.leaked()).toBe("");
    expect(sandbox.commit()).toMatchObject({ stderr: "" });
    expect(sandbox.call("interlock", ["trust"])).toMatchObject({ status: 0 });
    sandbox.commit();
    expect(sandbox.leaked()).toMatch(/me|you/);
  },
);

test("content that was trusted before is trusted when it comes back: branches differ", () => {
  const sandbox = trusted("me");
  const file = join(sandbox.repository, ".interlock/leak/plugin.yaml");
  const before = readFileSync(file);
  sandbox.write(file, leaking("you"));
  sandbox.commit();
  expect(sandbox.leaked()).toBe("");
  sandbox.write(file, before);
  sandbox.commit();
  expect(sandbox.leaked()).toBe("me");
});

test("a change that hides behind the old size and time has no effect", () => {
  const sandbox = trusted("me");
  const file = join(sandbox.repository, ".interlock/leak/plugin.yaml");
  const { atime, mtime } = statSync(file);
  sandbox.write(file, leaking("it"));
  utimesSync(file, atime, mtime);
  sandbox.commit();
  expect(sandbox.leaked()).not.toBe("it");
});

test("work trees share the trust of their repository; a clone has none", () => {
  const sandbox = trusted("me");
  sandbox.realGit(["add", "."]);
  sandbox.realGit(["commit", "-q", "-m", "base"]);
  const [tree, clone] = [join(sandbox.folder, "tree"), join(sandbox.folder, "clone")];
  sandbox.realGit(["worktree", "add", "-q", tree]);
  sandbox.realGit(["clone", "-q", sandbox.repository, clone]);
  const commit = ["commit", "-q", "--allow-empty", "-m", "work"];
  expect(sandbox.call("git", commit, { cwd: tree })).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.leaked(tree)).toBe("me");
  expect(sandbox.call("git", commit, { cwd: clone })).toMatchObject({ stderr: sandbox.untrusted(clone) });
  expect(sandbox.leaked(clone)).toBe("");
  // Nor can another git folder borrow the work tree of a trusted one.
  const env = { GIT_WORK_TREE: sandbox.repository, GIT_DIR: ".git" };
  expect(sandbox.call("git", commit, { cwd: clone, env }).status).toBe(0);
  expect(sandbox.leaked(clone)).toBe("");
});

test("one with errors is not trusted, and says what is wrong", () => {
  const sandbox = new Hostile();
  const run = sandbox.call("interlock", ["trust"]);
  expect(run.status).toBe(128);
  expect(run.stdout).toContain("reads   AWS_SECRET_ACCESS_KEY\n");
  expect(run.stderr).toContain(
    "the repository layer may not read the environment variable 'AWS_SECRET_ACCESS_KEY'",
  );
  expect(run.stderr).toContain("layers: {env: [AWS_SECRET_ACCESS_KEY]}");
  expect(sandbox.commit()).toMatchObject({ status: 0, stderr: sandbox.untrusted() });
});

test("where there is nothing to trust, or no place to record it, it says so", () => {
  const sandbox = new Hostile("me");
  const trust = (options: object): { status: unknown; stderr: string } =>
    sandbox.call("interlock", ["trust"], options);
  expect(trust({ cwd: sandbox.folder }).stderr).toContain("there is no repository here");
  expect(trust({ env: { XDG_STATE_HOME: "/proc/nowhere" } }).stderr).toContain(
    "the trust cannot be recorded (",
  );
  rmSync(join(sandbox.repository, ".interlock"), { recursive: true });
  const run = trust({});
  expect(run.status).toBe(128);
  expect(run.stderr).toContain("does not exist: there is nothing to trust");
});

test("a file that INTERLOCK_CONFIG names is the install layer, wherever it lies", () => {
  const sandbox = new Hostile("me");
  const env = { INTERLOCK_CONFIG: ".interlock/config.yaml" };
  const run = sandbox.call("git", ["commit", "-q", "--allow-empty", "-m", "work"], { env });
  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(sandbox.leaked()).toBe("me");
  expect(everyMessage(sandbox)).not.toContain(secret);
});

function everyMessage(sandbox: Hostile): string {
  return sandbox.realGit(["log", "--all", "--format=%B"]).stdout;
}

test.each(["config.yaml", "leak/plugin.yaml"])(
  "a link in place of %s to a file outside is named, and nothing of the file is shown",
  (name) => {
    const sandbox = new Hostile("me");
    const outside = sandbox.write(
      join(sandbox.folder, "home", ".netrc"),
      `machine: ${secret}\nname: [${secret}\n`,
    );
    const link = join(sandbox.repository, ".interlock", name);
    rmSync(link);
    for (const target of [outside, join(sandbox.repository, ".git", "config")]) {
      symlinkSync(target, link);
      for (const args of [["trust", "--show"], ["trust"]]) {
        const run = sandbox.call("interlock", args);
        expect(run).toMatchObject({ status: 128, stdout: "" });
        expect(run.stderr).toContain(`'${link}' is reached by a link that leads out of the repository`);
        expect(run.stderr).not.toMatch(/hunter2|repositoryformatversion/);
      }
      rmSync(link);
    }
  },
);
