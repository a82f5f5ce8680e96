import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { createWorkspace, installs, manifest, type Tree } from "./workspace.ts";

const swap =
  (from: string, to: string) =>
  (text: string): string =>
    text.replace(from, to);
const plugin = (change: (text: string) => string): Tree => ({
  "install.yaml": installs("p"),
  "p/github/plugin.yaml": manifest("github.x", change),
});
const label =
  (hook: string, path: string, values: string) =>
  (text: string): string =>
    text
      .replace("commit.message.finalize", hook)
      .replace("text.ensureTrailer", "list.appendUnique")
      .replace("key: Reviewed-on", `path: ${path}`)
      .replace(/value:.*/, `values: [${values}]`);
const check = (pattern: string, message: string): Tree =>
  plugin((text) =>
    text
      .replace("ensureTrailer", "requireMatch")
      .replace("key: Reviewed-on", message)
      .replace(/value:.*/, pattern),
  );
/** A hook with this handler and nothing else. */
const handler = (text: string, point = "tool.call.before") =>
  plugin(
    () =>
      `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: github.x, hook: ${point}, handler: ${text}}\n`,
  );

const section = (heading: string, level: string): Tree =>
  plugin((text) =>
    text
      .replace("commit.message", "pull_request.description")
      .replace("ensureTrailer", "ensureSection")
      .replace("key: Reviewed-on", heading)
      .replace(/value:.*/, level),
  );
const config = (text: string): Tree => ({ "install.yaml": text });
const disable = (name: string, id: string): string =>
  `  manifests: {${name}: {extensions: {disabledHooks: [${id}]}}}\n`;
const policy = (file: string): Tree =>
  plugin((text) => text + `      policies: [{file: ${file}, inject: prompt}]\n`);

