import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { botEnv, Sandbox } from "../support/sandbox.ts";
import { only, parseExamination, type Examination } from "./examination.ts";

/** Login shells read the machine's own profile: a HOME with a PATH of ours stands for what an image sets. */
function withProfile(sandbox: Sandbox): Sandbox {
  sandbox.write(join(sandbox.folder, "home", ".bash_profile"), `PATH=${join(dist, "bin")}:$PATH\n`);
  return sandbox;
}

function examine(sandbox: Sandbox, options = {}): Examination {
  return parseExamination(sandbox.interlock(["doctor", "--json"], options));
}

test("a PATH install that works is effective, and what leads around it is named", () => {
  const { status, effective, sealed, findings } = examine(withProfile(new Sandbox()));
  expect(findings.filter((each) => each.status === "fail")).toEqual([]);
  expect({ status, effective, sealed }).toEqual({ status: 0, effective: true, sealed: false });
  expect(only(findings, "shells")).toEqual([
    `ok 'sh -c' finds interlock: ${dist}/bin/git`,
    `ok 'bash -lc' finds interlock: ${dist}/bin/git`,
    "warn 'env -i sh -c' finds another git: /usr/bin/git",
  ]);
  expect(only(findings, "copies")[0]).toMatch(/^warn not interlock, .*\/usr\/bin\/git.*\/usr\/bin\/gh/);
  expect(only(findings, "seal")[0]).toMatch(
    /^warn not sealed \(there is no '\/etc\/interlock\/config.yaml'\)/,
  );
  expect(only(findings, "values")).toContain(
    "warn 'GITHUB_APP_BOT_NAME' has no sealed value: a caller who unsets it disables a rule",
  );
  expect(only(findings, "engine")[0]).toMatch(/^ok answers in [\d.]+ ms$/);
  for (const each of findings) expect(each.fix === "").toBe(each.status === "ok");
});

test.each([
  ["lib/interlock/seal.sh", () => "as root: interlock seal"],
  ["lib/interlock/install.sh", (prefix) => `as root: ${prefix}/lib/interlock/install.sh`],
  ["install.sh", (prefix) => `as root: ${prefix}/install.sh`],
  ["neither script", () => "docs/install.md"],
] as [string, (prefix: string) => string][])(
  "the advice is what can be done here, with %s",
  (script, advice) => {
    const sandbox = new Sandbox();
    const prefix = join(sandbox.folder, "prefix");
    cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
    if (script.endsWith(".sh")) sandbox.write(join(prefix, script), "#!/bin/sh\n", 0o755);
    const { findings } = examine(sandbox, { prefix });
    const fixes = findings.filter(({ check }) => check === "seal").map(({ fix }) => fix);
    expect(fixes).toEqual([`seal the install (${advice(prefix)})`]);
  },
);

/** No install layer: the layers that people write. */
const ownLayers = { env: { INTERLOCK_CONFIG: undefined } };

test.each([
  [
    "repository",
    ["init", "--plugin", "house"],
    ", and 'interlock health' does not count the rules of a repository",
  ],
  ["user", ["init", "--global", "--plugin", "house"], ""],
])("where the rules of the %s's layer work, it says so", (_, words, also) => {
  const sandbox = withProfile(new Sandbox());
  expect(sandbox.interlock(words, ownLayers).status).toBe(0);
  sandbox.git(["commit", "--allow-empty", "-m", "Try"], ownLayers);
  expect(sandbox.message()).toContain("Checked-by: house");
  const { status, findings } = examine(sandbox, ownLayers);
  expect(findings.filter((each) => each.status === "fail")).toEqual([]);
  expect(only(findings, "engine")).toEqual([
    expect.stringMatching(new RegExp(`^ok answers in [\\d.]+ ms${also}$`)),
  ]);
  expect(status).toBe(0);
  expect(sandbox.interlock(["doctor"], ownLayers).stdout).toMatch(
    /\ninterlock: the rules are enforced here\n$/,
  );
});

