// What the survey of the heap runs (shim/native/image/survey.h): commits in a repository of which only the names exist.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const program = `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - {id: acme.check, hook: commit.message.finalize, handler: {type: command, command: [./check]}}
`;

const message = "fix: a message of ordinary length\n\nWith a body.\n\nRefs: #1\n";
const lines = (repository) => [
  ["commit", "-q", "-m", "fix: a message of ordinary length"],
  ["commit", "-am", "fix: a message", "-m", "With a body, and another trailer.", "-m", "Refs: #1"],
  ["-C", repository, "commit", "-q", "--allow-empty", "-m", "x"],
  ["-C", ".", "-c", "user.name=A", "commit", "--allow-empty", "--no-verify", "-s", "--author=A <a@example.org>", `--message=${message}`],
  ["commit", "-F", "message", "--", "file"],
];

/** Gives the command lines, with compiled plans. Nothing in them depends on the machine, so that every build is the same. */
export function prepareCommits(root, work, prefix) {
  const folder = join(work, "sample");
  rmSync(folder, { recursive: true, force: true });
  const write = (name, text, mode = 0o644) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    return path;
  };
  write("bin/git", "#!/bin/sh\nexit 0\n", 0o755);
  write(
    "home/.gitconfig",
    "[user]\n\tname = A\n\temail = a@example.org\n[alias]\n\tci = commit\n[core]\n\teditor = vi\n[gc]\n\tauto = 0\n[pull]\n\trebase = true\n",
  );
  write("system.gitconfig", '[init]\n\tdefaultBranch = main\n[credential "https://example.org"]\n\thelper = store\n');
  write("repository/.git/HEAD", "ref: refs/heads/main\n");
  write("repository/.git/config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote \"origin\"]\n\turl = https://example.org/a.git\n");
  for (const name of ["objects", "refs", "hooks"]) mkdirSync(join(folder, "repository", ".git", name));
  write("repository/message", message);
  for (const name of ["commit-msg", "pre-commit", "pre-push"]) write(`repository/.git/hooks/${name}.sample`, "");
  write("program/check", "#!/bin/sh\nexit 0\n", 0o755);
  write("program/plugin.yaml", program);
  cpSync(join(root, "plugins", "github"), join(folder, "github"), { recursive: true });
  const cold = join(prefix, "lib", "interlock", "cold", "cli.cjs");
  return ["github", "program"].flatMap((plugin) => {
    const config = write(`${plugin}.yaml`, `version: 1\nplugins:\n  dirs: [${join(folder, plugin)}]\n`);
    const options = {
      cwd: join(folder, "repository"),
      env: {
        PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
        HOME: join(folder, "home"),
        GIT_CONFIG_SYSTEM: join(folder, "system.gitconfig"),
        LANG: "C.UTF-8",
        TERM: "xterm",
        GITHUB_APP_BOT_NAME: "Robo Bot",
        GITHUB_APP_BOT_EMAIL: "bot@example.org",
        INTERLOCK_CONFIG: config,
      },
    };
    const compiling = { ...options, env: { ...options.env, TMPDIR: folder } };
    execFileSync(process.execPath, [cold, "compile", "-q"], { ...compiling, stdio: ["ignore", "ignore", "inherit"] });
    return lines(options.cwd).map((line) => ({ words: ["git", ...line], options }));
  });
}
