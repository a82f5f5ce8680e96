import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { createFolder, type Files } from "../support/temporary-folder.ts";
import { userConfig } from "./home.ts";

const own = join(dist, "bin", "git");
const systemPath = `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}`;

/** Every file below a folder with its text, so that nothing that changes is missed. */
function contentsOf(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

function run(home: string, program: string, args: string[], env: { [name: string]: string } = {}) {
  const base = { HOME: home, PATH: systemPath, ...env };
  return spawnSync(program, args, { cwd: home, env: base, encoding: "utf8", timeout: 120_000 });
}

const setup = (home: string, args: string[], env = {}) =>
  run(home, join(dist, "bin", "interlock"), ["setup", ...args], env);

/** What a shell of this kind finds as git. */
function gitOf(home: string, [program, ...args]: readonly [string, ...string[]]): string {
  const { stdout } = run(home, program, [...args, "command -v git; exit"]);
  return stdout.trim().split("\n").at(-1) ?? "";
}

/** Shells, and how programs start them; `bash -c` and `sh -c` read nothing. */
const kinds = [
  ["bash", "bash", "-lc"],
  ["bash", "bash", "-ic"],
  ["zsh", "zsh", "-c"],
  ["zsh", "zsh", "-lc"],
  ["zsh", "zsh", "-ic"],
  ["fish", "fish", "-c"],
  ["fish", "fish", "-lc"],
  ["sh", "sh", "-lc"],
] as const;

/** As Debian makes them, one without an end of line. */
const usualFiles = {
  ".bashrc": "# ~/.bashrc\ncase $- in *i*) ;; *) return;; esac\nPATH=/usr/games:$PATH",
  ".profile": '# ~/.profile\nif [ -n "$BASH_VERSION" ]; then . "$HOME/.bashrc"; fi\nPATH="$HOME/bin:$PATH"\n',
  ".zprofile": "path=(/usr/bin $path)\n",
  ".zshrc": "path=(/usr/games $path)\n",
};

describe.each([
  ["an empty home", {}],
  ["the usual files", usualFiles],
])("in %s", (_, files) => {
  test.each(kinds)(
    "%s: after --write '%s %s' finds interlock, after --undo the real git",
    (shell, program, flag) => {
      const home = createFolder(files);
      const before = contentsOf(home);
      expect(gitOf(home, [program, flag])).toBe("/usr/bin/git");
      expect(setup(home, ["--write", "--shell", shell])).toMatchObject({ status: 0, stderr: "" });
      expect(gitOf(home, [program, flag])).toBe(own);
      const { stdout, status } = setup(home, ["--undo"]);
      expect({ status, removes: stdout.startsWith("removed") }).toEqual({ status: 0, removes: true });
      expect(contentsOf(home)).toEqual(before);
      expect(gitOf(home, [program, flag])).toBe("/usr/bin/git");
    },
  );

  test("--write a second time changes nothing", () => {
    const home = createFolder(files);
    setup(home, ["--write"]);
    const once = contentsOf(home);
    expect(setup(home, ["--write"]).stdout).toMatch(/^there {4}/);
    expect(contentsOf(home)).toEqual(once);
  });

  test("without --write it says what it would do, and writes nothing", () => {
    const home = createFolder(files);
    const { status, stdout } = setup(home, [], { SHELL: "/usr/bin/zsh" });
    expect(status).toBe(0);
    expect(stdout).toContain(`# zsh: add to ${home}/.zshenv\n# >>> interlock >>>\n`);
    expect(contentsOf(home)).toEqual(contentsOf(createFolder(files)));
  });
});

test("the login shell and those with files here are set up, and no other", () => {
  const home = createFolder({ ".zshrc": "", ".config/fish/config.fish": "" });
  const { files } = JSON.parse(setup(home, ["--json"], { SHELL: "/bin/bash" }).stdout);
  expect(
    files.map(({ shell, path }: { shell: string; path: string }) => [shell, path.slice(home.length + 1)]),
  ).toEqual([
    ["bash", ".bashrc"],
    ["bash", ".profile"],
    ["zsh", ".zshenv"],
    ["zsh", ".zshrc"],
    ["fish", ".config/fish/conf.d/interlock.fish"],
  ]);
});

test("a line of another install is replaced where it stands", () => {
  const old = "a\n# >>> interlock >>>\nPATH=/old:$PATH\n# <<< interlock <<<\nb\n";
  const home = createFolder({ ".profile": old });
  setup(home, ["--write", "--shell", "sh"]);
  const text = readFileSync(join(home, ".profile"), "utf8");
  expect(text).toMatch(/^a\n# >>> interlock >>>\n[^]*# <<< interlock <<<\nb\n$/);
  expect(text).not.toContain("/old");
});

test("a link stays a link, and what it leads to keeps its mode and its bytes", () => {
  const home = createFolder({ "dotfiles/profile": "a\n" });
  writeFileSync(join(home, "dotfiles/profile"), "# caf\xe9\n", "latin1");
  symlinkSync("dotfiles/profile", join(home, ".profile"));
  const mode = statSync(join(home, "dotfiles/profile")).mode;
  setup(home, ["--write", "--shell", "sh"]);
  expect(lstatSync(join(home, ".profile")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, "dotfiles/profile"), "latin1")).toMatch(/^# caf\xe9\n# >>> interlock/);
  expect(statSync(join(home, "dotfiles/profile")).mode).toBe(mode);
});

test.each([
  [
    { ".profile": "# >>> interlock >>>\n" },
    ["--write"],
    128,
    "has one of interlock's marker lines without the other",
  ],
  [{ ".profile/x": "" }, ["--write"], 128, "cannot be changed: EISDIR"],
  [{}, ["--shell", "zhs"], 129, "use one of: bash, zsh, fish, sh"],
  [{}, ["--write", "--undo"], 129, "exclude each other"],
])("%j with %j is refused, and nothing is written", (files: Files, args, status, message) => {
  const home = createFolder(files);
  const before = contentsOf(home);
  const result = setup(home, ["--shell", "sh", ...args]);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(message);
  expect(contentsOf(home)).toEqual(before);
});

test("then doctor agrees, from a new shell", () => {
  const home = createFolder({
    [userConfig]: `version: 1\nplugins: {dirs: [${join(dist, "plugins")}/github]}\n`,
  });
  const shellsFound = (): string[] => {
    const { stdout } = run(home, "bash", ["-lc", `${dist}/bin/interlock doctor --json`]);
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; status: string; message: string }[];
    };
    return findings
      .filter(({ check, message }) => check === "shells" && !message.includes("another gh"))
      .map(({ status, message }) => `${status} ${message.replace(/^'(.*?)'.*/, "$1")}`);
  };
  expect(shellsFound()).toEqual(["fail sh -c", "fail bash -lc", "warn env -i sh -c"]);
  setup(home, ["--write"], { SHELL: "/bin/bash" });
  expect(shellsFound()).toEqual(["ok sh -c", "ok bash -lc", "warn env -i sh -c"]);
});

