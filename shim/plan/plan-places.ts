/** Where plans, and folders of links to our binary, are kept on disk. */
import type { Host } from "../host.ts";
import type { Seal } from "../seal/seal.ts";
import { joinHome, planDirOf, readConfigFile, type Layers } from "./layers.ts";

/** Where the plan for these layers is cached; empty if there is no place for it. */
export function planFile(host: Host, layers: Layers): string {
  // In a sealed install, the rules that lower layers add are cached for each user.
  return planFileIn(host, layers.seal ? cacheDirectory(host) : planDirectory(host, layers), layers);
}

/** The fallback if that place is not writable; empty if there is none, or, without `make`, none yet. */
export function privatePlanFile(host: Host, layers: Layers, make: boolean): string {
  return planFileIn(host, host.privateFolder(make), layers);
}

/** The plan of a sealed install, for the install layer alone. */
export function bakedPlanFile(host: Host, install: string, { planDir }: Seal): string {
  return planFileIn(host, planDir, { install, user: "", repository: "", trust: "" });
}

export function folderOf(plan: string): string {
  return plan.slice(0, plan.lastIndexOf("/")) || "/";
}

/** Whoever has a lock on this file may compile the plan. */
export function lockFileOf(plan: string): string {
  return plan.replace(/[^/]*$/, ".$&.lock");
}

/** Does the plan depend on nothing in the user's home? Then it is kept in the private folder, too, for other homes of this user. */
export function isForAllHomes(host: Host, layers: Layers): boolean {
  return layers.user === "" && !layers.seal && planDirectory(host, layers) === cacheDirectory(host);
}

function planFileIn(host: Host, folder: string, paths: Omit<Layers, "seal">): string {
  if (folder === "") return "";
  const { install, user, repository, trust } = paths;
  // Users who share the folder may trust different content.
  const own = repository === "" ? "" : repository + "\0" + trust;
  return folder + "/plan-" + host.checksum(install + "\0" + user + "\0" + own);
}

/** A command asks several times, always with the same layers. */
const lastAsked: { host: Host | null; layers: Layers | null; directory: string } = {
  host: null,
  layers: null,
  directory: "",
};

/** Where plans and folders of links are kept; empty if there is no place for them. */
export function planDirectory(host: Host, layers: Layers): string {
  if (lastAsked.host === host && lastAsked.layers === layers) return lastAsked.directory;
  const text = layers.install === "" ? "" : readConfigFile(host, layers.install);
  const named = typeof text === "string" ? planDirOf(text) : "";
  lastAsked.host = host;
  lastAsked.layers = layers;
  return (lastAsked.directory = named !== "" ? named : cacheDirectory(host));
}

/** The caller's own cache folder; empty if there is none. */
export function cacheDirectory(host: Host): string {
  const cache = host.env("XDG_CACHE_HOME") || joinHome(host, "/.cache");
  // A relative path would name another folder for git, which changes to the top; XDG says to ignore it.
  return cache.startsWith("/") ? cache + "/interlock" : "";
}
