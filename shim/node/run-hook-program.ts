/** Runs a hook program within limits, as shim/native/programs/hook-program.c does; Node waits for it. */
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { mostErrors, mostOutput, type EndedProgram } from "../../engine/core/program-answer.ts";
import type { Host } from "../host.ts";
import { fromBuffer, toBuffer } from "./byte-strings.ts";

export const runHookProgram: Host["runHookProgram"] = (words, folder, environment, stdin, limitMs) => {
  const env = Object.fromEntries(
    environment.map((entry) => {
      const text = toBuffer(entry).toString();
      const equals = text.indexOf("=");
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
  const [file = "", ...args] = words.map((word) => toBuffer(word).toString());
  const run = spawnSync(file, args, {
    cwd: toBuffer(folder).toString(),
    env,
    // A session of its own, which is killed whole below.
    ...({ detached: true } as object),
    input: toBuffer(stdin),
    timeout: limitMs,
    killSignal: "SIGKILL",
    maxBuffer: mostOutput,
  });
  if (run.pid > 0) killSession(run.pid);
  const error = (run.error as NodeJS.ErrnoException | undefined)?.code;
  // A program need not read what it is told.
  const code = error === "EPIPE" ? undefined : error;
  const failure = failureOf(code, run.pid > 0);
  const signal = run.signal === null ? 0 : constants.signals[run.signal];
  return {
    status: failure === "unstarted" ? constants.errno.ENOENT : signal > 0 ? -signal : (run.status ?? 0),
    stdout: fromBuffer(run.stdout ?? Buffer.alloc(0)),
    stderr: fromBuffer((run.stderr ?? Buffer.alloc(0)).subarray(0, mostErrors)),
    failure,
  };
};

function failureOf(code: string | undefined, isStarted: boolean): EndedProgram["failure"] {
  if (code === undefined) return "";
  if (code === "ETIMEDOUT") return "late";
  if (code === "ENOBUFS") return "excess";
  return isStarted ? "unread" : "unstarted";
}

function killSession(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}
