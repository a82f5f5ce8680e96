/**
 * Which configuration files are in play, and where the plan made from them is kept.
 */
import { isAbsent, type Host } from "./host.ts";

export interface Layers {
  /** Empty if there is none. */
  install: string;
  user: string;
  repository: string;
}

const systemConfig = "/etc/interlock/config.yaml";

/** `top` is the work tree's top folder, empty outside a repository. */
export function findLayers(host: Host, top: string): Layers {
  const home = host.env("XDG_CONFIG_HOME") || joinHome(host, "/.config");
  return {
    // One that cannot be read is there, and an error; only where there is none may another be named.
    install: isAbsent(readConfigFile(host, systemConfig))
      ? absolute(host, host.env("INTERLOCK_CONFIG") || "")
      : systemConfig,
    user: home === "" ? "" : home + "/interlock/config.yaml",
    repository: top === "" ? "" : top + "/.interlock/config.yaml",
  };
}

/** Is there any configuration at all? An INTERLOCK_CONFIG that names no file counts: it is an error. */
export function anyLayer(host: Host, layers: Layers): boolean {
  return (
    layers.install !== "" ||
    (layers.user !== "" && !isAbsent(readConfigFile(host, layers.user))) ||
    (layers.repository !== "" && !isAbsent(readConfigFile(host, layers.repository)))
  );
}

/** Where the plan for these layers is cached; empty if there is no place for it. */
export function planFile(host: Host, layers: Layers): string {
  const folder = planDirectory(host, layers);
  if (folder === "") return "";
  const paths = layers.install + "\0" + layers.user + "\0" + layers.repository;
  return folder + "/plan-" + host.checksum(paths);
}

/** Where plans, and folders of links, are kept; empty if there is no such place. */
export function planDirectory(host: Host, layers: Layers): string {
  const text = layers.install === "" ? "" : readConfigFile(host, layers.install);
  const named = typeof text === "string" ? planDirOf(text) : "";
  return named !== "" ? named : cacheDirectory(host);
}

/** The caller's own; empty if there is none. */
export function cacheDirectory(host: Host): string {
  const cache = host.env("XDG_CACHE_HOME") || joinHome(host, "/.cache");
  // A relative one would be another folder for git, which goes to the top; XDG says to ignore it.
  return cache.startsWith("/") ? cache + "/interlock" : "";
}

/**
 * The install config's `planDir`, read without a YAML parser: one line, an absolute path without
 * quotes. The config schema holds it to that form.
 */
export function planDirOf(configText: string): string {
  const match = /(?:^|\n)planDir:[ \t]+(\/[^\s#'"]*)[ \t]*(?:\r?\n|$)/.exec(configText);
  return match ? (match[1] as string) : "";
}

/** Only a regular file is opened: a FIFO would hold the command up. */
function readConfigFile(host: Host, path: string): string | number {
  const stat = host.stat(path);
  return stat !== null && stat.kind !== "file" ? "" : host.readFile(path);
}

function joinHome(host: Host, path: string): string {
  const home = host.env("HOME") || "";
  return home === "" ? "" : home + path;
}

function absolute(host: Host, path: string): string {
  if (path === "" || path.startsWith("/")) return path;
  return host.cwd() + "/" + path;
}
