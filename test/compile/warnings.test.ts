/**
 * Files that are valid, and do not do what their author means.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { createWorkspace, installs, manifest } from "./workspace.ts";

test("a plugin one level too deep, beside one that is found, is named with the way out", () => {
  const { compile, complaints, root, write } = createWorkspace({
    "install.yaml": installs("plugins"),
    "plugins/a/plugin.yaml": manifest("a.one"),
    "plugins/b/c/plugin.yaml": manifest("c.one"),
    "plugins/d/readme": "",
  });
  const { plan, diagnostics } = compile();
  expect(plan).not.toBeNull();
  expect(diagnostics).toEqual([expect.objectContaining({ severity: "warning", code: "plugin-too-deep" })]);
  expect(complaints()).toMatch(
    /^<root>\/install.yaml:3:\d+: warning: '<root>\/plugins\/b\/c\/plugin.yaml' is not used: it lies one level too deep \[E-plugin-too-deep\]\n/,
  );
  // Done as the hint says.
  expect(diagnostics[0]?.hint).toContain(`add '${root}/plugins/b' to 'plugins.dirs'`);
  write({ "install.yaml": installs("plugins, plugins/b") });
  expect(compile().hooks.map(({ id }) => id)).toEqual(["a.one", "c.one"]);
});

test("a folder of a plugin's own with a manifest in it is the plugin's business", () => {
  const { complaints } = createWorkspace({
    "install.yaml": installs("plugins"),
    "plugins/a/plugin.yaml": manifest("a.one"),
    "plugins/a/examples/plugin.yaml": manifest("b.one"),
  });
  expect(complaints()).toBe("");
});

test("an empty 'when.commit' is refused", () => {
  const { complaints } = createWorkspace({
    "install.yaml": installs("plugins"),
    "plugins/a/plugin.yaml": manifest("a.one", (text) =>
      text.replace("effects:", "when: {commit: []}\n      effects:"),
    ),
  });
  expect(complaints()).toMatch(/error: 'commit' is empty \[E-bad-value\]\n/);
});

test("'when.configPresent' with a key that no layer sets is listed as inactive", () => {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
  const text = manifest("a.one", (each) =>
    each.replace("effects:", "when: {configPresent: [review.url]}\n      effects:"),
  );
  sandbox.write(join(sandbox.folder, "plugins", "a", "plugin.yaml"), text);
  expect(sandbox.interlock(["compile"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("inactive here: a.one: config key 'review.url' is not set ("),
    stderr: expect.stringContaining("warning: no rule is in force here"),
  });
});

test.each([
  ["*", true],
  ["*@*", true],
  ["* <*>", true],
  ["**", true],
  ["*@example.org", false],
  ["Carol *", false],
])("'push.trustAuthors' with '%s' is everybody: %s", (entry, isEverybody) => {
  const { complaints } = createWorkspace({
    "install.yaml": installs("plugins", `push:\n  trustAuthors: [carol@example.org, "${entry}"]\n`),
    "plugins/a/plugin.yaml": manifest("a.one"),
  });
  const warnings = complaints().match(/^<root>\/install.yaml:5:\d+: warning: .* is every author: /gm) ?? [];
  expect(warnings).toHaveLength(isEverybody ? 1 : 0);
});

test("compile and doctor tell of it, and the plan is made", () => {
  const github = join(import.meta.dirname, "../../plugins/github");
  const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${github}]\npush: {trustAuthors: ["*"]}\n`);
  const words =
    "'*' in 'push.trustAuthors' is every author: no push is stopped, and 'interlock verify' judges nothing";
  expect(sandbox.interlock(["compile"])).toMatchObject({ status: 0, stderr: expect.stringContaining(words) });
  expect(sandbox.interlock(["doctor"]).stdout).toContain(
    `warn   config  ${sandbox.config}:4:23: ${words}\n               fix: name the authors`,
  );
});

test.each([
  ["requireMatch", "'.*'", "rule-without-effect"],
  ["requireMatch", "'x*'", "rule-without-effect"],
  ["requireMatch", "'[^\\s\\S]'", "refuses-everything"],
  ["forbidMatch", "'$^'", "rule-without-effect"],
  ["forbidMatch", "'a$b'", "rule-without-effect"],
  ["forbidMatch", "'WIP|'", "refuses-everything"],
  // They tell an empty text, a letter, a later line or a word in another script from others.
  ["requireMatch", "'\\S'", null],
  ["requireMatch", "'.+'", null],
  ["requireMatch", "'[a-z]'", null],
  ["requireMatch", "'\\n\\n'", null],
  ["forbidMatch", "'\\p{Script=Han}'", null],
  ["forbidMatch", "'(?m)^$'", null],
])("text.%s with %s: %s", (type, pattern, code) => {
  const at = (point: string) =>
    createWorkspace({
      "install.yaml": installs("plugins"),
      "plugins/a/plugin.yaml": manifest("a.one", (text) =>
        text
          .replace("commit.message.finalize", point)
          .replace("ensureTrailer", type)
          .replace("key: Reviewed-on", "message: no")
          .replace(/value:.*/, () => `pattern: ${pattern}`),
      ),
    }).compile();
  const { plan, diagnostics } = at("commit.message.finalize");
  expect(plan).not.toBeNull();
  expect(diagnostics.map((each) => each.code)).toEqual(code === null ? [] : [code]);
  // Without a description there is an empty one, and a rule may be about that.
  const elsewhere = at("pull_request.description.finalize").diagnostics.map((each) => each.code);
  expect(elsewhere).toEqual(code === null || pattern === "'$^'" ? [] : [code]);
});

