/** Debian's source package of the installed git. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openPrivateApt } from "../private-apt.mjs";
import { run, SetupError } from "../command.mjs";

/** The version of the source package that the installed git was built from, as `1:2.39.5-0+deb12u3`. */
export function readSourceVersion() {
  const query = run("dpkg-query", ["-W", "-f", "${source:Version}", "git"]);
  if (query.ok && query.stdout) return query.stdout;
  throw new SetupError("the installed git is not a Debian package", "apt-get install git", query.output);
}

/** Unpacks the source, with Debian's patches, below `folder`; returns the tree's path. */
export function fetchSource(version, folder) {
  const apt = join(folder, "apt");
  const { options, places } = openPrivateApt(apt, "deb-src");
  const source = run("apt-get", [...options, "source", `git=${version}`], { cwd: folder });
  rmSync(apt, { recursive: true, force: true });
  const tree = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.startsWith("git-"),
  );
  if (source.ok && tree) return join(folder, tree.name);
  throw new SetupError(
    `cannot fetch the source of git '${version}' from '${places}'`,
    "a mirror keeps only the newest version: apt-get update && apt-get install git",
    source.output,
  );
}
