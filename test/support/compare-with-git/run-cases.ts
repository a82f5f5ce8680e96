/**
 * Runs command cases with the real git and through the shim: one shell for all of them, and always the same folder, so
 * that the outputs differ only by what interlock does.
 */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeRepository } from "../new-repository.ts";
import { noUpkeep } from "../no-upkeep.ts";
import { dist, root } from "../paths.ts";
import { readyPlan } from "../ready-plan.ts";
import { botEnv } from "../sandbox.ts";
import type { CommandCase } from "./command-case.ts";
import type { Commit, Outcome, Outcomes } from "./outcome.ts";
import { listFiles, readReflog, readState } from "./read-git-folder.ts";

const here = import.meta.dirname;
const realPath = `/usr/bin:/bin:${dirname(process.execPath)}`;
const shimPath = `${join(dist, "bin")}:${realPath}`;

const gitConfig = `[user]
	name = Ann Author
	email = ann@example.org
[init]
	defaultBranch = main
${noUpkeep}`;

export async function runCases(cases: readonly CommandCase[]): Promise<Outcomes[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-compare-")));
  try {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    for (const start of ["empty", "history"]) {
      makeRepository(join(folder, start, "repo"));
      mkdirSync(join(folder, start, "home"));
      write(join(start, "home", ".gitconfig"), gitConfig);
    }
    for (const name of ["cases", "results", "cache"]) mkdirSync(join(folder, name));
    write(
      "config.yaml",
      `version: 1\nnotices: always\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`,
    );
    cases.forEach(({ setup = "", run, env = {} }, i) => {
      for (const side of ["real", "shim"])
        mkdirSync(join(folder, "results", String(i), side), { recursive: true });
      const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
      write(`cases/${i}.setup`, exports.join("") + setup);
      write(`cases/${i}.run`, exports.join("") + run);
    });
    const env = environment(folder);
    readyPlan({ ...env, PATH: shimPath }, join(folder, "empty", "repo"));
    const log = await runShell(driver(cases), folder, env);
    return cases.map((_, i) => ({
      real: readOutcome(folder, join("results", String(i), "real"), log),
      shim: readOutcome(folder, join("results", String(i), "shim"), log),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Cases with the same setup share it: it is run for the first of them. */
function driver(cases: readonly CommandCase[]): string {
  const prepared = new Map<string, number>();
  const lines = cases.flatMap(({ start = "history", setup = "", where = ".", env }, i) => {
    const key = JSON.stringify([start, setup, where, env]);
    const first = prepared.get(key) ?? i;
    prepared.set(key, first);
    return [
      first === i ? `prepare ${i} ${start} '${where}'` : "",
      `run_case ${i} real "$real_path" ${first} '${where}'`,
      `run_case ${i} shim "$shim_path" ${first} '${where}'`,
    ];
  });
  const needsHistory = cases.some(({ start = "history" }) => start === "history");
  return `
    ${needsHistory ? `(. ${quote(join(here, "starting-repository.sh"))}) || exit` : ""}
    (. ${quote(join(here, "editors-and-hooks.sh"))}) || exit
    . ${quote(join(here, "run-cases.sh"))}
    ${lines.join("\n")}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function environment(folder: string): { [name: string]: string } {
  const now = join(folder, "now");
  return {
    ...botEnv,
    PATH: realPath,
    real_path: realPath,
    shim_path: shimPath,
    folder,
    now,
    tools: join(folder, "tools"),
    patches: join(now, "patches"),
    hook_log: join(now, "hook-log"),
    seen: join(now, "seen"),
    HOME: join(now, "home"),
    // Beside the homes, so that the plan and the folders of hooks are made once for all cases.
    XDG_CACHE_HOME: join(folder, "cache"),
    TERM: "dumb",
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: "2020-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2020-01-02T03:04:06Z",
    INTERLOCK_CONFIG: join(folder, "config.yaml"),
  };
}

function runShell(script: string, folder: string, env: { [name: string]: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", script], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (log += String(data)));
    child.on("error", reject);
    child.on("close", () => resolve(log));
  });
}

/** `log` says why there is no outcome. */
function readOutcome(top: string, place: string, log: string): Outcome {
  const folder = join(top, place);
  const now = join(folder, "now");
  const has = (name: string): boolean => existsSync(join(folder, name));
  const read = (name: string): string => (has(name) ? readFileSync(join(folder, name), "latin1") : "");
  // `now` has been moved here since the paths were written.
  const [common = "", own = ""] = read("git-folders")
    .split("\n")
    .map((path) => path.replace(join(top, "now"), now));
  return {
    setup: has("status") ? read("setup-failure") : log || "there is no outcome",
    status: read("status"),
    stdout: read("stdout"),
    stderr: read("stderr"),
    commits: parseLog(read("log")),
    before: read("before").split("\n"),
    reflog: own === "" ? "" : readReflog(own),
    tree: read("tree"),
    files: existsSync(now) ? listFiles(now) : "",
    config: common === "" ? "" : readFileSync(join(common, "config"), "latin1"),
    state: own === "" ? "" : readState(own),
    hooks: read("now/hook-log"),
    seen: read("now/seen"),
  };
}

function parseLog(text: string): Commit[] {
  return text
    .split("\x01")
    .map((record) => record.replace(/^\n/, ""))
    .filter((record) => record !== "")
    .map((record) => {
      const [id = "", parents = "", tree = "", author = "", committer = "", message = "", trailers = ""] =
        record.split("\0");
      return { id, parents: parents.split(" ").filter(Boolean), tree, author, committer, message, trailers };
    });
}
