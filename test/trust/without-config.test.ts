/** A repository whose `.interlock/` has hooks or plugins, and no `config.yaml`: a layer like any other. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leaking } from "./hostile.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

/** Nothing but what a plugin or a hook file in the repository does. */
const allow = "version: 1\nexecutableHooks: {allow: true}\n";

const hookFile =
  "id: sign\nevent_type: commit.message.finalize\nhandler: {kind: script, command: ./.interlock/sign}\n";
const sign = `#!/bin/sh\necho '{"payload": {"text": "signed"}}'\n`;
const guard = `#!/bin/sh\nif [ "$1" = hook ]; then echo before_tool_call; else echo '{"blocked": true, "reason": "no"}'; fi\n`;

class Clone extends Sandbox {
  constructor(files: { [path: string]: string }, config = allow) {
    super(config);
    for (const [path, text] of Object.entries(files))
      this.write(`.interlock/${path}`, text, text.startsWith("#!") ? 0o755 : 0o644);
    expect(existsSync(join(this.repository, ".interlock/config.yaml"))).toBe("config.yaml" in files);
  }

  commit(): Run {
    return this.git(["commit", "-q", "--allow-empty", "-m", "work"]);
  }

  untrusted(): string {
    return `interlock: '${this.repository}/.interlock' is not trusted and not used: look at it, then run 'interlock trust' to use its rules\n`;
  }
}

const hooks = { "hooks/sign.yaml": hookFile, sign };
const plugin = { "plugins/acme@leak/plugin.yaml": leaking("me") };

describe("at the points of git", () => {
  test.each([
    ["a hook file", hooks, "signed\n"],
    ["a plugin", plugin, "work\n\nBuilt-with: me\n"],
  ])("%s is not used until it is trusted, and that is said once; then it is used", (_, files, message) => {
    const clone = new Clone(files);
    expect(clone.commit()).toMatchObject({ status: 0, stderr: clone.untrusted() });
    expect(clone.message()).toBe("work\n");
    expect(clone.commit().stderr).toBe("");
    const trust = clone.interlock(["trust"]);
    expect(trust).toMatchObject({ status: 0, stderr: "" });
    expect(trust.stdout).toContain(`layer   ${clone.repository}/.interlock\nhook    `);
    expect(trust.stdout).toContain(`'${clone.repository}/.interlock' is trusted as it is now`);
    expect(clone.commit()).toMatchObject({ status: 0, stderr: "" });
    expect(clone.message()).toBe(message);
  });

  test("a hook file that is wrong is left out, and whoever trusts the others is told so", () => {
    const wrong = { "hooks/wrong.yaml": "id: [\n" };
    const trust = new Clone({ ...hooks, ...wrong }).interlock(["trust"]);
    expect(trust.status).toBe(0);
    expect(trust.stdout).toContain("hook    sign of plugin 'local'");
    expect(trust.stderr).toContain("/.interlock/hooks/wrong.yaml:1:5: warning: the '[' is never closed");
  });

  test("what a hook gets as written reads no variable; what its values name does", () => {
    const handler = "{kind: script, command: ./.interlock/sign, env: {PLAIN: a, FILLED: '${env.SRC}-b'}}";
    const file = hookFile.replace(/handler: .*/, `handler: ${handler}`);
    const allowed = `${allow}layers: {env: [SRC]}\n`;
    const trust = new Clone({ "hooks/sign.yaml": file, sign }, allowed).interlock(["trust"]);
    expect(trust.stdout).toContain("\nreads   SRC\n");
  });

  test("what changes below it ends the trust; a config file that is added does, too", () => {
    const clone = new Clone(plugin);
    clone.interlock(["trust"]);
    clone.write(".interlock/plugins/acme@leak/plugin.yaml", leaking("you"));
    expect(clone.commit().stderr).toBe(clone.untrusted());
    clone.interlock(["trust"]);
    clone.commit();
    expect(clone.message()).toContain("Built-with: you");
    clone.write(".interlock/config.yaml", "version: 1\n");
    expect(clone.commit().stderr).toBe(clone.untrusted().replace(".interlock'", ".interlock/config.yaml'"));
  });

  test("trust is taken back, and 'layers.repository' decides, as for any other", () => {
    const clone = new Clone(plugin);
    clone.interlock(["trust"]);
    expect(clone.interlock(["trust", "--revoke"]).stdout).toBe(
      `interlock: '${clone.repository}/.interlock' is no longer trusted\n`,
    );
    clone.commit();
    expect(clone.message()).toBe("work\n");
    const on = new Clone(plugin, "version: 1\nlayers: {repository: on}\n");
    expect(on.commit().stderr).toBe("");
    expect(on.message()).toContain("Built-with: me");
    const off = new Clone(plugin, "version: 1\nlayers: {repository: off}\n");
    expect(off.commit().stderr).toBe(
      `interlock: '${off.repository}/.interlock' is not used: 'layers.repository' is 'off' here\n`,
    );
    expect(off.message()).toBe("work\n");
  });

  test("it comes and goes with its folders", () => {
    const clone = new Clone(plugin, "version: 1\nlayers: {repository: on}\n");
    clone.commit();
    rmSync(join(clone.repository, ".interlock/plugins"), { recursive: true });
    clone.commit();
    expect(clone.message()).toBe("work\n");
    clone.write(".interlock/plugins/other/plugin.yaml", leaking("later", "other"));
    clone.commit();
    expect(clone.message()).toContain("Built-with: later");
  });
});

