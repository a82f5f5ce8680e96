/**
 * The install that this program belongs to: it lies in lib/interlock/cold of its prefix.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { encodeUtf8 } from "../../engine/core/bytes.ts";

/** The file that this process runs. */
export function ownProgram(): string {
  return process.argv[1] ?? process.execPath;
}

export function ownPrefix(): string {
  return resolve(dirname(ownProgram()), "..", "..", "..");
}

/** Its bin folder, a byte string. A git there is interlock's own, not the real one. */
export function ownFolder(): string {
  return encodeUtf8(`${ownPrefix()}/bin`);
}

/** The command that seals it: only the Debian package has a script for the verb. */
export function howToSeal(): string {
  return existsSync(join(ownPrefix(), "lib", "interlock", "seal.sh"))
    ? "interlock seal"
    : "sandbox-image/install.sh";
}
