/** Runs one of git's test scripts on one side. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseTap } from "./parse-tap.mjs";

/** The longest script takes two minutes on a slow machine. */
const timeLimitMs = 20 * 60 * 1000;

/** Removes the results themselves: they reach the log through a pipe, at no fixed place. */
function readLog(side, script) {
  try {
    const log = readFileSync(join(side.folder, "test-results", `${script}.out`), "latin1");
    const lines = log.replaceAll(side.folder, "SIDE").split("\n");
    return lines.filter((line) => line !== "" && !/^(not )?ok \d+ /.test(line)).join("\n");
  } catch {
    return "";
  }
}

/** Background processes of a test must not outlive its script. */
function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // None are left.
  }
}

/** The process groups of running scripts, to kill them if we are interrupted. */
const running = new Set();

export function endScripts() {
  for (const pid of running) endGroup(pid, "SIGKILL");
}

/** With `withLog`, `log` is the output of every command. `file` is for a script that is not in the tree. */
export function runScript(tree, script, side, { withLog = false, file = `./${script}.sh` } = {}) {
  const folder = join(side.folder, "t");
  mkdirSync(folder, { recursive: true });
  const trash = join(folder, `trash directory.${script}`);
  const args = [file, `--root=${folder}`, ...(withLog ? ["--verbose-log"] : [])];
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", args, {
      cwd: join(tree, "t"),
      env: side.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.add(child.pid);
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("latin1").on("data", (text) => (output[name] += text));
    }
    const timer = setTimeout(() => endGroup(child.pid, "SIGKILL"), timeLimitMs);
    child.on("exit", () => {
      endGroup(child.pid, "SIGTERM");
      running.delete(child.pid);
    });
    child.on("close", () => {
      clearTimeout(timer);
      rmSync(trash, { recursive: true, force: true, maxRetries: 3 });
      const seconds = (Date.now() - start) / 1000;
      const result = parseTap(output.stdout.replaceAll(side.folder, "SIDE"));
      const log = withLog ? { log: readLog(side, script) } : {};
      resolve({ ...result, ...log, seconds, stderr: output.stderr.slice(-2000) });
    });
  });
}

/** Runs the jobs, `width` at a time. */
export async function runAll(jobs, width) {
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await job();
  };
  await Promise.all(Array.from({ length: width }, worker));
}