test("where only login shells find another git, it does not deny what works in this shell", () => {
  const { stdout, status } = new Sandbox().interlock(["doctor"]);
  expect(stdout).toMatch(
    /\ninterlock: the rules are enforced in this shell, but not in every shell that is started from it\n$/,
  );
  expect(status).toBe(1);
});

test("a login shell that finds another git fails", () => {
  const { status, findings } = examine(new Sandbox());
  expect(only(findings, "shells")).toContain("fail 'bash -lc' finds another git: /usr/bin/git");
  expect(status).toBe(1);
});

test.each([
  ["prints something", "printf no-newline", /^ok 'bash -lc' finds interlock/],
  [
    "has a function of that name",
    "git() { :; }",
    /^fail 'bash -lc' has an alias or a function named git: git$/,
  ],
  ["ends", "exit 3", /^fail 'bash -lc' did not answer$/],
])("a login shell whose profile %s", (_, line, words) => {
  const sandbox = withProfile(new Sandbox());
  const profile = join(sandbox.folder, "home", ".bash_profile");
  sandbox.write(profile, `PATH=${join(dist, "bin")}:$PATH\n${line}\n`);
  expect(only(examine(sandbox).findings, "shells").some((each) => words.test(each))).toBe(true);
});

test("another gh on PATH fails, because rules for pull requests would not apply", () => {
  const sandbox = withProfile(new Sandbox());
  const folder = join(sandbox.folder, "first");
  mkdirSync(folder);
  symlinkSync("/usr/bin/gh", join(folder, "gh"));
  const { status, findings } = examine(sandbox, {
    env: { PATH: `${folder}:${join(dist, "bin")}:${process.env["PATH"]}` },
  });
  expect(only(findings, "shells")).toContain(
    `fail 'sh -c' finds another gh: ${folder}/gh; rules for pull requests and issues do not apply`,
  );
  expect(status).toBe(1);
});

test("interlock behind another git on PATH fails", () => {
  const sandbox = withProfile(new Sandbox());
  const { status, findings } = examine(sandbox, {
    env: { PATH: `/usr/bin:${dist}/bin:${join(process.execPath, "..")}` },
  });
  expect(only(findings, "shells")[0]).toBe("fail 'sh -c' finds another git: /usr/bin/git");
  expect(status).toBe(1);
});

test.each([
  ["a config that makes no sense", "version: 1\nplugin: []\n", /^fail .*config.yaml/],
  ["no rule", "version: 1\n", /^fail no rule is in force: no plugin has one$/],
  ["rules that are only reported", "version: 1\nmode: report\n", /^fail 'mode: report'/],
  ["a gate that is off", "version: 1\npush: { verify: off }\n", /^warn 'push.verify: off'/],
])("%s is named", (_, config, words) => {
  const { findings } = examine(withProfile(new Sandbox(config)));
  expect(only(findings, "config").some((line) => words.test(line))).toBe(true);
});

test("a plan is fresh once it is made", () => {
  const sandbox = withProfile(new Sandbox(undefined, { plan: "compiled by the first command" }));
  expect(only(examine(sandbox).findings, "plan")[0]).toMatch(/^warn not there, or stale/);
  sandbox.interlock(["compile"]);
  expect(only(examine(sandbox).findings, "plan")[0]).toMatch(/^ok fresh: /);
});

test("values under 'env:' are sealed", () => {
  const plugin = new URL("../../plugins/github", import.meta.url).pathname;
  const values = Object.entries(botEnv).map(([name, value]) => `  ${name}: ${value}\n`);
  const sandbox = withProfile(
    new Sandbox(`version: 1\nplugins:\n  dirs: [${plugin}]\nenv:\n${values.join("")}`),
  );
  expect(only(examine(sandbox).findings, "values")).toEqual(["ok every value that a rule uses is sealed"]);
});

test("rules that use no variable need none sealed", () => {
  const plugin = new URL("../../plugins/dco", import.meta.url).pathname;
  const sandbox = withProfile(new Sandbox(`version: 1\nplugins:\n  dirs: [${plugin}]\n`));
  expect(only(examine(sandbox).findings, "values")).toEqual(["ok no rule uses an environment variable"]);
});

