/**
 * Which commits a remote has, by its own word. refs/remotes is not asked: whoever commits can write there.
 */
import { parseNullList } from "../git/ask-git.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import type { Host, RunOptions } from "../host.ts";
import { presentObjects } from "./raw-objects.ts";

/** git's settings that say what an address means. */
export function readAddressSettings(host: Host): ConfigEntry[] {
  const { stdout } = host.runGit([
    "config",
    "--null",
    "--get-regexp",
    "^(url\\..*\\.insteadof|remote\\..*)$",
  ]);
  return parseNullList(stdout);
}

/**
 * Would git take a question elsewhere than to this address? Its configuration is the caller's. A push has its
 * own rewriting, so that its address need not be where a fetch from it goes.
 */
export function isRedirected(url: string, settings: readonly ConfigEntry[]): boolean {
  // A word without a slash may be the name of a file in the git folder that says where to go.
  if (!url.includes("/") || url.startsWith("-")) return true;
  return settings.some(({ key, value }) =>
    /^url\.[^]*\.insteadof$/.test(key) ? url.startsWith(value) : key.startsWith("remote." + url + "."),
  );
}

/** The programs that carry the question are git's own, wherever the caller's exec-path leads. */
const withGitsOwn: RunOptions = { env: { GIT_EXEC_PATH: null } };

/** A command line has its limits. */
const mostTips = 500;

/**
 * Ids of commits here from which everything is there already; those of `wanted` among them, or before them.
 * `isNoteAmong`: a commit may be there as a note alone, which is not to count; only refs tell.
 */
export function askRemote(
  host: Host,
  url: string,
  wanted: readonly string[],
  isNoteAmong: boolean,
): string[] {
  if (isNoteAmong) return listRemote(host, url);
  const tips = wanted.slice(0, mostTips).map((id) => "--negotiation-tip=" + id);
  const settings = ["-c", "protocol.version=2", "-c", "fetch.negotiationAlgorithm=consecutive"];
  const common = host.runGit(settings.concat("fetch", "--negotiate-only", tips, "--", url), withGitsOwn);
  // An old server does not negotiate alone; what its refs say is less, and true as well.
  const isEnough = common.status === 0 && wanted.length <= mostTips;
  const known = presentObjects(host, idsOf(common.stdout));
  return isEnough ? known : known.concat(listRemote(host, url));
}

/** What its refs name but for notes, as far as it is here. */
export function listRemote(host: Host, url: string): string[] {
  const { stdout } = host.runGit(["ls-remote", "--", url], withGitsOwn);
  const lines = stdout.split("\n").filter((line) => !line.includes("\trefs/notes/"));
  return presentObjects(host, idsOf(lines.join("\n")));
}

function idsOf(lines: string): string[] {
  const ids: string[] = [];
  for (const line of lines.split("\n")) {
    const match = /^[0-9a-f]{40,64}(?=\t|$)/.exec(line);
    if (match) ids.push(match[0]);
  }
  return ids;
}
