/** Finds the config files that apply. Where the plan made from them is kept: plan-places.ts. */
import { systemConfig } from "../../engine/core/plan.ts";
import type { Repository } from "../git/repository.ts";
import { isAbsent, isFolder, isNotRegularFile, type Host } from "../host.ts";
import type { Seal } from "../seal/seal.ts";

export interface Layers {
  /** Empty if there is none. */
  install: string;
  /** As `repository`. Empty if the user has no layer: all homes without one share a plan. */
  user: string;
  /**
   * Where the repository's config file is; or would be, if it has hooks or plugins alone. Empty if the repository has no
   * layer: all such repositories share one plan.
   */
  repository: string;
  /**
   * The folder that records trust in the repository; empty if it has
   * no layer, or there is no place for records.
   */
  trust: string;
  /** Null if the install is not sealed. */
  seal: Seal | null;
}

/** `repository`: null outside of a repository. */
export function findLayers(host: Host, repository: Pick<Repository, "top" | "commonDir"> | null): Layers {
  const text = readConfigFile(host, systemConfig);
  // An unreadable file exists, and is an error. Another may be named only if none exists.
  const install = isAbsent(text) ? namedConfig(host) || configBesidePrefix(host) : systemConfig;
  const own = repository === null ? "" : ownLayer(host, repository.top, install);
  return {
    install,
    seal: isAbsent(text) ? null : sealOf(text),
    user: userLayer(host),
    repository: own,
    trust: own === "" || repository === null ? "" : trustFolder(host, repository.commonDir),
  };
}

/** Most users have no folder of ours, so that is asked first. */
function userLayer(host: Host): string {
  const path = userConfig(host);
  const isLayer =
    path !== "" && host.isThere(folderOfLayer(path)) && (host.isThere(path) || hasHooksAlone(host, path));
  return isLayer ? path : "";
}

function ownLayer(host: Host, top: string, install: string): string {
  const path = repositoryConfig(top);
  const hasConfig = host.isThere(path);
  if (!hasConfig && !hasHooksAlone(host, path)) return "";
  // If INTERLOCK_CONFIG names the file, it is the install layer.
  return hasConfig && install !== "" && host.realPath(install) === host.realPath(path) ? "" : path;
}

/** Is there a layer without a config file: a folder of hooks or of plugins? */
function hasHooksAlone(host: Host, config: string): boolean {
  const folder = folderOfLayer(config);
  // Most repositories have no such folder.
  return (
    host.isThere(folder) &&
    ["/hooks", "/plugins"].some((name) => (host.stat(folder + name) || { kind: "" }).kind === "directory")
  );
}

/** The folder that a layer's config file is in, or would be. */
export function folderOfLayer(config: string): string {
  return config.slice(0, config.lastIndexOf("/"));
}

/** What to call the repository's layer: its config file, or its folder if it has none. */
export function nameOfLayer(host: Pick<Host, "stat">, { repository }: Pick<Layers, "repository">): string {
  return host.stat(repository) === null ? folderOfLayer(repository) : repository;
}

/**
 * One folder per repository, shared by its work trees: the path of
 * its git folder, below the folder of all records.
 */
function trustFolder(host: Host, commonDir: string): string {
  const state = host.env("XDG_STATE_HOME") || joinHome(host, "/.local/state");
  const place = host.realPath(commonDir);
  return state.startsWith("/") && place !== null ? state + "/interlock/trust" + place : "";
}

/** The layers without the repository's own. */
export function aboveRepository(layers: Layers): Layers {
  return { ...layers, repository: "", trust: "" };
}

/** Where the user's layer would be; empty if there is no place for it. */
export function userConfig(host: Host): string {
  const home = host.env("XDG_CONFIG_HOME") || joinHome(host, "/.config");
  // If XDG_CONFIG_HOME is /etc, this would be the install config again. A relative path would be a folder
  // of the clone; XDG says to ignore it.
  return !home.startsWith("/") || home === "/etc" ? "" : home + "/interlock/config.yaml";
}

/** Where a repository's own layer would be. */
export function repositoryConfig(top: string): string {
  return top + "/.interlock/config.yaml";
}

function namedConfig(host: Host): string {
  return absolute(host, host.env("INTERLOCK_CONFIG") || "");
}

/**
 * Needs no variable, because some programs clear the environment of what they run. Empty if there is none.
 */
export function configBesidePrefix(host: Host): string {
  const prefix = host.ownPrefix();
  if (prefix === "" || host.stat(prefix + systemConfig) === null) return "";
  // Resolved, so that the path does not depend on the link used: the plan's name is computed from it.
  return (host.realPath(prefix) ?? prefix) + systemConfig;
}

/** Treats an unreadable config as sealed. The caller could make it unreadable by a limit on open files. */
function sealOf(text: string | number): Seal | null {
  if (typeof text === "number") return { planDir: "" };
  return sealedOf(text) ? { planDir: planDirOf(text) } : null;
}

/**
 * For a hook. `fromVariable`: anybody can set that variable, so
 * the install layer and the seal are looked up again.
 */
export function layersInHook(host: Host, fromVariable: Layers): Layers {
  const { install, user, seal } = findLayers(host, null);
  // It may have been written while the command runs.
  const known = { ...fromVariable, user: fromVariable.user || user };
  return install === systemConfig ? { ...known, install, seal } : { ...known, seal: null };
}

/** Is there any config at all? An INTERLOCK_CONFIG that names no file counts, because it is an error. */
export function anyLayer(layers: Layers): boolean {
  return layers.install !== "" || anyLowerLayer(layers);
}

/** Is there a layer below the install layer? */
export function anyLowerLayer({ user, repository }: Layers): boolean {
  return repository !== "" || user !== "";
}

/**
 * The install config's `planDir`, read without a YAML parser: one line, an absolute path without quotes. The
 * config schema enforces that form.
 */
export function planDirOf(configText: string): string {
  // A pattern would be tried at every byte, and hardly any config has the word.
  if (configText.indexOf("planDir:") < 0) return "";
  const match = /(?:^|\n)planDir:[ \t]+(\/[^\s#'"]*)[ \t]*(?:\r?\n|$)/.exec(configText);
  return match ? (match[1] as string) : "";
}

/** `sealed: true` in the install config, read the same way. */
export function sealedOf(configText: string): boolean {
  return configText.indexOf("sealed:") >= 0 && /(?:^|\n)sealed:[ \t]+true[ \t]*(?:\r?\n|$)/.test(configText);
}

/** The same limit as the compiler's. */
const largestConfig = 1024 * 1024;

/** Anything that is no file counts as an empty one. */
export function readConfigFile(host: Host, path: string): string | number {
  const read = host.readFile(path, largestConfig);
  return isNotRegularFile(read) || isFolder(read) ? "" : read;
}

export function joinHome(host: Host, path: string): string {
  const home = host.env("HOME") || "";
  return home === "" ? "" : home + path;
}

function absolute(host: Host, path: string): string {
  if (path === "" || path.startsWith("/")) return path;
  return host.cwd() + "/" + path;
}
