// Runs programs and keeps their output in order.
import { spawnSync } from "node:child_process";
import { SetupError } from "../command.mjs";

/** Standard output and standard error in one text, in order. */
export function run(command, args, options = {}) {
  const result = spawnSync("sh", ["-c", 'exec "$@" 2>&1', "sh", command, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });
  return { ok: result.status === 0, status: result.status, output: result.stdout ?? "" };
}

export function mustRun(command, args, options = {}) {
  const result = run(command, args, options);
  if (result.ok) return result.output;
  throw new SetupError(`'${command} ${args.join(" ")}' failed`, "its output is above", result.output);
}
