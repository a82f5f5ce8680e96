/**
 * The ways to install interlock in an image, each as a folder like an unpacked release.
 */
import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";

/** `limit` is how many megabytes (10^6 bytes) an image may grow by; Node itself does not count. */
export const variants = {
  minimal: { prefix: "dist-packaged", options: "--minimal", node: false, coldSide: false, limit: 4 },
  node: { prefix: "dist", options: "", node: true, coldSide: true, limit: 9 },
  pkg: { prefix: "dist-packaged", options: "", node: false, coldSide: true, limit: 150 },
};

/** Where a script in the root finds the release. */
export const releasePlace = "/mnt/interlock";

/** What install.sh consists of. */
export const imageFiles = [
  "install.sh",
  "move-programs.sh",
  "swap-config.sh",
  "seal-programs.sh",
  "config.yaml",
];

export function makeRelease(project, prefix, folder) {
  cpSync(join(project, prefix), folder, { recursive: true, verbatimSymlinks: true });
  for (const name of imageFiles) {
    copyFileSync(join(project, "sandbox-image", name), join(folder, name));
  }
  return folder;
}
