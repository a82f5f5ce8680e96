/** The range of commits that are not published yet: the default of `interlock verify`. */
import { lastSetting, readConfig } from "../git/config.ts";
import { findRepository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { Range } from "./choose-range.ts";
import { isUnborn } from "./repository-here.ts";
import { hasUpstream } from "./upstream.ts";

const beyondUpstream: Range = { options: [], input: "HEAD\n^@{upstream}\n" };
const onNoRemote: Range = { options: ["--not", "--remotes"], input: "HEAD\n" };

/**
 * Commits that the upstream does not have; without an upstream, those
 * that no remote has. Null if there is no commit at all.
 */
export function unpublished(host: Host): Range | null {
  const knows = (revision: string): boolean =>
    host.runGit(["rev-parse", "--quiet", "--verify", revision]).status === 0;
  // If HEAD is broken, git reports why when it walks it.
  if (!knows("HEAD^{commit}")) return isUnborn(host) ? null : { options: [], input: "HEAD\n" };
  return hasUpstream(host) && knows("@{upstream}^{commit}") ? beyondUpstream : onNoRemote;
}

/** Does the guess name an upstream that is not there? git may take another ref for it. */
export function isWrongGuess(host: Host, guess: Range): boolean {
  return guess.input === beyondUpstream.input && !hasUpstream(host);
}

/**
 * The same as `unpublished` without asking git. Use that one if git cannot walk this range, or `isWrongGuess`: the configured
 * upstream may not exist, or there may be no commit.
 */
export function guessUnpublished(host: Host): Range {
  const repository = findRepository(host, []);
  if (typeof repository === "string") return beyondUpstream;
  const head = host.readFile(repository.gitDir + "/HEAD");
  const branch = typeof head === "string" ? /^ref: refs\/heads\/([^\n]+)\n$/.exec(head) : null;
  // With reftables, the HEAD file has a name that no branch can have.
  if (branch === null || branch[1] === ".invalid") return beyondUpstream;
  const key = "branch." + branch[1] + ".merge";
  const config = readConfig(host, [], repository, upstreamSettings);
  const isCertain = typeof config !== "string" && host.env("GIT_CONFIG_PARAMETERS") === undefined;
  return isCertain && lastSetting(config, key) === undefined ? onNoRemote : beyondUpstream;
}

const upstreamSettings = {
  words: ["merge", "include", "worktree"],
  keys: /^(?:include(?:if)?\.|branch\.[^]*\.merge$|extensions\.worktreeconfig$)/,
  doubtful: /^include(?:if)?\./,
};
