import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, Workshop, type Files } from "./workshop.ts";

interface Attempt {
  /** The words after `plugin add`. */
  words: (box: Workshop) => string[];
  says: string;
  status?: 128 | 129;
  /** There is a plugin already, and it is trusted. */
  besides?: true;
}

const good = manifest("rules");

/** A repository with the manifest, and these files. */
function files(more: Files, name = "rules"): (box: Workshop) => string[] {
  return (box) => [box.source(name, { "plugin.yaml": manifest(name), ...more })];
}

/** A folder that is no repository. */
function inFolder(spoil: (folder: string) => void): (box: Workshop) => string[] {
  return (box) => {
    const folder = box.folderOf("rules", { "plugin.yaml": good });
    spoil(folder);
    return [folder];
  };
}

/** A repository whose tree has the manifest, and one more entry. */
function entry(mode: string, name: string, content = "evil"): (box: Workshop) => string[] {
  return (box) => [
    box.rawSource("rules", (git) =>
      git.tree(
        { mode: "100644", name: "plugin.yaml", id: git.blob(good) },
        {
          mode,
          name,
          id: mode === "160000" ? "1".repeat(40) : mode === "40000" ? git.tree() : git.blob(content),
        },
      ),
    ),
  ];
}

function inFolderOf(...names: string[]): (box: Workshop) => string[] {
  return (box) => [
    box.rawSource("rules", (git) => {
      let id = git.blob("evil");
      let mode = "100644";
      for (const name of names.reverse()) {
        id = git.tree({ mode, name, id });
        mode = "40000";
      }
      return id;
    }),
  ];
}

const bomb = (box: Workshop): string[] => [
  box.rawSource("rules", (git) => {
    let id = git.tree({ mode: "100644", name: "f", id: git.blob("x") });
    for (let level = 0; level < 10; level++)
      id = git.tree(...[..."abcdefgh"].map((name) => ({ mode: "40000", name, id })));
    return id;
  }),
];

