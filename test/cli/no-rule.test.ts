import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";

const prefix = "effects: [{type: text.ensurePrefix, value: 'A '}]";

/** A sandbox whose only plugin has these hooks, a line each. */
function withHooks(hooks: readonly string[], config = ""): Sandbox {
  const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [local]\n${config}`);
  const list = hooks.map((hook) => `    - {${hook}, ${prefix}}\n`).join("");
  sandbox.write(
    join(sandbox.folder, "interlock/local/plugin.yaml"),
    `extensions:\n  hookApiVersion: 1\n  hooks:\n${list}`,
  );
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "One"]);
  return sandbox;
}

const finalize = "hook: commit.message.finalize";
const disabled = "  manifests: {local: {extensions: {disabledHooks: [local.a]}}}\n";

/** Why the rule `local.a` is inactive, and how that comes about. */
const causes: [reason: string, hook: string, config?: string][] = [
  ["its manifest says 'enabled: false'", `id: local.a, ${finalize}, enabled: false`],
  ["disabled in '<config>'", `id: local.a, ${finalize}`, disabled],
  ["no git command fires 'response.finalize' in this version", "id: local.a, hook: response.finalize"],
  ["config key 'ticket.id' is not set", `id: local.a, ${finalize}, when: {configPresent: [ticket.id]}`],
  ["environment variable 'TICKET' is not set", `id: local.a, ${finalize}, when: {envPresent: [TICKET]}`],
];

describe.each(causes)("a configuration whose only rule is inactive: %s", (reason, hook, config) => {
  test("health, verify and doctor fail and say so; compile lists it", () => {
    const sandbox = withHooks([hook], config);
    const expected = reason.replace("<config>", sandbox.config);
    const health = sandbox.interlock(["health"]);
    expect(health).toMatchObject({ status: 1, stdout: "" });
    expect(health.stderr).toMatch(/^interlock: error: [^\n]*\nhint: [^\n]+\n$/);
    expect(health.stderr).toContain(`no rule is in force: local.a: ${expected} [E-no-rule]\n`);

    const verify = sandbox.interlock(["verify"]);
    expect(verify.status).toBe(2);
    if (!reason.startsWith("environment"))
      expect(verify.stderr).toContain("error: no rule for commit messages is in force");

    const compile = sandbox.interlock(["compile"]);
    const place = join(sandbox.folder, "interlock/local/plugin.yaml");
    expect(compile.status).toBe(0);
    expect(compile.stdout.split("\n").slice(1)).toEqual([
      `inactive here: local.a: ${expected} (${place}:4)`,
      "",
    ]);
    expect(compile.stderr).toContain("warning: no rule is in force here [E-no-rule]\nhint: ");

    const doctor = sandbox.interlock(["doctor", "--json"]);
    expect(doctor.status).toBe(1);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(
      expect.objectContaining({
        check: "config",
        status: "fail",
        message: `no rule is in force: local.a: ${expected}`,
      }),
    );
  });
});

test("a configuration without a plugin puts nothing in force", () => {
  const sandbox = new Sandbox("version: 1\n");
  expect(sandbox.interlock(["health"])).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "interlock: error: no rule is in force: no plugin has one [E-no-rule]\nhint: name a plugin that has hooks under 'plugins.dirs'\n",
  });
  expect(sandbox.interlock(["verify"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("no rule for commit messages is in force: no plugin has one"),
  });
});

test("a rule for remotes that this repository does not have is inactive here, and not elsewhere", () => {
  const sandbox = withHooks([`id: local.a, ${finalize}, when: {remote: ['github.com/acme/*']}`]);
  expect(sandbox.interlock(["compile"]).stdout).toContain(
    "inactive here: local.a: the repository has no remote (",
  );
  expect(sandbox.interlock(["verify"])).toMatchObject({ status: 2, stdout: "" });
  // It is asked in no repository.
  expect(sandbox.interlock(["health"])).toMatchObject({ status: 0 });
  sandbox.realGit(["remote", "add", "origin", "https://github.com/acme/app"]);
  expect(sandbox.interlock(["verify"])).toMatchObject({ status: 1 });
  expect(sandbox.interlock(["compile"]).stdout).not.toContain("inactive");
});

test("a rule for pull requests is in force by itself, and does not make up for one for commits", () => {
  const described = "id: house.b, hook: pull_request.description.finalize";
  expect(withHooks([described]).interlock(["health"])).toMatchObject({ status: 0 });
  const both = withHooks([described, `id: house.a, ${finalize}, enabled: false`]);
  expect(both.interlock(["health"])).toMatchObject({ status: 1 });
});

test("a rule for a kind of commit is in force", () => {
  const sandbox = withHooks([`id: local.a, ${finalize}, when: {commit: [amend]}`]);
  expect(sandbox.interlock(["health"])).toMatchObject({ status: 0 });
  expect(sandbox.interlock(["verify"])).toMatchObject({ status: 0 });
});

test("one rule in force is enough, and compile lists the others", () => {
  const sandbox = withHooks([`id: local.a, ${finalize}, enabled: false`, `id: local.b, ${finalize}`]);
  expect(sandbox.interlock(["health"])).toMatchObject({ status: 0 });
  expect(sandbox.interlock(["verify"])).toMatchObject({ status: 1 });
  const { stdout, stderr } = sandbox.interlock(["compile"]);
  expect(stdout.match(/^inactive here: [^:]*/gm)).toEqual(["inactive here: local.a"]);
  expect(stderr).toBe("");
});

describe("a rule that is skipped without its value", () => {
  /** Sees to trailers, of which each has one of these values. */
  function withTrailers(...effects: string[]): Sandbox {
    const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [local]\n");
    const list = effects.map((effect) => `{type: text.ensureTrailer, key: Refs, ${effect}}`).join(", ");
    sandbox.write(
      join(sandbox.folder, "interlock/local/plugin.yaml"),
      `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: local.a, ${finalize}, effects: [${list}]}\n`,
    );
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "One"]);
    return sandbox;
  }
  const skipped = "value: '${env.TICKET}', missing: skip";

  test.each([
    ["'${env.TICKET}' is not set", [skipped]],
    ["'${env.TICKET}' is not set", [skipped.replace("skip", "warn")]],
    ["'${config.ticket}' is not set", ["value: '${config.ticket}', missing: skip"]],
    ["'${env.TICKET}' is not set, '${env.TEAM}' is not set", [skipped, skipped.replace("TICKET", "TEAM")]],
  ])("is inactive here: %s", (reason, effects) => {
    const sandbox = withTrailers(...effects);
    expect(sandbox.interlock(["compile"]).stdout).toContain(`\ninactive here: local.a: ${reason} (`);
    expect(sandbox.interlock(["compile"]).stderr).toContain(
      "warning: no rule is in force here [E-no-rule]\n",
    );
    expect(sandbox.interlock(["health"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`no rule is in force: local.a: ${reason} [E-no-rule]\n`),
    });
    expect(sandbox.interlock(["verify"])).toMatchObject({ status: 2 });
    const doctor = sandbox.interlock(["doctor", "--json"]);
    expect(doctor.status).toBe(1);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(
      expect.objectContaining({ status: "fail", message: `no rule is in force: local.a: ${reason}` }),
    );
  });

  test("is in force with it", () => {
    const sandbox = withTrailers(skipped);
    const env = { TICKET: "A-1" };
    expect(sandbox.interlock(["compile"], { env })).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.interlock(["compile"], { env }).stdout).not.toContain("inactive");
    expect(sandbox.interlock(["health"], { env })).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify"], { env })).toMatchObject({ status: 1 });
  });

  test.each([
    ["stops commits over another", [skipped, "value: '${env.TEAM}'"]],
    ["can do a part of its work", [skipped, "value: A-1"]],
    ["waits for git's author only", ["value: '${git.author}', missing: skip"]],
  ])("is in force if it %s", (_, effects) => {
    const sandbox = withTrailers(...effects);
    expect(sandbox.interlock(["compile"]).stdout).not.toContain("inactive");
    expect(sandbox.interlock(["health"])).toMatchObject({ status: 0 });
  });
});

describe("a variable that a session brings", () => {
  const hook = `id: local.a, ${finalize}, when: {envPresent: [TICKET]}`;

  test("is missed by health, with the place to write it to; while an image is built that is no failure", () => {
    const sandbox = withHooks([hook], "envFile: /run/nowhere/env\n");
    expect(sandbox.interlock(["health"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        "'TICKET' is not set [E-no-rule]\nhint: write the line TICKET=value to '/run/nowhere/env'\n",
      ),
    });
    const building = sandbox.interlock(["health", "--build"]);
    expect(building).toMatchObject({ status: 0, stderr: "" });
    expect(building.stdout).toMatch(
      /^interlock: healthy so far: [^\n]*; until a session brings its values, no rule is in force: [^\n]*'TICKET' is not set\n$/,
    );
    expect(sandbox.interlock(["health"], { env: { TICKET: "A-1" } })).toMatchObject({ status: 0 });
  });

  test("is named with all others that are missing, as lines to write", () => {
    const both = `id: local.a, ${finalize}, when: {envPresent: [TICKET, TEAM]}`;
    const again = `id: local.b, ${finalize}, when: {envPresent: [TEAM]}`;
    const inFile = withHooks([both, again], "envFile: /run/nowhere/env\n");
    expect(inFile.interlock(["compile"]).stderr).toBe(
      "interlock: warning: no rule is in force here [E-no-rule]\n" +
        "hint: write to '/run/nowhere/env', a line each: TICKET=value, TEAM=value\n",
    );
    const one = inFile.interlock(["compile"], { env: { TICKET: "A-1" } });
    expect(one.stderr).toContain("hint: write the line TEAM=value to '/run/nowhere/env'\n");
    expect(withHooks([both]).interlock(["compile"]).stderr).toContain(
      "hint: set it: export TICKET=value TEAM=value, or seal it under 'env:' in the install config\n",
    );
  });

  test("is a warning for doctor --build", () => {
    const sandbox = withHooks([hook], "envFile: /run/nowhere/env\n");
    const { findings } = JSON.parse(sandbox.interlock(["doctor", "--json", "--build"]).stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: "config",
        status: "warn",
        message: expect.stringContaining("no rule is in force: local.a: environment variable 'TICKET'"),
      }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ check: "engine", status: "ok" }));
  });

  test("is missed by verify where there is no commit, too", () => {
    const sandbox = withHooks([hook]);
    const range = ["verify", "HEAD..HEAD"];
    expect(sandbox.interlock(range)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("environment variable 'TICKET' is not set"),
    });
    expect(sandbox.interlock(["verify", "--allow-skipped", "HEAD..HEAD"])).toMatchObject({ status: 0 });
  });
});

test("health --build does not excuse what no session brings", () => {
  expect(new Sandbox("version: 1\n").interlock(["health", "--build"])).toMatchObject({ status: 1 });
});
