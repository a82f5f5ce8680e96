/**
 * The install config beside the prefix: for programs that start git without INTERLOCK_CONFIG.
 */
import { cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../cli/doctor/finding.ts";
import { parseExamination } from "../doctor/examination.ts";
import { dist, root } from "../support/paths.ts";
import { botTrailer, Sandbox, type RunOptions } from "../support/sandbox.ts";

const rules = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`;

/** A prefix of its own, as an unpacked release is one; without a config. */
function makePrefix(sandbox: Sandbox): string {
  const prefix = join(sandbox.folder, "prefix");
  mkdirSync(join(prefix, "lib", "interlock"), { recursive: true });
  for (const part of ["bin", "lib/interlock/cold"])
    cpSync(join(dist, part), join(prefix, part), { recursive: true, verbatimSymlinks: true });
  return prefix;
}

function withConfig(sandbox: Sandbox, text = rules): string {
  const prefix = makePrefix(sandbox);
  sandbox.write(join(prefix, "etc", "interlock", "config.yaml"), text);
  return prefix;
}

const noVariable: RunOptions["env"] = { INTERLOCK_CONFIG: undefined };

test("it counts where both names are links in a folder of somebody's own", () => {
  const sandbox = new Sandbox();
  const prefix = withConfig(sandbox);
  const bin = join(sandbox.folder, "links", "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(prefix, "bin", "interlock"), join(bin, "interlock"));
  symlinkSync("interlock", join(bin, "git"));
  const options = { prefix: join(sandbox.folder, "links"), env: noVariable };
  expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], options)).toMatchObject({ status: 0 });
  expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
});

test("it counts without any variable, in hooks of ours too", () => {
  const sandbox = new Sandbox();
  const options = { prefix: withConfig(sandbox), env: noVariable };
  expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"], options)).toMatchObject({ status: 0 });
  expect(sandbox.message()).toBe(`fix\n\n${botTrailer}\n`);
  sandbox.realGit(["commit", "-q", "--allow-empty", "--amend", "-m", "bare"]);
  const amended = sandbox.git(["commit", "-q", "--allow-empty", "--amend", "--no-edit"], options);
  expect(amended).toMatchObject({ status: 0 });
  expect(sandbox.message()).toBe(`bare\n\n${botTrailer}\n`);
});

test("it is the same file, and the same plan, whichever way the binary was reached", () => {
  const sandbox = new Sandbox();
  const prefix = withConfig(sandbox);
  const config = join(prefix, "etc", "interlock", "config.yaml");
  const links = join(sandbox.folder, "links");
  mkdirSync(join(links, "alone"), { recursive: true });
  symlinkSync(prefix, join(links, "whole"));
  symlinkSync(join(prefix, "bin"), join(links, "bin"));
  symlinkSync(join(prefix, "bin", "interlock"), join(links, "alone", "interlock"));
  const planOf = (bin: string): string => {
    const words = ["explain", "--json", "--", "git", "commit", "-m", "fix"];
    const run = sandbox.run(join(bin, "interlock"), words, { prefix, env: noVariable });
    return JSON.parse(run.stdout).plan.path;
  };
  sandbox.interlock(["compile"], { prefix, env: noVariable });
  const plan = planOf(join(prefix, "bin"));
  expect(plan).toContain(join(sandbox.folder, "home", ".cache"));
  for (const bin of ["whole/bin", "bin", "alone"]) expect(planOf(join(links, bin))).toBe(plan);
  expect(realpathSync(plan)).toBe(plan);
  expect(sandbox.run("/bin/cat", [plan]).stdout).toContain(`"install":"${config}"`);
});

test("INTERLOCK_CONFIG goes before it, and one that names no file is still an error", () => {
  const sandbox = new Sandbox();
  const prefix = withConfig(sandbox, "version: 1\nnonsense: true\n");
  const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];
  expect(sandbox.git(commit, { prefix })).toMatchObject({ status: 0 });
  expect(sandbox.message()).toContain(botTrailer);
  const missing = sandbox.git(commit, { prefix, env: { INTERLOCK_CONFIG: "/nowhere.yaml" } });
  expect(missing.status).toBe(128);
  expect(missing.stderr).toContain("INTERLOCK_CONFIG names '/nowhere.yaml', which does not exist");
  const beside = sandbox.git(commit, { prefix, env: { INTERLOCK_CONFIG: "" } });
  expect(beside.status).toBe(128);
  expect(beside.stderr).toContain("nonsense");
});

test("doctor warns of an install config that only the variable names", () => {
  const sandbox = new Sandbox();
  const words = "the install config is found by INTERLOCK_CONFIG alone";
  const prefix = makePrefix(sandbox);
  const find = (): Finding | undefined =>
    parseExamination(sandbox.interlock(["doctor", "--json"], { prefix })).findings.find(({ message }) =>
      message.startsWith(words),
    );
  expect(find()).toMatchObject({
    check: "config",
    status: "warn",
    fix: `move it to /etc/interlock/config.yaml, or to ${prefix}/etc/interlock/config.yaml`,
  });
  sandbox.write(join(prefix, "etc", "interlock", "config.yaml"), rules);
  expect(find()).toBeUndefined();
});

test("where there is no configuration, compile says where it looked", () => {
  const sandbox = new Sandbox();
  const prefix = makePrefix(sandbox);
  const { stdout } = sandbox.interlock(["compile"], { prefix, env: noVariable });
  expect(stdout).toContain(`hint: looked for ${prefix}/etc/interlock/config.yaml\n`);
});

test("one with a nearly correct name is named by compile", () => {
  const sandbox = new Sandbox();
  const prefix = makePrefix(sandbox);
  const path = join(prefix, "etc", "interlock", "config.yml");
  sandbox.write(path, rules);
  expect(sandbox.interlock(["compile"], { prefix, env: noVariable }).stderr).toContain(
    `'${path}' is not read: 'config.yaml' is looked for [E-mistyped-config]\n`,
  );
});
