/**
 * Remotes whose commits may go anywhere: what is published there need not be judged again.
 */
import { matchesGlob } from "../../engine/core/glob.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import { isThisMachine } from "../git/this-machine.ts";
import { rewriteUrl } from "../git/remotes.ts";
import { isRedirected } from "./remote-has.ts";

/** Each is a question over the network. */
const mostRemotes = 4;

/** Their addresses, without the one that the push goes to. */
export function trustedRemotes(plan: Plan, settings: readonly ConfigEntry[], pushedTo: string): string[] {
  const urls: string[] = [];
  for (const { key, value } of settings) {
    if (!/^remote\.[^]*\.url$/.test(key) || value === "") continue;
    const url = rewriteUrl(value, settings);
    if (
      !isTrustedAddress(plan, url) ||
      url === pushedTo ||
      urls.indexOf(url) >= 0 ||
      isRedirected(url, settings)
    )
      continue;
    urls.push(url);
  }
  return urls.slice(0, mostRemotes);
}

/** Would a remote with this address be one of them? */
export function isTrustedAddress({ trustRemotes }: Plan, url: string): boolean {
  return trustRemotes ? isNamed(url, trustRemotes) : isOfAnotherMachine(url);
}

function isNamed(url: string, globs: readonly string[]): boolean {
  const name = remoteName(url);
  return globs.some((glob) => matchesGlob(name, glob));
}

/** A path, or an address of this machine, is whatever the caller has made of it. */
export function isOfAnotherMachine(url: string): boolean {
  const scheme = /^([a-z+]+):\/\//i.exec(url);
  if (scheme && !/^(?:https?|ssh|git|git\+ssh|ssh\+git)$/i.test(scheme[1] as string)) return false;
  if (!scheme && !/^[^/:]+:(?!:)/.test(url)) return false;
  return !isThisMachine(remoteName(url).split("/")[0] as string);
}
