// Programs that hold commits to a rule too. Their exact versions are in bench/peers, with a lock file.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../scripts/cache-folder.mjs";
import { byGit, env, git, once, root, runNow, scratch, trailer, write } from "./world.mjs";

const source = join(root, "bench", "peers");
const { dependencies: versions } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));

/** Installs them once for each state of the lock file. None needs its install script. */
function installPeers() {
  const lock = readFileSync(join(source, "package-lock.json"));
  const folder = join(cacheFolder("peers"), createHash("sha256").update(lock).digest("hex").slice(0, 12));
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return join(folder, "node_modules");
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(source, name), join(folder, name));
  // Not `npm ci`: it insists on the packages of all platforms, and a mirror may lack some.
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`'npm install' failed in '${folder}'`);
  return join(folder, "node_modules");
}
const modules = once(installPeers);
// The binaries themselves: the scripts of the same name in .bin start Node first.
const lefthook = () => join(modules(), `lefthook-linux-${process.arch}`, "bin", "lefthook");
const prek = () => join(modules(), "@j178", `prek-linux-${process.arch}-gnu`, "prek");

const ensureTrailer =
  'git interpret-trailers --in-place --if-exists addIfDifferent --trailer "Co-authored-by: $GITHUB_APP_BOT_NAME <$GITHUB_APP_BOT_EMAIL>"';
const script = write(join(scratch, "ensure-trailer"), `#!/bin/sh\nexec ${ensureTrailer} "$1"\n`, 0o755);

export function hasTrailer(path) {
  return runNow(byGit("-C", path, "log", "-1", "--format=%B")).includes(trailer);
}

function refusesWrongMessage(path) {
  const words = ["-C", path, "commit", "-q", "--allow-empty", "-m", "not conventional"];
  return spawnSync(git, words, { env, stdio: "ignore" }).status !== 0;
}

/** husky puts node_modules/.bin on the PATH of hooks; commitlint's guide to a local setup has npx call it all the same. */
function installHusky(path, hook, line) {
  symlinkSync(modules(), join(path, "node_modules"));
  write(join(path, "package.json"), "{}\n");
  writeLintConfig(path);
  runNow({ words: [process.execPath, join(modules(), "husky", "bin.js")] }, { cwd: path });
  write(join(path, ".husky", hook), `${line}\n`);
}

function writeLintConfig(folder) {
  const text = 'export default { extends: ["@commitlint/config-conventional"] };\n';
  return write(join(folder, "commitlint.config.mjs"), text);
}

const everyHook = ["commit-msg", "prepare-commit-msg", "applypatch-msg"];
const linter = `husky ${versions.husky} + commitlint ${versions["@commitlint/cli"]}`;

/**
 * Which hooks each can be, how a repository gets it, and whether it did its work there. All but commitlint, which
 * checks the message, add the trailer that interlock adds. Those with a short name are in the chart and the README.
 */
export const peers = [
  {
    name: "a hook in sh with `git interpret-trailers`",
    short: "shell hook",
    hooks: everyHook,
    install: (path, hook) => void cpSync(script, join(path, ".git", "hooks", hook)),
    holds: hasTrailer,
  },
  {
    name: `lefthook ${versions.lefthook}`,
    short: "lefthook",
    hooks: everyHook,
    install(path, hook) {
      write(join(path, "lefthook.yml"), `${hook}:\n  jobs:\n    - run: |\n        ${ensureTrailer} {1}\n`);
      runNow({ words: [lefthook(), "install"] }, { cwd: path });
    },
    holds: hasTrailer,
  },
  {
    name: `prek ${versions["@j178/prek"]}`,
    short: "prek",
    hooks: ["commit-msg", "prepare-commit-msg"],
    install(path, hook) {
      const entry = `{id: trailer, name: trailer, language: system, entry: ${script}, stages: [${hook}]}`;
      write(join(path, ".pre-commit-config.yaml"), `repos:\n  - repo: local\n    hooks:\n      - ${entry}\n`);
      runNow({ words: [prek(), "install", "-t", hook] }, { cwd: path });
    },
    holds: hasTrailer,
  },
  {
    name: linter,
    short: "husky + commitlint",
    hooks: ["commit-msg"],
    isSlow: true,
    install: (path, hook) => installHusky(path, hook, 'commitlint --edit "$1"'),
    holds: refusesWrongMessage,
  },
  {
    name: `${linter}, called by npx as in its guide`,
    hooks: ["commit-msg"],
    isSlow: true,
    install: (path, hook) => installHusky(path, hook, 'npx --no -- commitlint --edit "$1"'),
    holds: refusesWrongMessage,
  },
];

/** commitlint over a range of commits. */
export function byCommitlint(repository, from, to) {
  const config = writeLintConfig(join(scratch, "lint"));
  if (!existsSync(join(scratch, "lint", "node_modules")))
    symlinkSync(modules(), join(scratch, "lint", "node_modules"));
  const range = ["--cwd", repository, "--from", from, "--to", to];
  return {
    words: [process.execPath, join(modules(), "@commitlint", "cli", "cli.js"), "--config", config, ...range],
  };
}
export const commitlintName = `\`commitlint --from --to\`, ${versions["@commitlint/cli"]} with config-conventional`;
