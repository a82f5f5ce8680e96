/**
 * Asks remotes what they have, on connections beside the push. Used
 * only if something is wrong with the outgoing commits.
 */
import { parseNullList } from "../git/ask-git.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import { forConnecting, forSettings } from "../git/environment.ts";
import { commonDirOf } from "../git/repository.ts";
import type { EnvChanges, Host } from "../host.ts";
import { mayHoldNotes } from "./updates.ts";

/** The git settings that decide what an address means. */
export function readAddressSettings(host: Host): ConfigEntry[] {
  const words = ["config", "--null", "--get-regexp", "^(url\\..*\\.insteadof|remote\\..*)$"];
  return parseNullList(host.runGit(words, { only: forSettings }).stdout);
}

/** Would git connect to another address than this? */
export function isRedirected(url: string, settings: readonly ConfigEntry[]): boolean {
  // A word without a slash may name a file in the git folder that redirects it.
  if (!url.includes("/") || url.startsWith("-")) return true;
  return settings.some(({ key, value }) =>
    /^url\.[^]*\.insteadof$/.test(key) ? url.startsWith(value) : key.startsWith("remote." + url + "."),
  );
}

/**
 * The ids of its refs, except notes; null if it cannot be reached. Runs outside of the repository, whose
 * settings could redirect it.
 */
export function listRemote(host: Host, url: string): string[] | null {
  const { status, stdout } = host.runGit(["-C", "/", "ls-remote", "--", url], {
    only: forConnecting,
    env: { ...unasked, GIT_DIR: "/dev/null" },
  });
  if (status !== 0) return null;
  const ids: string[] = [];
  for (const line of stdout.split("\n")) {
    const match = /^([0-9a-f]{40}|[0-9a-f]{64})\t([^]+)$/.exec(line);
    if (match && !mayHoldNotes(match[2] as string)) ids.push(match[1] as string);
  }
  return ids;
}

/** Limit for the length of a command line. */
const mostTips = 500;

/**
 * Commits reachable from these ids that the remote says it has; null if it does not say. Not all of them: git ends once each
 * id leads to one. Only used to decide whether to fetch.
 */
export function askCommonCommits(host: Host, url: string, ids: readonly string[]): string[] | null {
  const tips = ids.slice(0, mostTips).map((id) => "--negotiation-tip=" + id);
  const settings = ["-c", "protocol.version=2", "-c", "fetch.negotiationAlgorithm=consecutive"];
  const words = settings.concat("fetch", "--negotiate-only", tips, "--", url);
  const { status, stdout } = host.runGit(words, { only: forConnecting, env: unasked });
  // An old server does not support negotiation without a fetch.
  return status === 0 && ids.length <= mostTips ? stdout.split("\n").filter((id) => id !== "") : null;
}

/** No prompts: a user who pushes to one remote does not expect to be asked for the password of another. */
const unasked: EnvChanges = { GIT_TERMINAL_PROMPT: "0" };

/**
 * Fetches objects into a separate, existing folder. Nothing in the repository changes: no ref, no FETCH_HEAD,
 * no object. The answer need not be trusted, because objects are hashed when they are read.
 */
export function fetchAside(
  host: Host,
  gitDir: string,
  url: string,
  ids: readonly string[],
  folder: string,
): void {
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-auto-gc"];
  options.push("--no-prune", "--no-prune-tags", "--no-recurse-submodules", "--no-write-commit-graph");
  options.push("--refmap=", "--stdin");
  host.runGit(["fetch"].concat(options, "--", url), {
    stdin: ids.join("\n") + "\n",
    only: forConnecting,
    env: {
      ...unasked,
      // While it is set git changes no ref, even if settings would make it do so.
      GIT_QUARANTINE_PATH: folder,
      GIT_OBJECT_DIRECTORY: folder,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objectFolders(host, gitDir),
    },
  });
}

/** The repository's object folders, in the format of GIT_ALTERNATE_OBJECT_DIRECTORIES. */
function objectFolders(host: Host, gitDir: string): string {
  const folder = host.env("GIT_OBJECT_DIRECTORY") || commonDirOf(host, gitDir) + "/objects";
  return withAlternates(host, folder);
}

/** A folder, followed by the caller's alternates. */
export function withAlternates(host: Host, folder: string): string {
  const callers = host.env("GIT_ALTERNATE_OBJECT_DIRECTORIES") || "";
  // An unquoted colon would separate two folders (link_alt_odb_entries in object-file.c).
  const quoted = /[:"\n]/.test(folder)
    ? '"' + folder.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n") + '"'
    : folder;
  return callers === "" ? quoted : quoted + ":" + callers;
}
