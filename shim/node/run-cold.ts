/** Runs `interlock` as a child process to compile a plan, as the native host does. */
import { constants } from "node:os";
import { execaSync } from "execa";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { ColdResult } from "../host.ts";
import { coldEnvironment } from "./run-program.ts";

/** `command`: the program and arguments that start our CLI. */
export function runColdSide(
  command: readonly string[],
  args: readonly string[],
  timeoutMs: number,
): ColdResult {
  const [program = "", ...before] = command;
  const result = execaSync(program, [...before, ...args.map(decodeUtf8)], {
    reject: false,
    stripFinalNewline: false,
    encoding: "latin1",
    stdin: "ignore",
    stderr: "inherit",
    timeout: timeoutMs,
    extendEnv: false,
    env: coldEnvironment(process.env),
  });
  return { status: statusOf(result), stdout: typeof result.stdout === "string" ? result.stdout : "" };
}

function statusOf(result: {
  timedOut: boolean;
  exitCode?: number | undefined;
  signal?: string | undefined;
}): number {
  if (result.timedOut) return -2;
  if (result.exitCode !== undefined) return result.exitCode;
  const signals: { [name: string]: number } = constants.signals;
  const number = result.signal === undefined ? undefined : signals[result.signal];
  return number === undefined ? -1 : 128 + number;
}