test("without hooks and plugins there is no layer", () => {
  const clone = new Clone({ "notes.md": "x\n", hooks: "a file\n" });
  expect(clone.commit().stderr).toBe("");
  expect(clone.interlock(["trust"])).toMatchObject({ status: 128 });
  expect(clone.interlock(["trust"]).stderr).toContain(
    "config.yaml' does not exist: there is nothing to trust",
  );
});

describe("a plugin that is found in two ways is one", () => {
  test.each([
    ["its folder is named", "version: 1\nplugins: {dirs: [plugins/acme@leak]}\n"],
    ["its parent is named", "version: 1\nplugins: {dirs: [plugins]}\n"],
    ["neither is named", "version: 1\n"],
  ])("a config file, in which %s", (_, config) => {
    const clone = new Clone({ ...plugin, "config.yaml": config });
    clone.interlock(["trust"]);
    expect(clone.commit().stderr).toBe("");
    expect(clone.message()).toBe("work\n\nBuilt-with: me\n");
  });

  test("the install config names it: it is of that layer", () => {
    const clone = new Clone(plugin, "version: 1\nplugins: {dirs: [../repo/.interlock/plugins]}\n");
    const { stdout } = clone.interlock(["hooks", "--json"]);
    const listed = JSON.parse(stdout) as { hooks: { id: string; layer: string }[] };
    expect(listed.hooks).toMatchObject([{ id: "leak.rule", layer: "install" }]);
    clone.interlock(["trust"]);
    expect(clone.commit().stderr).toBe("");
    expect(clone.message()).toBe("work\n\nBuilt-with: me\n");
  });

  test("two plugins of one name are an error all the same", () => {
    const clone = new Clone({ ...plugin, "plugins/other/plugin.yaml": leaking("you") });
    expect(clone.interlock(["trust"])).toMatchObject({ status: 128 });
    expect(clone.interlock(["trust"]).stderr).toContain("plugin 'leak' is already installed");
  });

  test("one that another is added to stays", () => {
    const clone = new Clone(plugin);
    clone.interlock(["trust"]);
    clone.write("../rules/plugin.yaml", leaking("too", "rules").replace("Built-with", "Also-with"));
    const run = clone.interlock(["plugin", "add", join(clone.folder, "rules")]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    clone.commit();
    expect(clone.message()).toBe("work\n\nBuilt-with: me\nAlso-with: too\n");
  });

  test("a folder whose manifest is misspelt is warned about", () => {
    const clone = new Clone({ "plugins/x/plugin.yml": leaking("me") });
    expect(clone.interlock(["trust"])).toMatchObject({ status: 0 });
    expect(clone.interlock(["compile"]).stderr).toContain(
      "has 'plugin.yml', and 'plugin.yaml' is looked for",
    );
  });
});

test("its executables are found by dispatch once it is trusted", () => {
  const clone = new Clone({ "hooks/guard": guard });
  const call = ["dispatch", "before_tool_call", "--dialect", "kodelet"];
  const input = JSON.stringify({ tool_name: "bash", tool_input: {} });
  expect(JSON.parse(clone.interlock(call, { input }).stdout)).toEqual({ blocked: false });
  expect(clone.interlock(["trust"]).stdout).toContain(`program ${clone.repository}/.interlock/hooks/guard\n`);
  expect(JSON.parse(clone.interlock(call, { input }).stdout)).toEqual({ blocked: true, reason: "no" });
});
