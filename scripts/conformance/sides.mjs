/**
 * The two gits to compare: folders for GIT_TEST_INSTALLED, and the environment of their scripts. The names have the
 * same length, so that no path differs in length.
 */
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, SetupError } from "../command.mjs";
import { writeRule } from "./rule.mjs";

/** What a test may call by name, in addition to git itself. */
const otherPrograms = ["git-upload-pack", "git-receive-pack", "git-upload-archive", "git-shell", "scalar"];

/** git's test-lib searches its own folders first, so these are only for the tools around git. */
const path = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

function linkPrograms(folder, names) {
  for (const name of names) {
    const target = join("/usr/bin", name);
    if (existsSync(target)) symlinkSync(target, join(folder, name));
  }
}

function makeRealSide(folder) {
  const programs = join(folder, "prefix", "bin");
  mkdirSync(programs, { recursive: true });
  linkPrograms(programs, ["git", ...otherPrograms]);
  return { name: "real", folder, programs, env: {} };
}

/** A copy, so that a build during the run changes nothing; it is relocatable. */
function makeShimSide(folder, dist) {
  const prefix = join(folder, "prefix");
  const programs = join(prefix, "bin");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  linkPrograms(programs, otherPrograms);
  // Tests that modify PATH must find the same git behind us.
  const pinned = join(prefix, "lib", "interlock", "real");
  mkdirSync(pinned, { recursive: true });
  linkPrograms(
    pinned,
    ["git"].filter((name) => !existsSync(join(pinned, name))),
  );
  const config = writeRule(folder, "change-nothing", "text.removeTrailer");
  return { name: "shim", folder, programs, env: { INTERLOCK_CONFIG: config } };
}

/**
 * test-lib takes GIT_EXEC_PATH from `git --exec-path`. We set it, so that both sides have the same one, whatever
 * folder the shim gives to the children of an intercepted command.
 */
function commonEnv(folder) {
  const execPath = run("/usr/bin/git", ["--exec-path"]).stdout.trim();
  return {
    PATH: [...path, dirname(process.execPath)].join(":"),
    LANG: "C.UTF-8",
    TERM: "dumb",
    SHELL: "/bin/sh",
    TEST_OUTPUT_DIRECTORY: folder,
    GIT_TEST_EXEC_PATH: execPath,
    // It checks the text of the scripts, which are git's own.
    GIT_TEST_CHAIN_LINT: "0",
  };
}

function complete(side) {
  const env = { ...commonEnv(side.folder), ...side.env, GIT_TEST_INSTALLED: side.programs };
  return { ...side, env };
}

export function makeSides(folder, dist) {
  if (!existsSync(join(dist, "bin", "git"))) throw new SetupError(`no shim in '${dist}'`, "npm run build");
  if (existsSync("/etc/interlock/config.yaml")) {
    throw new SetupError(
      "'/etc/interlock/config.yaml' would be used instead of the rule that changes nothing",
      "run where interlock is not installed",
    );
  }
  const real = complete(makeRealSide(join(folder, "real")));
  const shim = complete(makeShimSide(join(folder, "shim"), dist));
  return { real, shim };
}