const ownKeys = `mode: report
audit: {file: mine.log, required: true}
executableHooks: {allow: true}
layers: {repository: on}
`;

test("what a user may set without an install config is ignored beside one, with a warning that names both files", () => {
  const { compile, complaints, write } = createWorkspace({
    "install.yaml": installs("plugins"),
    "plugins/a/plugin.yaml": manifest("a.one"),
  });
  const without = compile().plan;
  write({ "user.yaml": `version: 1\n${ownKeys}` });
  const { plan, diagnostics, allowPrograms, repositoryPolicy } = compile();
  expect({ mode: plan?.mode, audit: plan?.audit }).toEqual({ mode: "enforce", audit: undefined });
  expect(plan?.points).toEqual(without?.points);
  expect({ allowPrograms, repositoryPolicy }).toEqual({ allowPrograms: false, repositoryPolicy: "trusted" });
  const named = diagnostics.map(({ severity, code, frame }) => `${severity} ${code} ${frame?.line}`);
  expect(named).toEqual([2, 3, 4, 5].map((line) => `warning ignored-key ${line}`));
  expect(complaints()).toMatch(
    /^<root>\/user.yaml:2:1: warning: 'mode' is ignored here, because '<root>\/install.yaml' decides about it \[E-ignored-key\]\n/,
  );
});

test("a key that only the install config may have is to be moved to the one that there is", () => {
  const { compile, complaints } = createWorkspace({
    "install.yaml": installs("plugins"),
    "plugins/a/plugin.yaml": manifest("a.one"),
    "user.yaml": "version: 1\nscope: own\n",
  });
  expect(compile().plan).toBeNull();
  expect(complaints()).toContain("hint: move it to the install config (<root>/install.yaml)\n");
});

test("commits of a user whose config was right before the install config came go on, and compile and doctor warn", () => {
  const sandbox = new Sandbox();
  const user = sandbox.write(
    join(sandbox.folder, "home/.config/interlock/config.yaml"),
    `version: 1\n${ownKeys}`,
  );
  const alone = { env: { INTERLOCK_CONFIG: undefined } };
  expect(sandbox.interlock(["compile"], alone).stderr).not.toContain("ignored-key");
  expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "work"])).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
  expect(sandbox.message()).toContain(botTrailer);
  const compiled = sandbox.interlock(["compile"]);
  expect(compiled.status).toBe(0);
  const warning = `'audit' is ignored here, because '${sandbox.config}' decides about it`;
  expect(compiled.stderr).toContain(`${user}:3:1: warning: ${warning} [E-ignored-key]`);
  expect(JSON.parse(sandbox.interlock(["doctor", "--json"]).stdout).findings).toContainEqual({
    check: "config",
    status: "warn",
    message: `${user}:3:1: ${warning}`,
    fix: `remove it; whoever may write '${sandbox.config}' can set it there`,
  });
});
