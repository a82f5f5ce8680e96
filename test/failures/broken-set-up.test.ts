import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { dist, root } from "../support/paths.ts";
import { Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

/** A commit that must not happen: nothing in the repository changes, and git still works. */
function expectBlocked(sandbox: Sandbox, options: RunOptions = {}): Run {
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "file"]);
  const before = sandbox.realGit(["status", "--porcelain=v2", "--branch"]).stdout;
  const run = sandbox.git(["commit", "-m", "fix"], options);
  expect(run.stderr).toMatch(/^hint: /m);
  expect(run.stdout).toBe("");
  expect(sandbox.commitCount()).toBe(0);
  expect(sandbox.realGit(["status", "--porcelain=v2", "--branch"]).stdout).toBe(before);
  expect(sandbox.git(["status", "--short"], options)).toEqual({ status: 0, stdout: "A  file\n", stderr: "" });
  return run;
}

function withPlugin(hook: string): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `name: local\nextensions:\n  hookApiVersion: 1\n  hooks:\n${hook.replace(/^/gm, "    ")}\n`,
  );
  return sandbox;
}

/** A prefix of its own, to be damaged. */
function ownPrefix(sandbox: Sandbox): string {
  const prefix = join(sandbox.folder, "prefix");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  return prefix;
}

function planPath(sandbox: Sandbox): string {
  const folder = join(sandbox.folder, "home", ".cache", "interlock");
  return join(folder, readdirSync(folder).find((name) => name.startsWith("plan-")) as string);
}

/** A plan with the right checksum over a rule that makes no sense, as a defect of ours would write it. */
function breakRule(sandbox: Sandbox): void {
  const path = planPath(sandbox);
  const text = readFileSync(path, "utf8");
  const plan = JSON.parse(text.slice(text.indexOf("\n")));
  plan.points["commit.message.finalize"][0].effects[0].value = ["", 5, ""];
  writeFileSync(path, renderPlan(plan));
}

describe("a broken set-up ends the commit with 128, names the place and the way out", () => {
  test("a config with an unknown key", () => {
    const sandbox = new Sandbox("version: 1\nplugin:\n  dirs: []\n");
    const run = expectBlocked(sandbox);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain(`${sandbox.config}:2:1: error: unknown key 'plugin'`);
    expect(run.stderr).toContain("did you mean 'plugins'?");
  });

  test("a config that is not YAML", () => {
    const run = expectBlocked(new Sandbox("version: 1\n  mode: [\n"));
    expect(run.status).toBe(128);
    expect(run.stderr).toMatch(/config\.yaml:2:3: error: /);
  });

  test("a config that is not there", () => {
    const sandbox = new Sandbox();
    const run = expectBlocked(sandbox, { env: { INTERLOCK_CONFIG: "/no/such/config.yaml" } });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("/no/such/config.yaml");
  });

  test("an unknown hook point", () => {
    const run = expectBlocked(withPlugin("- id: local.a\n  hook: commit.message.finalise\n  effects: []"));
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("plugin.yaml:6:13");
    expect(run.stderr).toContain("did you mean 'commit.message.finalize'?");
  });

  test("a value that does not resolve", () => {
    const sandbox = withPlugin(
      "- id: local.a\n  hook: commit.message.finalize\n  effects:\n    - type: text.ensureTrailer\n      key: By\n      value: ${env.TEAM_NAME}",
    );
    const run = expectBlocked(sandbox);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain(
      "'local.a' needs '${env.TEAM_NAME}' for its trailer 'By', and it is not set",
    );
    expect(run.stderr).toContain("(plugin 'local')");
    expect(run.stderr).toContain("hint: set it: export TEAM_NAME=");
  });

  test("a value with a control character", () => {
    const run = expectBlocked(new Sandbox(), { env: { GITHUB_APP_BOT_NAME: "a\nEvil: b" } });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("control character");
  });

  test("the cold side is gone", () => {
    const sandbox = new Sandbox();
    const prefix = ownPrefix(sandbox);
    rmSync(join(prefix, "lib"), { recursive: true });
    const run = expectBlocked(sandbox, { prefix });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("the cold side cannot be started");
  });

  test("there is no node to run the cold side", () => {
    const sandbox = new Sandbox();
    const run = expectBlocked(sandbox, { env: hiddenNode(sandbox) });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("the cold side cannot be started");
  });

  test("the cold side hangs", () => {
    const sandbox = new Sandbox();
    const prefix = ownPrefix(sandbox);
    const cold = join(prefix, "lib", "interlock", "cold", "interlock-cold");
    writeFileSync(cold, "#!/bin/sh\nsleep 600 & wait\n", { mode: 0o755 });
    const run = expectBlocked(sandbox, { prefix, env: { INTERLOCK_TIMEOUT_MS: "300" } });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("the cold side did not answer in time");
  });

  test("the plan cannot be read", () => {
    const sandbox = new Sandbox();
    sandbox.interlock(["compile"]);
    const path = planPath(sandbox);
    rmSync(path);
    sandbox.write(join(path, "in-the-way"), "");
    const run = expectBlocked(sandbox);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain(`the plan cannot be read: it is a folder (${path})`);
  });

  test("the script fails", () => {
    const sandbox = new Sandbox();
    sandbox.interlock(["compile"]);
    breakRule(sandbox);
    const run = expectBlocked(sandbox);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("the policy script failed: TypeError");
    expect(run.stderr).toContain("resolveTemplate");
  });

  test("the script takes too long", () => {
    const sandbox = new Sandbox();
    sandbox.interlock(["compile"]);
    const message = sandbox.write(join(sandbox.folder, "long"), "line\n".repeat(400_000));
    const run = sandbox.git(["commit", "--allow-empty", "-F", message], {
      env: { INTERLOCK_TIMEOUT_MS: "5" },
    });
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("took longer than INTERLOCK_TIMEOUT_MS allows");
    expect(sandbox.commitCount()).toBe(0);
  });
});

