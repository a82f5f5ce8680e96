/** Reads the repository's remotes from its config, and rewrites addresses as git does. */
import { remoteName, resolveDots } from "../../engine/core/remote-name.ts";
import type { Host } from "../host.ts";
import { askGit, parseNullList } from "./ask-git.ts";
import type { ConfigEntry } from "./config-file.ts";
import { wantedSettings } from "./wanted-settings.ts";
import { readConfig } from "./config.ts";
import type { GlobalOption } from "./global-options.ts";
import { joinPath, type Repository } from "./repository.ts";

/** Names of the remotes for `when.remote`, or the reason why they are not certain. */
export function readRemotes(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
): string[] | string {
  const config = readConfig(host, options, repository, wantedSettings.remotes);
  return typeof config === "string" ? config : remotesOf(config);
}

/** The same, by asking git: in a hook, or if our own parsing is not certain. */
export function askRemotes(host: Host, globalWords: readonly string[]): string[] {
  const pattern = "^(remote\\..*\\.(push)?url|url\\..*\\.insteadof)$";
  const { stdout } = askGit(host, globalWords.concat("config", "--null", "--get-regexp", pattern));
  return remotesOf(parseNullList(stdout));
}

function remotesOf(config: readonly ConfigEntry[]): string[] {
  const urls = config.filter(({ key, value }) => /^remote\.[^]*\.(?:push)?url$/.test(key) && value !== "");
  return urls.map(({ value }) => remoteName(rewriteUrl(value, config)));
}

/** Applies `url.<base>.insteadOf`: the longest matching prefix is replaced by the base. */
export function rewriteUrl(url: string, config: readonly ConfigEntry[]): string {
  let base = "";
  let longest = "";
  for (const { key, value } of config) {
    const rule = /^url\.([^]*)\.insteadof$/.exec(key);
    if (!rule || value.length <= longest.length || !url.startsWith(value)) continue;
    base = rule[1] as string;
    longest = value;
  }
  return base + url.slice(longest.length);
}

/**
 * Makes a relative path absolute, as git does: from `cwd`, the top of the work tree or a bare repository.
 * With a colon before the first slash it is not a path (url_is_local_not_ssh in git's connect.c).
 */
export function resolveAddress(url: string, cwd: string): string {
  return url === "" || url.startsWith("/") || /^[^/:]*:/.test(url) ? url : resolveDots(joinPath(cwd, url));
}

/**
 * An address without user and password, safe to print and to log. git does the same (transport_anonymize_url
 * in transport.c). `git@host:path` has no password and stays unchanged.
 */
export function shownAddress(url: string): string {
  return url.replace(/^([A-Za-z0-9+.-]+:\/\/)[^/]*@/, "$1");
}
