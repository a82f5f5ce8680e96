/**
 * A plugin's files from a git repository: fetched into a temporary repository, and read from its objects. Nothing is
 * checked out, so no hook, filter, attribute, link or submodule of the repository has any effect, and its names are
 * checked before a file exists.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { forConnecting } from "../../shim/git/environment.ts";
import { fromBuffer } from "../../shim/node/byte-strings.ts";
import { childEnvironment, isKept } from "../../shim/node/run-program.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { sayError } from "../shared/output.ts";
import { findRealGit } from "../shared/real-git.ts";
import { readBlobs, readEntries, type RunGit } from "./git-tree.ts";
import { checkEntries, type PluginTree } from "./plugin-tree.ts";

export interface FetchedPlugin {
  commit: string;
  tree: PluginTree;
}

export interface FetchRequest {
  address: string;
  /** Empty: what the repository's HEAD names. */
  ref: string;
  /** As in GIT_ALLOW_PROTOCOL. `file` only for a folder that the user named. */
  protocols: "https:ssh:git" | "file";
}

/** Of the variables with which git connects, those that say where a repository, its objects or settings are. */
const aboutRepositories =
  /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|IMPLICIT_WORK_TREE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|QUARANTINE_PATH|INDEX_FILE|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_KEY_.*|CONFIG_VALUE_.*)$/;

/** No hook runs, and nothing is kept in order: the repository lives for a second. */
const options = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "fetch.writeCommitGraph=false",
  "gc.auto=0",
  "init.defaultBranch=main",
  "maintenance.auto=false",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

/** In blocks of 512 bytes (some shells: 1,024): a pack that is larger ends the fetch. */
const mostBlocks = 64 * 2048;
const limitMs = 300_000;
const mostListing = 1024 * 1024;

export function fetchPlugin(request: FetchRequest): FetchedPlugin | Refusal {
  if (isatty(2)) sayError(`interlock: fetching '${request.address}'\n`);
  return inNewRepository(request, (git) => fetchInto(request, git));
}

/** The names of its tags. */
export function listTags(request: Omit<FetchRequest, "ref">): string[] | Refusal {
  const { address } = request;
  return inNewRepository(request, (git) => {
    const listed = git(["ls-remote", "--quiet", "--tags", "--refs", "--", address]);
    if (listed.status !== 0)
      return {
        message: `the tags of '${address}' cannot be listed: ${lastLine(listed.output)}`,
        hint: "check the address and your rights to it",
      };
    return [...fromBuffer(listed.stdout).matchAll(/\trefs\/tags\/(.+)$/gm)].map(([, name]) => name as string);
  });
}

function inNewRepository<T>(
  { protocols }: Pick<FetchRequest, "protocols">,
  work: (git: RunGit) => T | Refusal,
): T | Refusal {
  const git = findRealGit({ reading: forConnecting, asking: forConnecting });
  if (git === null) return { message: "there is no git on PATH", hint: "install git, or put it on PATH" };
  const folder = mkdtempSync(join(tmpdir(), "interlock-plugin-"));
  // The terminal sends an interrupt to git, too. With a handler, we live on to clean up.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stay = (): void => undefined;
  for (const signal of signals) process.on(signal, stay);
  try {
    const run = runnerIn(folder, git.path, protocols);
    const made = run(["init", "--quiet", "--bare", "--template=", folder]);
    if (made.status !== 0)
      return { message: `git cannot make a repository: ${made.output}`, hint: "look at TMPDIR" };
    return work(run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const signal of signals) process.off(signal, stay);
  }
}

function runnerIn(folder: string, path: string, protocols: string): RunGit {
  const isAsked = isatty(0) && isatty(2);
  const ownVariables = Object.entries(process.env).filter(
    ([name]) => isKept(name, forConnecting) && !aboutRepositories.test(name),
  );
  const env = childEnvironment({
    ...Object.fromEntries(ownVariables),
    GIT_DIR: folder,
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...(isAsked ? {} : { GIT_TERMINAL_PROMPT: "0" }),
  });
  return (args, input = "", mostOutput = mostListing) => {
    // The shell's limit holds for git and everything that it starts.
    const words = ["-c", `ulimit -f ${mostBlocks} && exec "$@"`, "sh", path, ...options, ...args];
    const run = spawnSync("/bin/sh", words, {
      cwd: folder,
      env,
      input,
      maxBuffer: mostOutput,
      timeout: limitMs,
    });
    const output = run.error === undefined ? fromBuffer(run.stderr).trim() : run.error.message;
    return {
      status: run.error === undefined ? run.status : null,
      stdout: run.stdout ?? Buffer.alloc(0),
      output,
    };
  };
}

function fetchInto({ address, ref }: FetchRequest, git: RunGit): FetchedPlugin | Refusal {
  const own = "refs/interlock/plugin";
  const quiet = ["--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
  const fetched = git(["fetch", ...quiet, "--", address, `${ref === "" ? "HEAD" : ref}:${own}`]);
  // SIGXFSZ: the limit of the shell.
  if (/died of signal 25|File too large/.test(fetched.output))
    return {
      message: `'${address}' has more than 64 MB`,
      hint: "a plugin is a few small files; ask its author",
    };
  if (fetched.status !== 0)
    return {
      message: `'${address}'${ref === "" ? "" : ` at '${ref}'`} cannot be fetched: ${lastLine(fetched.output)}`,
      hint: "check the address, the ref (a branch, a tag or a whole commit id) and your rights to it",
    };
  const commit = fromBuffer(git(["rev-parse", "--verify", `${own}^{commit}`]).stdout).trim();
  if (commit === "")
    return { message: `'${ref}' is not a commit`, hint: "name a branch, a tag or a whole commit id" };
  const entries = readEntries(git, commit);
  const problem = "message" in entries ? entries : checkEntries(entries);
  if (problem !== null) return problem as Refusal;
  const tree = readBlobs(git, entries as Exclude<typeof entries, Refusal>);
  return "message" in tree ? tree : { commit, tree };
}

/** git's `fatal:` without the word; it stands before its advice. */
function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? "git said nothing";
  return fatal.replace(/^(?:fatal|error): /, "");
}
