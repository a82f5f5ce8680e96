/**
 * `interlock seal`: replaces the system git of an install that a package owns. The package's own scripts do the same
 * without this verb, so that a shell script does the work.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { refuseSetUp } from "../shared/complain.ts";
import { ownPrefix } from "../shared/own-install.ts";

export function runSeal(line: VerbLine): number {
  const scripts = join(ownPrefix(), "lib", "interlock");
  const script = join(scripts, "seal.sh");
  if (!existsSync(script)) return refuseInstall(join(scripts, "install.sh"));
  const done = spawnSync("/bin/sh", [script, ...(line.has("--undo") ? ["--undo"] : [])], {
    stdio: "inherit",
  });
  if (done.error) return refuseSetUp(`'${script}' does not run: ${done.error.message}`, "install sh");
  return done.status ?? 1;
}

/** An install in an image has its own script; one from npm or a folder belongs to no package manager that can undo it. */
function refuseInstall(installScript: string): number {
  return existsSync(installScript)
    ? refuseSetUp("this install was made by 'install.sh', which seals too", `as root: ${installScript}`)
    : refuseSetUp(
        `'${ownPrefix()}' cannot be sealed: it is neither the Debian package nor made by install.sh`,
        "install the .deb, or run the install.sh of a release: docs/install.md",
      );
}