const refusals: { [title: string]: Tree } = {
  "an unknown hook point": plugin(swap("message.finalize", "message.finalise")),
  "an unknown effect": plugin(swap("ensureTrailer", "ensureTrailr")),
  "a list effect at a hook point that is a text": plugin(label("commit.message.finalize", "labels", "x")),
  "a list effect for a field that is not there": plugin(label("issue.labels.suggest", "label", "x")),
  "a list effect without values": plugin(label("issue.labels.finalize", "labels", "")),
  "a space around a value of a list effect": plugin(label("issue.labels.finalize", "labels", "' x'")),
  "a pattern without a linear form": plugin((text) =>
    text
      .replace("ensureTrailer", "requireMatch")
      .replace("key: Reviewed-on", "message: no")
      .replace(/value:.*/, "pattern: '(?=a)b'"),
  ),
  "a section in a commit message": plugin((text) =>
    text
      .replace("ensureTrailer", "ensureSection")
      .replace("key: Reviewed-on", "heading: Review")
      .replace(/value:.*/, "level: 2"),
  ),
  "a comment as the suffix of a commit message": plugin((text) =>
    text
      .replace("ensureTrailer", "ensureSuffix")
      .replace("          key: Reviewed-on\n", "")
      .replace(/value:.*/, 'value: "made by hand\\n# 7"'),
  ),
  "a trailer at a hook point that is no text": plugin(swap("commit.message.finalize", "push.before")),
  "a trailer in a response, which has none": plugin(swap("commit.message.finalize", "response.finalize")),
  "references where none are filled in": plugin((text) =>
    text
      .replace("ensureTrailer", "removeTrailer")
      .replace(/value:.*/, "values: ['${env.A}']\n          keep: ['${env.B}']"),
  ),
  "references as nobody fills them in": plugin(
    (text) =>
      text.replace(/value:.*/, "value: '$env.TICKET'") +
      ["{env.TICKET}", "%TICKET%", "${ env.TICKET }", "${ENV.TICKET}", "${{ env.TICKET }}", "${env.TICKET }"]
        .map((value) => `        - {type: text.ensureTrailer, key: Refs, value: '${value}'}\n`)
        .join(""),
  ),
  "a reference in a pattern": check("pattern: '${env.TICKET}'", "message: no"),
  "keys with dots": config("version: 1\nlayers.repository: off\npush.verify: warn\n"),
  "a reference in a check's message": check("pattern: x", "message: 'not ${env.A}'"),
  "a check without a pattern or a message": check("pattern: ''", "message: ' '"),
  "a slip in the keys of an effect": plugin((text) => text + "          dedup: true\n"),
  "a slip in the keys of one that is made into another form": plugin((text) =>
    text.replace("ensureTrailer", "removeTrailer").replace(/value:.*/, "keeps: [x]"),
  ),
  "a slip in the keys of a check": check("patern: x", "message: x"),
  "no value to remove": plugin((text) =>
    text.replace("ensureTrailer", "removeTrailer").replace(/value:.*/, "values: []"),
  ),
  "a heading of two lines, with a level that is none": section('heading: "A\\nB"', "level: 0"),
  "a heading with a reference": section("heading: 'For ${env.A}'", "level: 7"),
  "two documents in one file": plugin((text) => text + "---\nname: two\n"),
  "a remote that ends as none does": plugin((text) => text + "      when: {remote: ['*.git', '*/']}\n"),
  "a trailer key with a space": plugin(swap("Reviewed-on", "Reviewed on")),
  "a control character in a trailer": plugin(swap("${config.review.url}", "a\\nb")),
  "a trailer value with a space at its end": plugin(swap("${config.review.url}", "a ")),
  "an unknown namespace": plugin(swap("${config.", "${confg.")),
  "somebody whom git does not know": plugin(swap("${config.review.url}", "${git.comitter} ${git.} ${git}")),
  "a reference without an end": plugin(swap("url}", "url")),
  "an unknown key in a hook": plugin(swap("      effects:", "      effect:")),
  "a handler beside effects": plugin((text) => text + "      handler: {type: command, command: [./x]}\n"),
  "a handler without a command": handler("{kind: command}"),
  "a handler of a kind that is not known": handler("{type: comand, command: [./x]}"),
  "a builtin that is not known": handler("{type: builtin, command: add_dates}"),
  "a condition on the payload in a commit": handler(
    "{type: command, command: [./x]}, match: {only_if_changed_paths: ['src/**']}",
    "commit.message.finalize",
  ),
  "a condition on a tool in a push": handler(
    "{type: command, command: [./x]}, match: {tool: Bash}",
    "push.before",
  ),
  "a dialect in a commit": handler("{type: command, command: [./x], dialect: claude}", "command.before"),
  "a check of messages that is none": handler(
    "{type: command, command: [./x], deterministic: true}",
    "push.before",
  ),
  "a handler with a kind of commit at a point that makes none": handler(
    "{type: command, command: [./x]}, when: {commit: [amend]}",
    "push.before",
  ),
  "a builtin in a commit": handler("{type: builtin, command: add_date}", "commit.message.finalize"),
  "a program at a synchronous point": handler("{type: script, command: x}", "tool_result_persist"),
  "a handler with a condition on the remote": handler(
    "{type: command, command: x}, when: {remote: ['github.com/a/*']}",
  ),
  "a time limit that is none": handler("{type: command, command: x, timeoutMs: 0}"),
  "a time limit below none": handler("{type: command, command: x, timeout: -1}"),
  "a folder for a program of git": handler(
    "{type: command, command: x, working_dir: sub}",
    "commit.message.finalize",
  ),
  "a variable that says where the repository is": handler("{type: command, command: x, env: [CI, GIT_DIR]}"),
  "a failure policy that is none": handler("{type: command, command: x, onFailure: explode}"),
  "a dialect that is not known": handler("{type: command, command: x, dialect: cloud}"),
  "an unknown event in a map": plugin(
    () => "extensions:\n  hookApiVersion: 1\n  hooks:\n    pre_tool_usage: [{type: command, command: x}]\n",
  ),
  "a wrong hook in a map": plugin(
    () =>
      "extensions:\n  hookApiVersion: 1\n  hooks:\n    pre_tool_use:\n      - matcher: '['\n        hooks: [{type: command, comand: x}]\n    add_date: maybe\n",
  ),
  "a condition that is not known": plugin((text) => text + "      when: {envPresnt: [A]}\n"),
  "a kind of commit that is not known": plugin((text) => text + "      when: {commit: [amend, merged]}\n"),
  "a kind of commit where none is made": plugin(
    (text) => text.replace("commit.message", "pull_request.description") + "      when: {commit: [amend]}\n",
  ),
  "no kind of commit": plugin((text) => text + "      when: {commit: []}\n"),
  "a remote that is a URL": plugin(
    (text) => text + "      when: {remote: ['https://github.com/acme/*', 'git@github.com:acme/*']}\n",
  ),
  "a hook id with capitals": plugin(swap("github.x", "Github.x")),
  "a priority that is a text": plugin((text) => text + "      priority: high\n"),
  "a hook API version from the future": plugin(swap("Version: 1", "Version: 2")),
  "a hook without an id": plugin(swap("id: github.x\n      ", "")),
  "a hook that does nothing": plugin((text) => text.slice(0, text.indexOf("      effects:"))),
  "a manifest that is no YAML": plugin(() => "extensions: [a\nb: }"),
  "the same key twice": plugin((text) => text + "extensions: {}\n"),
  "a variable as a shell writes it": plugin(swap("${config.review.url}", "see $TICKET")),
  "a variable in double braces": plugin(swap("${config.review.url}", "{{ env.TICKET }} {{TICKET}}")),
  "a variable without its namespace": plugin(swap("${config.review.url}", "${TICKET}")),
  "a pattern between slashes": check("pattern: /^feat/i", "message: x"),
  "a pattern between slashes, with one inside": check("pattern: '/^a\\/b$/'", "message: x"),
  "a reference under env": config("version: 1\nenv: {A: '${env.B}', B: $HOME, C: '{{ x }}'}\n"),
  "a home folder or a variable in paths": config(
    "version: 1\nplugins: {dirs: [~/plugins, $HOME/plugins, '${HOME}/p']}\nenvFile: ~/env\nplanDir: ~/plans\naudit: {file: ~ann/log}\n",
  ),
  "a policy file that does not exist": policy("hooks/none.md"),
  "a policy file above the plugin": policy("../x.md"),
  "a policy file with an absolute path": policy("/etc/passwd"),
  "a policy file larger than 64 KB": {
    ...policy("hooks/long.md"),
    "p/github/hooks/long.md": "x".repeat(64 * 1024 + 1),
  },
  "a policy file that is a folder": { ...policy("hooks"), "p/github/hooks/x.md": "x" },
  "the same hook id in two plugins": {
    ...plugin((text) => text),
    "p/other/plugin.yaml": manifest("github.x"),
  },
  "a plugin that shadows one of a higher layer": {
    ...plugin((text) => text),
    "user.yaml": installs("q"),
    "q/github/plugin.yaml": manifest("mine.x"),
  },
  "a folder name that cannot name a plugin": {
    "install.yaml": installs("p"),
    "p/My_Plugin/plugin.yaml": manifest("a.b"),
  },
  "a plugin folder that does not exist": config(installs("nowhere")),
  "a manifest named in place of its folder": {
    ...plugin((text) => text),
    "install.yaml": installs("p/github/plugin.yaml"),
  },
  "a manifest that ends in .yml": { "install.yaml": installs("p"), "p/a/plugin.yml": manifest("a.b") },
  "a manifest that ends in .yml, its folder named": {
    "install.yaml": installs("p/a"),
    "p/a/plugin.yml": manifest("a.b"),
  },
  "a mistyped manifest beside a plugin": {
    ...plugin((text) => text),
    "p/a/Plugin.yaml": manifest("a.b"),
  },
  "a folder without a plugin": { "install.yaml": installs("p"), "p/README.md": "x", "p/docs/a.md": "x" },
  "a folder above the one meant": {
    "install.yaml": installs("."),
    "p/github/plugin.yaml": manifest("github.x"),
  },
  "a slip in 'extensions'": plugin(swap("extensions:", "extension:")),
  "hooks at the top of a manifest": plugin((text) =>
    text.replace("extensions:\n  hookApiVersion: 1\n", "").replace(/^ {2}/gm, ""),
  ),
  "hooks at the top, below extensions": plugin((text) => text.replace("  hooks:", "hooks:")),
  "a hook that is not in a list": plugin(() => "hook: commit.message.finalize\neffects: []\n"),
  "a slip in 'hooks'": plugin(swap("  hooks:", "  hook:")),
  "disabling a hook of a higher layer": {
    ...plugin((text) => text),
    "repository.yaml": "version: 1\nplugins:\n" + disable("github", "github.x"),
  },
  "disabling an unknown hook": {
    ...plugin((text) => text),
    "install.yaml": installs("p", disable("github", "github.y")),
  },
  "disabling a hook of an unknown plugin": {
    ...plugin((text) => text),
    "install.yaml": installs("p", disable("githib", "github.x")),
  },
  "a config without a version": config("mode: enforce\n"),
  "a config version from the future": config("version: 2\n"),
  "an unknown key in a config, and every other error with it": config(
    "version: 1\nmoed: report\nscope: mine\npush: {verfy: true}\n",
  ),
  "a number in env": config("version: 1\nenv: {A: 1}\n"),
  "a name that no variable can have": config("version: 1\nenv: {A-B: x}\n"),
  "a list under config": config("version: 1\nconfig: {a: [1]}\n"),
  "a config key written twice, once dotted": config("version: 1\nconfig: {a: {b: 1}, a.b: 2}\n"),
  "a relative planDir": config("version: 1\nplanDir: plans\n"),
  "a planDir in quotes, which the shim cannot read": config('version: 1\nplanDir: "/tmp/plans"\n'),
  "allow with a number": config("version: 1\nexecutableHooks: {allow: 3}\n"),
  "__proto__ as a key": config("version: 1\nconfig: {__proto__: x}\n"),
  "a key that only the install layer may set": {
    "user.yaml": "version: 1\nenv: {A: x}\n",
    "repository.yaml": "version: 1\nmode: report\n",
  },
  "a config key that a higher layer has set": {
    ...config("version: 1\nconfig: {a.b: x}\n"),
    "repository.yaml": "version: 1\nconfig: {a: {b: x}}\n",
  },
  "a file larger than 1 MB": config("version: 1\n#" + "x".repeat(1024 * 1024)),
  "a tower of aliases": config(
    "version: 1\nconfig:\n  a: &a [x,x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a]\n  c: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n  d: [*c,*c,*c,*c]\n",
  ),
};

