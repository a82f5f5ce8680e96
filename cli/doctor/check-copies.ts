/**
 * Gits that are not interlock, and can be called by their path.
 */
import { dirname, join } from "node:path";
import { fail, ok, warn, type Check } from "./finding.ts";
import { findGits, isInterlock } from "./find-gits.ts";

export const checkCopies: Check = ({ host, layers, ownFolder }) => {
  const real = join(ownFolder, "..", "lib", "interlock", "real");
  const others = findGits(host.env("PATH") ?? "").filter(
    (path) => !isInterlock(path) && dirname(path) !== real,
  );
  if (others.length === 0) return [ok("copies", "every git in the usual places is interlock")];
  const message = `not interlock, and within reach by path: ${others.join(", ")}`;
  const fix = "seal the install (sandbox-image/install.sh), or remove what is not needed";
  return [layers.seal === null ? warn("copies", message, fix) : fail("copies", message, fix)];
};
