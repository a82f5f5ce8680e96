/** Finds trusted remotes: commits that are published there need not be judged again. */
import { matchesGlob } from "../../engine/core/glob.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import { isThisMachine } from "../git/this-machine.ts";
import { resolveAddress, rewriteUrl } from "../git/remotes.ts";
import { isRedirected } from "./remote-has.ts";

export interface Remote {
  name: string;
  /** Resolved, so that git can use it from any folder. */
  url: string;
}

/** A limit, because each costs a connection. */
const mostRemotes = 4;

/**
 * The remotes that can be asked, except the one that is pushed to.
 * `cwd`: where git runs, for relative addresses.
 */
export function otherRemotes(settings: readonly ConfigEntry[], pushedTo: string, cwd: string): Remote[] {
  const remotes: Remote[] = [];
  const seen = [resolveAddress(pushedTo, cwd)];
  for (const { key, value } of settings) {
    const match = /^remote\.([^]*)\.url$/.exec(key);
    if (match === null || value === "") continue;
    const url = resolveAddress(rewriteUrl(value, settings), cwd);
    if (seen.indexOf(url) >= 0 || isRedirected(url, settings)) continue;
    seen.push(url);
    remotes.push({ name: match[1] as string, url });
  }
  return remotes;
}

export function trustedRemotes(plan: Plan, remotes: readonly Remote[]): Remote[] {
  return remotes.filter(({ url }) => isTrustedAddress(plan, url)).slice(0, mostRemotes);
}

/** Would a remote with this address be trusted? */
export function isTrustedAddress({ trustRemotes }: Pick<Plan, "trustRemotes">, url: string): boolean {
  return trustRemotes ? isNamed(url, trustRemotes) : isOfAnotherMachine(url);
}

function isNamed(url: string, globs: readonly string[]): boolean {
  const name = remoteName(url);
  return globs.some((glob) => matchesGlob(name, glob));
}

/** The caller controls the content of a path, or of an address on this machine. */
function isOfAnotherMachine(url: string): boolean {
  const scheme = /^([a-z+]+):\/\//i.exec(url);
  if (scheme && !/^(?:https?|ssh|git|git\+ssh|ssh\+git)$/i.test(scheme[1] as string)) return false;
  if (!scheme && !/^[^/:]+:(?!:)/.test(url)) return false;
  return !isThisMachine(remoteName(url).split("/")[0] as string);
}
