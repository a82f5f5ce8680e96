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

/**
 * How to seal it. The Debian package has a script for the verb; a release, and an install that it made, have one of their own. Where
 * there is none, as with an install from npm, another kind of install has to be chosen.
 */
export function howToSeal(): string {
  const prefix = ownPrefix();
  if (existsSync(join(prefix, "lib", "interlock", "seal.sh")))
    return "seal the install (as root: interlock seal)";
  const scripts = [join(prefix, "install.sh"), join(prefix, "lib", "interlock", "install.sh")];
  const script = scripts.find((path) => existsSync(path));
  return `seal the install (${script === undefined ? "docs/install.md" : `as root: ${script}`})`;
}