const attempts: { [what: string]: Attempt } = {
  "a name in its tree that leads out": {
    words: inFolderOf("..", "evil"),
    says: "'../evil' has a name that leads out",
    besides: true,
  },
  "a name that leads out two levels below": {
    words: inFolderOf("sub", "..", "..", "evil"),
    says: "has a name that leads out of the plugin",
  },
  "a name with a slash in it": {
    words: entry("100644", "../x"),
    says: "has a name that leads out of the plugin",
  },
  "an absolute name": { words: entry("100644", "/etc/x"), says: "has a name that leads out of the plugin" },
  "a symbolic link that leads out": {
    words: entry("120000", "link", "/etc/passwd"),
    says: "'link' is a symbolic link",
  },
  "a symbolic link in a folder": {
    words: inFolder((folder) => symlinkSync("/etc/passwd", join(folder, "link"))),
    says: "'link' is a symbolic link",
  },
  "a manifest that is a link": {
    words: (box) => [
      box.rawSource("rules", (git) =>
        git.tree({ mode: "120000", name: "plugin.yaml", id: git.blob("/etc/passwd") }),
      ),
    ],
    says: "'plugin.yaml' is a symbolic link",
  },
  "a huge file": { words: files({ big: "x".repeat(1024 * 1024 + 1) }), says: "'big' is larger than 1 MB" },
  "a huge file in a folder": {
    words: inFolder((folder) => execFileSync("truncate", ["-s", "100G", join(folder, "big")])),
    says: "'big' is larger than 1 MB",
  },
  "too much in all": {
    words: files(Object.fromEntries([..."abcde"].map((name) => [name, name.repeat(1024 * 1024 - 1)]))),
    says: "it has more than 4 MB",
  },
  "a repository that is too large": {
    words: (box) => {
      const folder = box.source("rules", { "plugin.yaml": good });
      box.write(join(folder, "big"), randomBytes(65 * 1024 * 1024));
      box.realGit(["-c", "core.compression=0", "add", "."], { cwd: folder });
      box.realGit(["commit", "-q", "-m", "big"], { cwd: folder });
      return [folder];
    },
    says: "has more than 64 MB",
  },
  "too many files": {
    words: files(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`f${i}`, ""]))),
    says: "it has more than 500 files",
  },
  "too many folders": {
    words: inFolder((folder) => {
      for (let i = 0; i < 501; i++) mkdirSync(join(folder, `d${i}`));
    }),
    says: "there are too many folders in it",
  },
  "a tree of billions of files": { words: bomb, says: "it has more than 500 files" },
  "a tree that is too deep": { words: inFolderOf(..."abcdefghijklm"), says: "lies too deep" },
  "a submodule": { words: entry("160000", "sub"), says: "'sub' is a submodule, which is another repository" },
  "an option in place of a source": {
    words: (box) => ["--", `--upload-pack=touch ${box.folder}/owned`],
    says: "begins with '-', as an option does",
    status: 129,
  },
  "an option of its own": {
    words: () => ["--upload-pack=touch owned", "a/b"],
    says: "takes no '--upload-pack",
    status: 129,
  },
  "an option in place of a ref": {
    words: (box) => [
      box.source("rules", { "plugin.yaml": good }),
      "--ref",
      `--upload-pack=touch ${box.folder}/owned`,
    ],
    says: "is not a branch, a tag or a commit id",
    status: 129,
  },
  "a refspec in place of a ref": {
    words: (box) => [box.source("rules", { "plugin.yaml": good }), "--ref", "+HEAD:refs/heads/x"],
    says: "is not a branch, a tag or a commit id",
    status: 129,
  },
  "an option in place of a host": {
    words: () => ["ssh://-oProxyCommand=touch%20owned/acme/rules"],
    says: "cannot be fetched",
    status: 129,
  },
  "a program in place of an address": {
    words: (box) => [`ext::sh -c "touch ${box.folder}/owned"`],
    says: "would run a program of git's ('::')",
    status: 129,
  },
  "a helper in front of a path": {
    words: (box) => [`file::${box.source("rules", { "plugin.yaml": good })}`],
    says: "would run a program of git's ('::')",
    status: 129,
  },
  "an address without encryption": {
    words: () => ["http://127.0.0.1:1/a/b"],
    says: "'http' is not among",
    status: 129,
  },
  "a password in the address": {
    words: () => ["https://ann:hunter2@example.org/a/b"],
    says: "has a password or user in it",
    status: 129,
  },
  "a name that is not UTF-8": { words: entry("100644", "caf\xe9"), says: "has a name that is not UTF-8" },
  "a name that is not UTF-8 in a folder": {
    words: inFolder((folder) => writeFileSync(Buffer.from(`${folder}/caf\xe9`, "latin1"), "")),
    says: "has a name that is not UTF-8",
  },
  "a name that steers a terminal": {
    words: entry("100644", "\x1b[31m"),
    says: "has a control character in it",
  },
  "names that differ in case": {
    words: files({ "a/Readme.md": "", "a/README.md": "" }),
    says: "are the same file where case",
  },
  "a folder and a file of one name": {
    words: (box) => [
      box.rawSource("rules", (git) =>
        git.tree(
          { mode: "100644", name: "a", id: git.blob("x") },
          { mode: "40000", name: "a", id: git.tree({ mode: "100644", name: "b", id: git.blob("y") }) },
        ),
      ),
    ],
    says: "are the same file",
  },
  "a .git inside": {
    words: inFolderOf("sub", ".git", "config"),
    says: "is in a folder that git would take for its own",
  },
  "a .git by another name": {
    words: inFolderOf("sub", ".GIT ", "config"),
    says: "is in a folder that git would take for its own",
  },
  "a .git inside of a folder": {
    words: inFolder((folder) => mkdirSync(join(folder, "sub", ".git"), { recursive: true })),
    says: "is in a folder that git would take for its own",
  },
  "a FIFO": {
    words: inFolder((folder) => execFileSync("mkfifo", [join(folder, "pipe")])),
    says: "'pipe' is neither a file nor a folder",
  },
  "a manifest that is a FIFO": {
    words: (box) => {
      const folder = box.folderOf("rules", { x: "" });
      execFileSync("mkfifo", [join(folder, "plugin.yaml")]);
      return [folder];
    },
    says: "'plugin.yaml' is neither a file nor a folder",
  },
  "broken YAML": {
    words: files({ "plugin.yaml": "name: [\n" }),
    says: "'rules' has errors, and is not installed",
  },
  "two hooks of one id": {
    words: files({
      "plugin.yaml": manifest("rules", {
        more: "    - id: rules.rule\n      hook: commit.message.finalize\n      effects: [{type: text.ensureTrailer, key: X, value: y}]\n",
      }),
    }),
    says: "hook id 'rules.rule' is already taken",
  },
  "the name of a plugin that is there": {
    words: (box) => [box.source("other", { "plugin.yaml": manifest("present", { id: "other.rule" }) })],
    says: "plugin 'present' is already installed by the repository layer",
    besides: true,
  },
  "the hook id of a plugin that is there": {
    words: (box) => [box.source("other", { "plugin.yaml": manifest("other", { id: "present.rule" }) })],
    says: "hook id 'present.rule' is already taken",
    besides: true,
  },
  "a policy outside of it": {
    words: files({
      "plugin.yaml": `${good}      policies: [{file: ../../../../../etc/passwd, inject: prompt}]\n`,
    }),
    says: "is not inside the plugin folder",
  },
  "a rule that reads a secret": {
    words: files({ "plugin.yaml": manifest("rules", { value: "${env.AWS_SECRET_ACCESS_KEY}" }) }),
    says: "the repository layer may not read the environment variable 'AWS_SECRET_ACCESS_KEY'",
  },
  "programs that nobody agreed to": {
    words: files({ "hooks/run": "#!/bin/sh\n" }),
    says: "'rules' brings programs: hooks/run",
  },
  "no plugin at all": {
    words: (box) => [box.source("rules", { "README.md": "hello" })],
    says: "'rules' is not a plugin",
  },
  "a repository without a commit": {
    words: (box) => {
      box.realGit(["init", "-q", join(box.sources, "empty")]);
      return [join(box.sources, "empty")];
    },
    says: "cannot be fetched",
  },
  "a ref that is not there": {
    words: (box) => [box.source("rules", { "plugin.yaml": good }), "--ref", "v9"],
    says: "couldn't find remote ref v9",
  },
};