test("all files are changed or none", () => {
  const home = createFolder({ ".bashrc": "# mine\n", ".profile": "# mine\n" });
  // What the second file would be staged as.
  mkdirSync(join(home, ".profile.interlock-new"));
  const before = contentsOf(home);
  const { status, stderr } = setup(home, ["--write", "--shell", "bash"]);
  expect(status).toBe(128);
  expect(stderr).toContain("hint: nothing was changed; ");
  expect(contentsOf(home)).toEqual(before);
});

test("nothing is written through a link in the place of the new file", () => {
  const home = createFolder({ ".profile": "# mine\n", other: "as it was\n" });
  symlinkSync("other", join(home, ".profile.interlock-new"));
  expect(setup(home, ["--write", "--shell", "sh"]).status).toBe(0);
  expect(readFileSync(join(home, "other"), "utf8")).toBe("as it was\n");
  expect(lstatSync(join(home, ".profile")).isFile()).toBe(true);
  expect(readdirSync(home).sort()).toEqual([".profile", "other"]);
});

test("a link to a file that does not exist is not replaced", () => {
  const home = createFolder({});
  symlinkSync("dotfiles/bashrc", join(home, ".bashrc"));
  const { status, stderr } = setup(home, ["--write", "--shell", "bash"]);
  expect(status).toBe(128);
  expect(stderr).toContain("cannot be changed: it is a link to a file that does not exist");
  expect(lstatSync(join(home, ".bashrc")).isSymbolicLink()).toBe(true);
  expect(readdirSync(home)).toEqual([".bashrc"]);
});
