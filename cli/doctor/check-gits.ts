/**
 * Is interlock the `git` and the `gh` that shells find, and is there another one that can be called by its path?
 */
import { spawnSync } from "node:child_process";
import { hasGhRules } from "../../shim/commands/gh/rules.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";
import { howToSeal } from "../shared/own-install.ts";
import { dirname, join } from "node:path";
import { closeSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";

interface Shell {
  name: string;
  argv: [program: string, ...args: string[]];
  clean: boolean;
  /** Is another git only a warning if the install is not sealed? A cleared environment has no PATH with interlock. */
  needsSeal: boolean;
  fix: string;
}

/** On a line of its own, because a profile may print something first. */
const printGit = "printf '\\ninterlock:%s\\n' \"$(command -v git)\"";
const beforeOthers = "put interlock's bin folder first on PATH ('interlock setup --write', then a new shell)";

const shells: readonly Shell[] = [
  { name: "sh -c", argv: ["sh", "-c", printGit], clean: false, needsSeal: false, fix: beforeOthers },
  {
    name: "bash -lc",
    argv: ["bash", "-lc", printGit],
    clean: false,
    needsSeal: false,
    fix: `run 'interlock setup --write', put interlock's bin folder first on PATH in a file of /etc/profile.d, or ${howToSeal()}`,
  },
  {
    name: "env -i sh -c",
    argv: ["/bin/sh", "-c", printGit],
    clean: true,
    needsSeal: true,
    fix: howToSeal(),
  },
];

export const checkShells: Check = ({ layers, plan }) => {
  const findings: Finding[] = [];
  for (const { name, argv, clean, needsSeal, fix } of shells) {
    const found = ask(argv, clean);
    if (found === null) continue;
    if (found.startsWith("/") && isInterlock(found)) {
      findings.push(ok("shells", `'${name}' finds interlock: ${found}`));
      continue;
    }
    const report = needsSeal && layers.seal === null ? warn : fail;
    if (found === noAnswer)
      findings.push(report("shells", `'${name}' did not answer`, "see what its profile does"));
    else if (found === "") findings.push(report("shells", `'${name}' finds no git`, fix));
    else if (found.startsWith("/"))
      findings.push(report("shells", `'${name}' finds another git: ${found}`, fix));
    else
      findings.push(
        report(
          "shells",
          `'${name}' has an alias or a function named git: ${found}`,
          "remove it from its profile",
        ),
      );
  }
  return plan !== null && hasGhRules(plan) ? [...findings, ...checkGh()] : findings;
};

/** Only another gh is worth a line: where there is none, nobody calls it. */
function checkGh(): Finding[] {
  const found = ask(["sh", "-c", printGit.replace("-v git", "-v gh")], false);
  if (found === null || !found.startsWith("/") || isInterlock(found)) return [];
  const message = `'sh -c' finds another gh: ${found}; rules for pull requests and issues do not apply`;
  return [fail("shells", message, beforeOthers)];
}

const noAnswer = "\0";

/** The git that a shell finds; empty if none, null if there is no such shell. */
function ask([program, ...args]: Shell["argv"], clean: boolean): string | null {
  const env = clean ? {} : process.env;
  const answer = spawnSync(program, args, { env, encoding: "utf8", timeout: 10_000, input: "" });
  if (answer.error !== undefined && (answer.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  return /(?:^|\n)interlock:(.*)\n?$/.exec(answer.stdout)?.[1] ?? noAnswer;
}

export const checkCopies: Check = ({ host, layers, ownFolder, plan }) => {
  const real = join(ownFolder, "..", "lib", "interlock", "real");
  const also = plan !== null && hasGhRules(plan) ? ["gh"] : [];
  const others = findPrograms([...names, ...also], host.env("PATH") ?? "", host.realProgram()).filter(
    (path) => !isInterlock(path) && dirname(path) !== real,
  );
  const what = ["git", ...also].join(" and ");
  if (others.length === 0) return [ok("copies", `every ${what} in the usual places is interlock`)];
  const message = `not interlock, and callable by its path: ${others.join(", ")}`;
  const fix = `${howToSeal()}, or remove what is not needed`;
  return [layers.seal === null ? warn("copies", message, fix) : fail("copies", message, fix)];
};

/** The usual places of a git, on PATH or not. */
const usualFolders = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
  "/usr/lib/git-core",
  "/usr/libexec/git-core",
  "/usr/local/libexec/git-core",
  "/usr/local/lib/git-core",
  "/snap/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** git-http-push pushes by itself. */
const names = ["git", "git-http-push"];

/** The mark by which the shim knows another copy of itself (shim/native/programs/real-program.c). */
const mark = Buffer.from("interlock-shim\0");

function isInterlock(path: string): boolean {
  try {
    const fd = openSync(path, "r");
    const head = Buffer.alloc(1024);
    const length = readSync(fd, head, 0, head.length, 0);
    closeSync(fd);
    return head.subarray(0, length).includes(mark);
  } catch {
    return false;
  }
}

/**
 * Everything of these names that can be run, and commands such as `git-push` that are links to git or copies of it; a file with
 * several names is listed once.
 */
function findPrograms(programs: readonly string[], searchPath: string, git: string): string[] {
  const folders = [...searchPath.split(":").filter((entry) => entry.startsWith("/")), ...usualFolders];
  const found = new Map<string, string>();
  for (const folder of [...folders, ...foldersBelow("/opt")]) {
    for (const name of [...programs, ...copiesIn(folder, git)]) {
      const path = join(folder, name);
      const file = fileOf(path);
      if (file !== null && !found.has(file)) found.set(file, path);
    }
  }
  return [...found.values()];
}

/** The commands of git in a folder that are git itself, as after git's `make install`. */
function copiesIn(folder: string, git: string): string[] {
  try {
    const { size } = statSync(git);
    // Debian has some 140 links to one file of 4 MB: each file is compared once.
    const isGit = new Map<string, boolean>();
    return readdirSync(folder).filter((name) => {
      if (!name.startsWith("git-")) return false;
      const path = join(folder, name);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file?.size !== size) return false;
      const key = `${file.dev} ${file.ino}`;
      const answer = isGit.get(key) ?? readFileSync(path).equals(readFileSync(git));
      isGit.set(key, answer);
      return answer;
    });
  } catch {
    return [];
  }
}

/** `/opt/<name>/bin` */
function foldersBelow(parent: string): string[] {
  try {
    return readdirSync(parent).map((name) => join(parent, name, "bin"));
  } catch {
    return [];
  }
}

function fileOf(path: string): string | null {
  try {
    const file = statSync(path);
    return !file.isFile() || (file.mode & 0o111) === 0 ? null : realpathSync(path);
  } catch {
    return null;
  }
}
