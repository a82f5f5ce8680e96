import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { Hostile, leaking, secret } from "./hostile.ts";

const install = `version: 1\nplugins: {dirs: [${join(root, "plugins", "github")}]}\n`;
const reads = "${env.AWS_SECRET_ACCESS_KEY}";

describe("layers.repository", () => {
  test("on: the layer counts without being asked about, and trust says so", () => {
    const sandbox = new Hostile("me", `${install}layers: {repository: on}\n`);
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toBe("me");
    const run = sandbox.call("interlock", ["trust"]);
    expect(run).toMatchObject({ status: 0 });
    expect(run.stdout).toContain("it is used already: 'layers.repository' is 'on' here\n");
  });

  test("on does not give the layer the environment: that is an error", () => {
    const sandbox = new Hostile(reads, `${install}layers: {repository: on}\n`);
    const run = sandbox.commit();
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("may not read the environment variable 'AWS_SECRET_ACCESS_KEY'");
    expect(sandbox.commitCount()).toBe(0);
    sandbox.write(
      ".interlock/leak/plugin.yaml",
      leaking("me").replace("effects:", "when: {envPresent: [AWS_SECRET_ACCESS_KEY]}\n      effects:"),
    );
    expect(sandbox.commit().status).toBe(128);
  });

  test("off: the layer does not count, it is named once, and trust cannot raise it", () => {
    const sandbox = new Hostile("me", `${install}layers: {repository: off}\n`);
    const line = `interlock: '${sandbox.repository}/.interlock/config.yaml' is not used: 'layers.repository' is 'off' here\n`;
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: line });
    const trust = sandbox.call("interlock", ["trust"]);
    expect(trust).toMatchObject({ status: 128, stdout: "" });
    expect(trust.stderr).toContain("is not used, trusted or not: 'layers.repository' is 'off' here");
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toBe("");
    appendFileSync(join(sandbox.repository, ".interlock", "config.yaml"), "# another content\n");
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: line });
    expect(JSON.parse(sandbox.call("interlock", ["hooks", "--json"]).stdout).leftOut).toMatchObject({
      why: "off",
    });
  });

  test("a record of trust from before does not count under off", () => {
    const sandbox = new Hostile("me", install);
    sandbox.call("interlock", ["trust"]);
    sandbox.commit();
    expect(sandbox.leaked()).toBe("me");
    sandbox.write(sandbox.config, `${install}layers: {repository: off}\n`);
    sandbox.commit();
    expect(sandbox.leaked()).toBe("");
  });

  test("the user can lower what the install says, and not raise it", () => {
    const sandbox = new Hostile("me", `${install}layers: {repository: on}\n`);
    sandbox.asUser("version: 1\nlayers: {repository: off}\n");
    sandbox.commit();
    expect(sandbox.leaked()).toBe("");
    sandbox.write(sandbox.config, install);
    sandbox.asUser("version: 1\nlayers: {repository: on}\n");
    sandbox.commit();
    expect(sandbox.leaked()).toBe("");
    const { stderr } = sandbox.call("interlock", ["compile"]);
    expect(stderr).toContain(
      `'layers.repository: on' is ignored here, because '${sandbox.config}' decides about it`,
    );
  });

  test("without an install layer the user decides; a repository never does", () => {
    const sandbox = new Hostile("me");
    const env = { INTERLOCK_CONFIG: undefined };
    const commit = ["commit", "-q", "--allow-empty", "-m", "work"];
    sandbox.asUser("version: 1\nlayers: {repository: on}\n");
    expect(sandbox.call("git", commit, { env })).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toBe("me");
    sandbox.asUser("version: 1\n");
    sandbox.write(
      ".interlock/config.yaml",
      "version: 1\nlayers: {repository: on}\nplugins: {dirs: [leak]}\n",
    );
    expect(sandbox.call("git", commit, { env })).toMatchObject({ stderr: sandbox.untrusted() });
    expect(sandbox.leaked()).toBe("");
    const trust = sandbox.call("interlock", ["trust"], { env });
    expect(trust.stderr).toContain("'layers' cannot be set in the repository layer");
  });
});

describe("layers.env", () => {
  const sealed = "env: {AWS_SECRET_ACCESS_KEY: sealed-by-install}\n";

  test("a name that the user lists is read from the caller's environment, never from what the install seals", () => {
    const sandbox = new Hostile(reads, `${install}${sealed}layers: {repository: on}\n`);
    sandbox.asUser("version: 1\nlayers: {env: [AWS_SECRET_ACCESS_KEY]}\n");
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toBe(secret);
    const without = sandbox.git(["commit", "-q", "--allow-empty", "-m", "work"]);
    expect(without.status).toBe(128);
    expect(without.stderr).toContain("needs '${env.AWS_SECRET_ACCESS_KEY}' for its trailer");
    expect(without.stderr).toContain("only if 'layers.env' in the install config lists it");
  });

  test("a name that the install lists is read as the install reads it", () => {
    const sandbox = new Hostile(
      reads,
      `${install}${sealed}layers: {repository: on, env: [AWS_SECRET_ACCESS_KEY]}\n`,
    );
    expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.leaked()).toBe("sealed-by-install");
  });

  test("the user's own rules read the caller's environment, and sealed values only by listed names", () => {
    const sandbox = new Hostile("me", `${install}${sealed}envFile: secrets\n`);
    sandbox.write(join(sandbox.config, "..", "secrets"), "FROM_FILE=also-sealed\n");
    const user = join(sandbox.folder, "home", ".config", "interlock");
    sandbox.asUser("version: 1\nplugins: {dirs: [own]}\n");
    sandbox.write(join(user, "own", "plugin.yaml"), leaking(reads, "own"));
    sandbox.commit();
    expect(sandbox.leaked()).toBe(secret);
    sandbox.write(join(user, "own", "plugin.yaml"), leaking("${env.FROM_FILE}", "own"));
    expect(sandbox.commit().status).toBe(128);
    sandbox.write(sandbox.config, `${install}${sealed}envFile: secrets\nlayers: {env: [FROM_FILE]}\n`);
    sandbox.commit();
    expect(sandbox.leaked()).toBe("also-sealed");
  });

  test("a condition is held to the same", () => {
    const sandbox = new Hostile("me", `${install}env: {ONLY_SEALED: x}\nlayers: {repository: on}\n`);
    sandbox.asUser("version: 1\nlayers: {env: [ONLY_SEALED]}\n");
    const conditional = leaking("me").replace(
      "effects:",
      "when: {envPresent: [ONLY_SEALED]}\n      effects:",
    );
    sandbox.write(".interlock/leak/plugin.yaml", conditional);
    sandbox.commit();
    expect(sandbox.leaked()).toBe("");
    expect(
      sandbox.call("git", ["commit", "-q", "--allow-empty", "-m", "x"], { env: { ONLY_SEALED: "y" } }).status,
    ).toBe(0);
    expect(sandbox.leaked()).toBe("me");
  });
});