test("onEngineFailure: pass lets the command go on unchanged, and says so", () => {
  const sandbox = new Sandbox(
    `version: 1\nonEngineFailure: pass\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`,
  );
  sandbox.interlock(["compile"]);
  breakRule(sandbox);
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"]);
  expect(run.status).toBe(0);
  expect(run.stderr).toContain("interlock: warning: the policy script failed");
  expect(sandbox.message()).toBe("fix\n");
});

test("a refusal by policy is exit 1: an empty message cannot carry a required trailer", () => {
  const sandbox = new Sandbox();
  const run = sandbox.git(["commit", "--allow-empty", "--allow-empty-message", "-m", ""]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("'github.ensure-bot-coauthor' requires the trailer 'Co-authored-by'");
  expect(sandbox.commitCount()).toBe(0);
});

test("missing: warn says so and goes on, missing: skip is silent", () => {
  for (const [missing, stderr] of [
    ["warn", "interlock: warning: 'local.a' needs"],
    ["skip", ""],
  ]) {
    const sandbox = withPlugin(
      `- id: local.a\n  hook: commit.message.finalize\n  effects:\n    - type: text.ensureTrailer\n      key: By\n      value: \${env.TEAM_NAME}\n      missing: ${missing}`,
    );
    const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"]);
    expect(run.status).toBe(0);
    const loud = sandbox.git(["commit", "--allow-empty", "-m", "fix"]);
    expect(loud.stderr.startsWith(stderr as string)).toBe(true);
    if (stderr === "") expect(loud.stderr).toBe("");
    expect(sandbox.message()).toBe("fix\n");
  }
});

test("a cache that cannot be written costs time, not the commit", () => {
  const sandbox = new Sandbox();
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], {
    env: { XDG_CACHE_HOME: "/proc/none" },
  });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.message()).toContain("Co-authored-by");
});

/** PATH with git and a shell, but without node. */
function hiddenNode(sandbox: Sandbox): { PATH: string } {
  const bin = join(sandbox.folder, "bin");
  sandbox.write(join(bin, "git"), '#!/bin/sh\nexec /usr/bin/git "$@"\n', 0o755);
  chmodSync(join(bin, "git"), 0o755);
  return { PATH: `${dist}/bin:${bin}` };
}