test.each(Object.keys(attempts))("refuses %s, and leaves everything as it was", (what) => {
  const { words, says, status = 128, besides = false } = attempts[what] as Attempt;
  const box = new Workshop();
  if (besides) {
    const present = box.source("present", { "plugin.yaml": manifest("present") });
    expect(box.plugin("add", present)).toMatchObject({ status: 0, stderr: "" });
  }
  const args = words(box);
  const before = box.everything();
  const run = box.plugin("add", ...args);
  expect(run.stderr).toContain(says);
  expect(run.stderr).toContain("hint: ");
  expect(run.status).toBe(status);
  expect(box.everything()).toEqual(before);
  if (besides) expect(box.commit()).toBe("work\n\nRules: present\n");
});

test("where there was nothing, a refused plugin leaves nothing", () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": "name: [\n" });
  const before = box.everything();
  for (const where of [[], ["--global"]]) expect(box.plugin("add", folder, ...where).status).toBe(128);
  expect(box.everything()).toEqual(before);
  expect(existsSync(join(box.repository, ".interlock"))).toBe(false);
});

test("hooks, templates, filters and submodules of settings and repositories run nothing", () => {
  const box = new Workshop();
  const marker = join(box.folder, "owned");
  const script = `#!/bin/sh\ntouch ${marker}\ncat\n`;
  const hooks = join(box.folder, "home", "hooks");
  for (const name of ["post-checkout", "reference-transaction", "post-merge", "fsmonitor", "filter"])
    box.write(join(hooks, name), script, 0o755);
  box.write(join(box.folder, "home", "template", "hooks", "post-checkout"), script, 0o755);
  box.write(join(box.folder, "home", "template", "hooks", "reference-transaction"), script, 0o755);
  const settings = {
    "core.hooksPath": hooks,
    "core.fsmonitor": join(hooks, "fsmonitor"),
    "init.templateDir": join(box.folder, "home", "template"),
    "filter.evil.smudge": join(hooks, "filter"),
    "filter.evil.process": join(hooks, "filter"),
    "uploadpack.packObjectsHook": join(hooks, "filter"),
  };
  const folder = box.source("rules", {
    "plugin.yaml": good,
    ".gitattributes": "* filter=evil\n",
    ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = ext::sh\n',
  });
  // What the repository itself says.
  for (const name of ["post-checkout", "reference-transaction", "post-update"])
    box.write(join(folder, ".git", "hooks", name), script, 0o755);
  box.realGit(["config", "core.fsmonitor", join(hooks, "fsmonitor")], { cwd: folder });
  box.realGit(["config", "uploadpack.packObjectsHook", join(hooks, "filter")], { cwd: folder });
  delete (settings as { [key: string]: string })["uploadpack.packObjectsHook"];
  for (const [key, value] of Object.entries(settings)) box.realGit(["config", "--global", key, value]);
  expect(existsSync(marker)).toBe(false);
  expect(box.plugin("add", folder)).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(marker)).toBe(false);
  expect(existsSync(join(box.repository, ".interlock/plugins/rules/.gitattributes"))).toBe(true);
});

test.each(["plugins", "config.yaml", "interlock.lock", "."])(
  "nothing is written through a link in place of '%s'",
  (name) => {
    const box = new Workshop();
    const outside = join(box.folder, "outside");
    mkdirSync(outside);
    const layer = join(box.repository, ".interlock");
    if (name !== ".") mkdirSync(layer);
    symlinkSync(
      name === "plugins" || name === "." ? outside : join(outside, "file"),
      name === "." ? layer : join(layer, name),
    );
    const folder = box.source("rules", { "plugin.yaml": good });
    const before = box.everything();
    const run = box.plugin("add", folder);
    expect(run.stderr).toContain("is a link, and nothing is written through it");
    expect(box.everything()).toEqual(before);
  },
);
