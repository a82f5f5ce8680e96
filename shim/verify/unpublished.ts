/**
 * The commits that nobody else has yet.
 */
import { lastSetting, readConfig } from "../git/config.ts";
import { findRepository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { Range } from "./choose-range.ts";
import { isUnborn } from "./repository-here.ts";

const beyondUpstream: Range = { options: [], input: "HEAD\n^@{upstream}\n" };
const onNoRemote: Range = { options: ["--not", "--remotes"], input: "HEAD\n" };

/** What the upstream does not have; without one, what no remote has. Null if there is no commit at all. */
export function unpublished(host: Host): Range | null {
  const knows = (revision: string): boolean =>
    host.runGit(["rev-parse", "--quiet", "--verify", revision]).status === 0;
  // git says what is wrong with a HEAD that is broken when it walks it.
  if (!knows("HEAD^{commit}")) return isUnborn(host) ? null : { options: [], input: "HEAD\n" };
  return knows("@{upstream}^{commit}") ? beyondUpstream : onNoRemote;
}

/**
 * The same without asking git. If git cannot walk this range, `unpublished` has to be asked: the upstream that a setting
 * names may not be there, nor any commit.
 */
export function guessUnpublished(host: Host): Range {
  const repository = findRepository(host, []);
  if (typeof repository === "string") return beyondUpstream;
  const head = host.readFile(repository.gitDir + "/HEAD");
  const branch = typeof head === "string" ? /^ref: refs\/heads\/([^\n]+)\n$/.exec(head) : null;
  // Where refs are kept in tables, HEAD has a name that no branch can have.
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
