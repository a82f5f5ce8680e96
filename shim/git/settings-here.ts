/**
 * The settings of a command that is injected into, read here where they are certain: a question to git is a process.
 */
import { readConfig } from "./config.ts";
import { injectionSettings, type ConfigEntry } from "./config-file.ts";
import type { GlobalOption, GlobalPart } from "./global-options.ts";
import type { Repository } from "./repository.ts";
import type { Host } from "../host.ts";

/** Null if only git can say. Most of the time nothing unusual is set, and a process less is started. */
export function readEntries(host: Host, globals: GlobalPart, repository: Repository): ConfigEntry[] | null {
  if (hasUnusualSettings(host, globals.options)) return null;
  const read = readConfig(host, globals.options, repository, injectionSettings);
  return typeof read === "string" ? null : read;
}

/** Does a variable, an option or what stands before git give settings in a way that is not looked into here? */
export function hasUnusualSettings(host: Host, options: readonly GlobalOption[]): boolean {
  return (
    host.envNames("GIT_C").some((name) => unusualVariable.test(name)) ||
    options.some(({ name }) => unusualOptions.indexOf(name) >= 0) ||
    mayBeScript(host)
  );
}

const unusualVariable = /^GIT_(?:COMMON_DIR$|CONFIG(?!_(?:NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)$))/;
const unusualOptions = ["--bare", "--config-env"];
/** In bytes. A git has millions of them. */
const longestScript = 256 * 1024;

/** A script or a small program in front of git may set variables that say where its settings are. */
function mayBeScript(host: Host): boolean {
  const stat = host.stat(host.realProgram());
  return stat === null || stat.size < longestScript;
}