for (const [title, tree] of Object.entries(refusals)) {
  test(`${title} is refused`, () => {
    const workspace = createWorkspace(tree);
    const { plan, diagnostics } = workspace.compile();
    expect(plan).toBeNull();
    for (const { severity, hint } of diagnostics) if (severity === undefined) expect(hint).not.toBe("");
    expect(workspace.complaints()).toMatchSnapshot();
  });
}

test("a policy file that is a link out of the plugin is refused", () => {
  const workspace = createWorkspace({ ...policy("out.md"), "secret.md": "x" });
  symlinkSync(`${workspace.root}/secret.md`, `${workspace.root}/p/github/out.md`);
  expect(workspace.complaints()).toContain("is a link that leads out of the plugin folder");
});

test("an install config that does not exist is refused", () => {
  const workspace = createWorkspace({ "install.yaml": "version: 1\n" });
  rmSync(`${workspace.root}/install.yaml`);
  expect(workspace.complaints()).toBe(
    "interlock: error: INTERLOCK_CONFIG names '<root>/install.yaml', which does not exist [E-file-missing]\n" +
      "hint: create the file, or unset INTERLOCK_CONFIG\n",
  );
});

test("a plugin that is installed twice is one error, not one for each of its hooks, too", () => {
  const twice = `name: twice
extensions:
  hookApiVersion: 1
  hooks:
    - {id: twice.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: A, value: a}]}
`;
  const workspace = createWorkspace({
    ...config(installs("p, q")),
    "p/plugin.yaml": twice,
    "q/plugin.yaml": twice,
  });
  expect(workspace.complaints().match(/ error: .*/g)).toEqual([
    " error: plugin 'twice' is already installed by the install layer, from '<root>/p/plugin.yaml' [E-duplicate-plugin]",
  ]);
});

