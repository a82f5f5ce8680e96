import { spawnSync } from "node:child_process";

/** A problem that the user has to fix: printed as one message with a hint. */
export class SetupError extends Error {
  constructor(message, hint, output = "") {
    super(message);
    this.hint = hint;
    this.output = output;
  }
}

/** Runs a program and waits for it. Its output is shown only if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`;
  return { ok: result.status === 0, stdout: result.stdout ?? "", output };
}
