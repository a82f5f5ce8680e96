/**
 * What `gh pr create --fill` compares the branch with: the base repository's branch, by the remote that leads there
 * (`BaseRepo` in gh's context/context.go, `NewCreateContext` in pkg/cmd/pr/create/create.go).
 */
import { remoteName } from "../../engine/core/remote-name.ts";

export interface GhRemote {
  name: string;
  /** `host/owner/name` */
  repository: string;
  /** What `gh repo set-default` wrote: `base`, or another repository. Empty if it did not. */
  resolved: string;
}

/** What to ask git for. The second ends with 1 where nothing is set. */
export const remotesArguments = ["remote", "-v"];
export const resolvedArguments = ["config", "--get-regexp", "^remote\\..*\\.gh-resolved$"];

/** In gh's order of preference. Remotes that lead to no host are none. */
export function readRemotes(remotes: string, resolved: string): GhRemote[] {
  const found: GhRemote[] = [];
  for (const line of remotes.split("\n")) {
    const parts = /^(\S+)\s+(\S+) \((fetch|push)\)/.exec(line);
    const repository = parts ? remoteName(parts[2] as string) : "";
    const name = parts ? (parts[1] as string) : "";
    // The address to fetch from comes first, and counts if it leads to a repository.
    if (!/^[^/]+\/[^/]+\/[^/]+$/.test(repository) || found.some((remote) => remote.name === name)) continue;
    found.push({ name, repository, resolved: resolvedOf(resolved, name) });
  }
  return found
    .map((remote, i) => ({ remote, rank: preference(remote.name) * 1000 + i }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ remote }) => remote);
}

function preference(name: string): number {
  const at = ["upstream", "github", "origin"].indexOf(name.toLowerCase());
  return at < 0 ? 3 : at;
}

function resolvedOf(output: string, name: string): string {
  const start = "remote." + name + ".gh-resolved ";
  for (const line of output.split("\n")) if (line.startsWith(start)) return line.slice(start.length);
  return "";
}

export interface BaseSources {
  remotes: readonly GhRemote[];
  /** `--repo`; also GH_REPO, if this version heeds it here. */
  repo: string | null;
  /** GH_HOST, or empty. */
  host: string;
  /** Standard input and output are a terminal. */
  canPrompt: boolean;
}

/** The base repository; null where gh would ask, or where we cannot tell. */
export function findBase({ remotes, repo, host, canPrompt }: BaseSources): string | null {
  if (repo) return fullName(repo, host || "github.com");
  const here = remotes.filter(({ repository }) => host === "" || hostOf(repository) === host.toLowerCase());
  const first = here[0];
  if (!first || here.some(({ repository }) => hostOf(repository) !== hostOf(first.repository))) return null;
  for (const { repository, resolved } of here) {
    if (resolved === "base") return repository;
    if (resolved !== "") return fullName(resolved, hostOf(repository));
  }
  return canPrompt && here.length > 1 ? null : first.repository;
}

function hostOf(repository: string): string {
  return repository.slice(0, repository.indexOf("/"));
}

/** `[HOST/]OWNER/NAME`, or an address. */
function fullName(repo: string, host: string): string | null {
  if (/^[^/\s:]+\/[^/\s:]+$/.test(repo)) return host.toLowerCase() + "/" + repo;
  const name = /^[^/\s:]+\/[^/\s:]+\/[^/\s:]+$/.test(repo) ? repo : remoteName(repo);
  return /^[^/]+\/[^/]+\/[^/]+$/.test(name) ? name : null;
}

/** What to ask git for if no `--base` says which branch, and the version heeds it; it ends with 1 where it is not set. */
export function mergeBaseArguments(head: string): string[] {
  return ["config", "branch." + head + ".gh-merge-base"];
}

/** What to ask gh for if that says nothing either: the answer is the branch's name. */
export function defaultBranchArguments(base: string): string[] {
  return ["repo", "view", base, "--json", "defaultBranchRef", "--jq", ".defaultBranchRef.name"];
}

/** `origin/main`, or `main` if no remote leads to the base repository. */
export function baseRef(remotes: readonly GhRemote[], base: string, branch: string): string {
  const below = (repository: string): string => repository.slice(repository.indexOf("/")).toLowerCase();
  for (const { name, repository } of remotes) {
    if (below(repository) === below(base)) return name + "/" + branch;
  }
  return branch;
}