test("an empty folder in place of a plugin is refused", () => {
  const workspace = createWorkspace(config(installs("p")));
  mkdirSync(`${workspace.root}/p`);
  expect(workspace.complaints()).toContain(
    "error: there is no plugin in '<root>/p': it is an empty folder; 'plugin.yaml' is looked for",
  );
});

test("what stands beside plugins and is none is left alone, backups of manifests too", () => {
  const workspace = createWorkspace({
    ...plugin((text) => text),
    "p/README.md": "x",
    "p/old/plugin.yaml~": "x",
    "p/off/plugin.yaml.disabled": "x",
  });
  expect(workspace.complaints()).toBe("");
});

test("hooks of another program may stand at the top of a manifest that has hooks of ours", () => {
  expect(createWorkspace(plugin((text) => `hooks: {theirs: x}\n${text}`)).complaints()).toBe("");
});

test("a plugin without a hook is noted", () => {
  const workspace = createWorkspace(plugin(() => "skills: [a]\n"));
  expect(workspace.complaints()).toBe(
    "<root>/p/github/plugin.yaml: note: plugin 'github' has no hooks: 'extensions.hooks' is missing or empty [E-no-hooks]\n",
  );
});

test("a key without effect here is noted", () => {
  const workspace = createWorkspace(
    config("version: 1\nsealed: true\naudit: {file: /a}\nexecutableHooks: {allow: [x]}\n"),
  );
  expect(workspace.compile().plan).not.toBeNull();
  expect(workspace.complaints().match(/note: '[^']*'/g)).toEqual(["sealed"].map((key) => `note: '${key}'`));
});

test("a hook for a kind of commit that leaves no trace is noted by name", () => {
  const workspace = createWorkspace({
    ...config("version: 1\nplugins: {dirs: [p]}\n"),
    "p/plugin.yaml": `name: one
extensions:
  hookApiVersion: 1
  hooks:
    - {id: one.a, hook: commit.message.finalize, when: {commit: [fixup, merge, am]}, effects: [{type: text.ensurePrefix, value: "A"}]}
    - {id: one.c, hook: commit.message.finalize, when: {commit: [composed, amend, cherry-pick, rebase, am]}, effects: [{type: text.ensurePrefix, value: "A"}]}
    - {id: one.b, hook: commit.message.finalize, when: {commit: [merge, revert, fixup]}, effects: [{type: text.ensurePrefix, value: "A"}]}
`,
  });
  expect(workspace.complaints().match(/note: .*/g)).toEqual([
    "note: 'one.a' is enforced at commit time only: that a commit is 'am' cannot be seen in it later [E-commit-time-only]",
  ]);
});

test("signs that only look like references are taken as they stand", () => {
  const texts = ["costs $5", "$ 5", "a{b}c", "{{}}", "{a: {b: 1}}", "100$"];
  for (const text of texts) {
    const workspace = createWorkspace(plugin(swap("${config.review.url}", text)));
    expect(workspace.complaints(), text).toBe("");
  }
});

test("a text that looks like a reference comes from the config", () => {
  const tree = plugin((text) => text);
  const workspace = createWorkspace({
    ...tree,
    "install.yaml": `${tree["install.yaml"]}config: {review.url: $TICKET}\n`,
  });
  expect(workspace.compile().plan?.config).toEqual({ "review.url": "$TICKET" });
});

test("a path between slashes is a pattern like any other, and so is one that begins with '[/]'", () => {
  for (const pattern of ["/usr/bin/", "[/]tmp/", "a/b", "/"])
    expect(createWorkspace(check(`pattern: '${pattern}'`, "message: x")).complaints()).toBe("");
});

test("sealed values may have any sign in them", () => {
  const workspace = createWorkspace(config("version: 1\nenv: {A: 'p$Ss{{w}}', B: 'a ${b}', C: '$5'}\n"));
  expect(workspace.complaints()).toBe("");
});

test.each(["~", "$HOME"])("a folder that is called '%s' can be named", (name) => {
  const workspace = createWorkspace({
    "install.yaml": installs(`./${name}`),
    [`${name}/a/plugin.yaml`]: manifest("a.b"),
  });
  expect(workspace.complaints()).toBe("");
});

test("an INTERLOCK_CONFIG with a '~' that no shell has expanded is told apart", () => {
  const { diagnostics } = compilePlan(
    { install: "/cwd/~/c.yaml", user: "", repository: "" },
    nodeConfigFiles,
    {
      planDirOf,
      sealedOf,
    },
  );
  expect(diagnostics.map(({ hint }) => hint)).toEqual([
    "write $HOME in place of '~': in quotes the shell does not expand it",
  ]);
});

test("control characters from a file do not reach the terminal", () => {
  expect(createWorkspace(config('version: 1\n"a\\e[31mb": 1\n')).complaints()).toContain(
    "unknown key 'a?[31mb'",
  );
});
