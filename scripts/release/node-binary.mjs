/**
 * The Node that the packaged cold side contains: a fixed one, so that a release has the same bytes whatever Node builds
 * it. The npm registry has the official builds as packages; the digest is that of `bin/node`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../cache-folder.mjs";
import { run, SetupError } from "../command.mjs";
import { digestFile } from "./tarball.mjs";

export const nodeVersion = "20.20.2";

const digests = {
  x64: "6295488653f0d93b0a157841746fef7e72cc4328cfb60c4bbe0ca2668a836ffd",
  arm64: "05a69ccdcb795f2a8b86c145e71a6a37cce84fccef5aaf25a8fe38bc9423e732",
};

function fetchNode(name, workshop) {
  const fetched = run("npm", ["pack", "--silent", name], { cwd: workshop });
  const file = readdirSync(workshop).find((entry) => entry.endsWith(".tgz"));
  const unpacked = file ? run("tar", ["-xzf", file], { cwd: workshop }) : fetched;
  if (fetched.ok && unpacked.ok) return join(workshop, "package");
  throw new SetupError(
    `cannot fetch '${name}'`,
    "the machine must reach the npm registry; see above for what npm says",
    fetched.output + unpacked.output,
  );
}

/** The folder with `bin/node` and `LICENSE`. */
export function ensureNode(arch) {
  const name = `node-linux-${arch}@${nodeVersion}`;
  const folder = cacheFolder(`node-linux-${arch}-${nodeVersion}`);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    // Under another name until complete: two builds may run at the same time.
    const workshop = mkdtempSync(`${folder}.making-`);
    try {
      const unpacked = fetchNode(name, workshop);
      if (!existsSync(folder)) renameSync(unpacked, folder);
    } finally {
      rmSync(workshop, { recursive: true, force: true });
    }
  }
  if (digestFile(join(folder, "bin", "node")) === digests[arch]) return folder;
  throw new SetupError(`'${folder}/bin/node' is not the build that a release contains`, `rm -r '${folder}'`);
}
