/** Builds a release in a fresh tree of a commit, so that no stray file of the working folder gets into it. */
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { run, SetupError } from "../command.mjs";

/** The current commit of `root`, its time, and whether there are uncommitted changes. */
export function readCommit(root) {
  const show = run("git", ["show", "--no-patch", "--format=%H %ct", "HEAD"], { cwd: root });
  const status = run("git", ["status", "--porcelain"], { cwd: root });
  if (!show.ok)
    throw new SetupError("a release is made from a commit", "run this in a git repository", show.output);
  const [commit, seconds] = show.stdout.trim().split(" ");
  return { commit, seconds, changed: status.stdout !== "" };
}

/** Unpacks the commit's files in `folder`, which must not exist, and builds there. */
export async function buildFromCommit({ root, commit, seconds, folder, output, options }) {
  mkdirSync(folder, { recursive: true });
  const unpack = run(
    "sh",
    ["-c", 'git archive "$1" >"$2.tar" && tar -xf "$2.tar" -C "$2"', "sh", commit, folder],
    { cwd: root },
  );
  if (!unpack.ok)
    throw new SetupError(`cannot unpack '${commit}'`, "see above for what git says", unpack.output);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const script = join(folder, "scripts", "release", "make.mjs");
  const make = spawn(process.execPath, [script, output, commit, seconds, ...options], {
    cwd: folder,
    stdio: "inherit",
  });
  const status = await new Promise((resolve) => make.on("close", resolve));
  if (status !== 0) throw new SetupError(`the build in '${folder}' failed`, "its messages are above");
}
