/**
 * Carries ways out, both with the real git and through the shim, in one shell for the whole table, and always
 * in the same folder: nothing in the output differs but for what interlock does.
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
import { noUpkeep } from "../support/no-upkeep.ts";
import { dist, root } from "../support/paths.ts";
import { botEnv } from "../support/sandbox.ts";
import { listNames, readReflog, readState } from "./read-git-folder.ts";
import type { Way } from "./way.ts";

export interface Commit {
  id: string;
  parents: string[];
  tree: string;
  author: string;
  committer: string;
  message: string;
  trailers: string;
}

export interface Outcome {
  /** What went wrong before the way began; empty if nothing. */
  setup: string;
  status: string;
  stdout: string;
  stderr: string;
  /** Parents before children. */
  commits: Commit[];
  before: string[];
  reflog: string;
  tree: string;
  /** The names of the files in the git folder, and what the files of a command under way say. */
  names: string;
  state: string;
  /** What the repository's hooks noted, and what an editor was shown. */
  hooks: string;
  seen: string;
}

export interface Outcomes {
  real: Outcome;
  shim: Outcome;
}

const here = import.meta.dirname;
const realPath = `/usr/bin:/bin:${dirname(process.execPath)}`;
const shimPath = `${join(dist, "bin")}:${realPath}`;

export async function carryOut(ways: readonly Way[]): Promise<Outcomes[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-ways-")));
  try {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    for (const name of ["home", "ways", "results"]) mkdirSync(join(folder, name));
    for (const i of ways.keys())
      for (const world of ["real", "shim"])
        mkdirSync(join(folder, "results", String(i), world), { recursive: true });
    write(
      "home/.gitconfig",
      `[user]\n\tname = Ann Author\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n${noUpkeep}`,
    );
    write(
      "config.yaml",
      `version: 1\nnotices: always\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`,
    );
    ways.forEach((way, i) => {
      write(`ways/${i}.setup`, way.setup ?? "");
      write(`ways/${i}.run`, way.run);
      if (way.where !== undefined) write(`ways/${i}.where`, way.where);
    });
    const log = await runShell(driver(ways.length), folder);
    return ways.map((_, i) => ({
      real: readOutcome(folder, join("results", String(i), "real"), log),
      shim: readOutcome(folder, join("results", String(i), "shim"), log),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function driver(count: number): string {
  return `
    (. ${here}/base.sh) || exit
    (. ${here}/tools.sh) || exit
    . ${here}/perform.sh
    command git -C base/repo rev-list --all >results/before || exit
    for way in $(seq 0 ${count - 1}); do
      prepare $way
      perform $way real "$real_path"
      perform $way shim "$shim_path"
    done`;
}

function runShell(script: string, folder: string): Promise<string> {
  const env = {
    ...botEnv,
    PATH: realPath,
    real_path: realPath,
    shim_path: shimPath,
    folder,
    now: join(folder, "now"),
    tools: join(folder, "tools"),
    patches: join(folder, "now", "patches"),
    HOME: join(folder, "home"),
    TERM: "dumb",
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: "2020-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2020-01-02T03:04:06Z",
    INTERLOCK_CONFIG: join(folder, "config.yaml"),
  };
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", script], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (log += String(data)));
    child.on("error", reject);
    child.on("close", () => resolve(log));
  });
}

/** What both worlds share lies beside their folders, and what all ways share beside those. */
function readOutcome(top: string, place: string, log: string): Outcome {
  const folder = join(top, place);
  const has = (name: string): boolean => existsSync(join(folder, name));
  const read = (name: string): string => (has(name) ? readFileSync(join(folder, name), "latin1") : "");
  // They were in a folder that has another name now.
  const [common = "", own = ""] = read("folders")
    .split("\n")
    .map((path) => path.replace(join(top, "now"), join(folder, "now")));
  return {
    setup: has("status") ? (has("../setup-failed") ? read("../setup") || "failed" : "") : log,
    status: read("status"),
    stdout: read("stdout"),
    stderr: read("stderr"),
    commits: parseLog(read("log")),
    before: (has("../before") ? read("../before") : read("../../before")).split("\n"),
    reflog: own === "" ? "" : readReflog(own),
    tree: read("tree"),
    names: common === "" ? "" : listNames(common),
    state: own === "" ? "" : readState(own),
    hooks: read("hooks"),
    seen: read("seen"),
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