test("for a person each finding has its line, and what to do below it", () => {
  const { stdout, status } = withProfile(new Sandbox()).interlock(["doctor"]);
  expect(stdout).toMatch(/^state +check +finding\nok +shells +'sh -c' finds interlock: /);
  expect(stdout).toMatch(/\nwarn +seal +not sealed .*\n +fix: seal the install \(docs\/install\.md\)\n/);
  expect(stdout).toMatch(/\ninterlock: the rules are enforced here\n$/);
  expect(status).toBe(0);
});

test.each([
  ["no rule is in force until a session sets its values", ""],
  [
    "rules are reported, not enforced",
    "env: {GITHUB_APP_BOT_NAME: a, GITHUB_APP_BOT_EMAIL: a@b.example}\nmode: report\n",
  ],
])("while an image is built, an install may be sound and %s", (words, config) => {
  const plugin = new URL("../../plugins/github", import.meta.url).pathname;
  const sandbox = withProfile(
    new Sandbox(`version: 1\nplugins:\n  dirs: [${plugin}]\nenvFile: /run/nowhere/env\n${config}`),
  );
  const noBot = Object.fromEntries(Object.keys(botEnv).map((name) => [name, undefined]));
  const { stdout, status } = sandbox.interlock(["doctor", "--build"], { env: noBot });
  expect(stdout).toMatch(new RegExp(`\\ninterlock: the install is sound, and ${words}\\n$`));
  expect(status).toBe(0);
});

test("what another check has found is not told again of the engine", () => {
  const noBot = Object.fromEntries(Object.keys(botEnv).map((name) => [name, undefined]));
  const { status, findings } = examine(withProfile(new Sandbox()), { env: noBot });
  expect(status).toBe(1);
  const told = findings.filter(({ message }) => message.includes("no rule is in force"));
  expect(told.map(({ check }) => check)).toEqual(["config"]);
  expect(only(findings, "engine")).toEqual([
    expect.stringMatching(/^ok answers in [\d.]+ ms, and 'interlock health' repeats a finding above$/),
  ]);
});

test("an unknown flag is refused", () => {
  const { status, stderr } = new Sandbox().interlock(["doctor", "--jsn"]);
  expect({ status, stderr }).toEqual({
    status: 129,
    stderr:
      "interlock: error: 'doctor' takes no '--jsn' [E-wrong-usage]\n" +
      "hint: did you mean '--json'? 'interlock doctor --help' lists what it takes\n",
  });
});

test("where decisions are recorded, it says whether they can be", () => {
  const sandbox = withProfile(new Sandbox());
  const config = readFileSync(sandbox.config, "utf8");
  const record = (audit: string): string[] => {
    sandbox.write(sandbox.config, `${config}audit: ${audit}\n`);
    return only(examine(sandbox).findings, "record");
  };
  expect(record("{file: audit.log}")).toEqual([
    `ok decisions are recorded in '${join(sandbox.folder, "interlock", "audit.log")}'`,
  ]);
  // As where this user may not look into the folder.
  const loop = join(sandbox.folder, "loop");
  symlinkSync(loop, loop);
  expect(record(`{file: ${loop}/audit.log, socket: ${loop}/audit.sock}`)).toEqual([
    `warn this user cannot write to '${loop}', so decisions are not recorded`,
    `warn there is no socket '${loop}/audit.sock'`,
  ]);
  expect(record("{file: none/audit.log, socket: /dev/null}")).toEqual([
    `warn this user cannot write to '${join(sandbox.folder, "interlock", "none")}', so decisions are not recorded`,
    "warn there is no socket '/dev/null'",
  ]);
});

test("without any config, it names the verb that writes one", () => {
  const { stdout, status } = withProfile(new Sandbox()).interlock(["doctor"], {
    env: { INTERLOCK_CONFIG: undefined },
  });
  expect(status).not.toBe(0);
  expect(stdout).toMatch(
    /\nfail +config +there is no configuration\n +fix: run 'interlock init' in a repository/,
  );
});
