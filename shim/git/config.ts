/**
 * The settings that a git command will see, in git's order: system, user, repository, work tree,
 * environment, command line. The last one wins.
 */
import { wantedSettings, type WantedSettings } from "./wanted-settings.ts";
import { isAbsent, isNotRegularFile, type Host } from "../host.ts";
import { parseConfigFile, type ConfigEntry } from "./config-file.ts";
import type { GlobalOption, GlobalPart } from "./global-options.ts";
import { joinPath, type Repository } from "./repository.ts";

/** The settings, or the reason why they are not certain. */
export function readConfig(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
  wanted: WantedSettings = wantedSettings.rewriting,
): ConfigEntry[] | string {
  let entries: ConfigEntry[] = [];
  const isExact = wanted.isExact === true;
  const files = configFiles(host, repository, isExact);
  if (typeof files === "string") return files;
  for (let i = 0; i < files.length; i++) {
    const { path, isGuess } = files[i] as ConfigPath;
    const text = host.readFile(path, undefined, wanted.words);
    if (isAbsent(text)) continue;
    if (isNotRegularFile(text)) return "'" + path + "' is no file";
    // git treats an unreadable file as absent, but it blocks on a FIFO.
    if (typeof text === "number") {
      const stat = host.stat(path);
      if (stat !== null && stat.kind === "other") return "'" + path + "' is no file";
      if (isExact) return "'" + path + "' cannot be read";
      continue;
    }
    const parsed = parseConfigFile(text, wanted);
    if (parsed === null) return "'" + path + "' has a line that is not understood";
    if (isExact && isGuess && parsed.length > 0) return "git may or may not read '" + path + "'";
    if (parsed.length > 0) entries = entries.concat(parsed);
    // git reads the work tree's own config only if the repository enables it.
    if (
      path === repository.commonDir + "/config" &&
      isTrue(lastSetting(parsed, "extensions.worktreeconfig"))
    ) {
      files.push({ path: joinPath(repository.gitDir, "config.worktree"), isGuess: false });
    }
  }
  const fromEnvironment = environmentConfig(host);
  if (fromEnvironment === null) return "GIT_CONFIG_COUNT is not a small number";
  entries = entries.concat(fromEnvironment);
  for (const option of options) if (option.name === "-c") entries.push(commandLineEntry(option.value));
  const doubtful = doubtfulKey(host, entries, repository, wanted);
  return doubtful === null ? entries : "'" + doubtful + "' is configured";
}

export function lastSetting(entries: readonly ConfigEntry[], key: string): string | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i] as ConfigEntry;
    if (entry.key === key) return entry.value;
  }
  return undefined;
}

/** Is a boolean or count true, as git parses it? */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && !/^(?:false|no|off|0|)$/i.test(value);
}

function doubtfulKey(
  host: Host,
  entries: readonly ConfigEntry[],
  repository: Repository,
  wanted: WantedSettings,
): string | null {
  for (const { key, value } of entries) {
    if (!wanted.doubtful.test(key)) continue;
    // A submodule sets core.worktree too, to the folder that contains its `.git` file.
    const isUsual =
      key === "core.worktree" && host.realPath(joinPath(repository.gitDir, value)) === repository.top;
    if (!isUsual) return key;
  }
  return null;
}

interface ConfigPath {
  path: string;
  /** Whether git reads the file depends on how it was built. */
  isGuess: boolean;
}

/**
 * In git's order, or why they are not certain. git resolves a
 * relative path from the folder it has changed to.
 */
function configFiles(host: Host, repository: Repository, isExact: boolean): ConfigPath[] | string {
  const files = systemFiles(host);
  const home = host.env("HOME");
  const global = host.env("GIT_CONFIG_GLOBAL");
  const user = host.env("XDG_CONFIG_HOME") || (home === undefined ? undefined : home + "/.config");
  const paths: string[] = [];
  if (global !== undefined) paths.push(global);
  if (global === undefined && user !== undefined) paths.push(user + "/git/config");
  if (global === undefined && home !== undefined) paths.push(home + "/.gitconfig");
  paths.push(repository.commonDir + "/config");
  for (const path of paths) files.push({ path, isGuess: false });
  // An empty path names no file.
  const named: ConfigPath[] = [];
  for (const file of files) {
    if (file.path === "") continue;
    if (isExact && !file.path.startsWith("/")) return "the path of a config file is relative";
    named.push(file);
  }
  return named;
}

function systemFiles(host: Host): ConfigPath[] {
  if (isTrue(host.env("GIT_CONFIG_NOSYSTEM"))) return [];
  const named = host.env("GIT_CONFIG_SYSTEM");
  const program = host.realProgram();
  const isUsual = program === "/usr/bin/git" || named !== undefined;
  const files: ConfigPath[] = [{ path: named ?? "/etc/gitconfig", isGuess: !isUsual }];
  if (isUsual) return files;
  // A git built for another prefix than /usr has its own system config.
  const prefix = /^(.*)\/bin\/[^/]*$/.exec(host.realPath(program) ?? program);
  if (prefix && prefix[1] !== "" && prefix[1] !== "/usr")
    files.push({ path: prefix[1] + "/etc/gitconfig", isGuess: true });
  return files;
}

/** Null if the count is implausibly large. */
function environmentConfig(host: Host): ConfigEntry[] | null {
  const entries: ConfigEntry[] = [];
  const count = host.env("GIT_CONFIG_COUNT") ?? "";
  if (count === "") return entries;
  if (!/^\d{0,3}$/.test(count)) return null;
  for (let i = 0; i < Number(count); i++) {
    entries.push({
      key: normaliseKey(host.env("GIT_CONFIG_KEY_" + i) ?? ""),
      value: host.env("GIT_CONFIG_VALUE_" + i) ?? "",
    });
  }
  return entries;
}

function commandLineEntry(setting: string): ConfigEntry {
  const equals = setting.indexOf("=");
  if (equals < 0) return { key: normaliseKey(setting), value: "true" };
  return { key: normaliseKey(setting.slice(0, equals)), value: setting.slice(equals + 1) };
}

/** Section and key are case-insensitive, the subsection is not. */
function normaliseKey(key: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}

/** The settings; null if only git can tell. Usually nothing unusual is set, and this saves a process. */
export function readEntries(host: Host, globals: GlobalPart, repository: Repository): ConfigEntry[] | null {
  if (hasUnusualSettings(host, globals.options)) return null;
  const read = readConfig(host, globals.options, repository, wantedSettings.injection);
  return typeof read === "string" ? null : read;
}

/** Could a variable, an option or a wrapper around git supply settings in a way that we do not parse? */
export function hasUnusualSettings(host: Host, options: readonly GlobalOption[]): boolean {
  return (
    host.envNames("GIT_C").some((name) => unusualVariable.test(name)) ||
    options.some(({ name }) => unusualOptions.indexOf(name) >= 0) ||
    mayBeScript(host)
  );
}

const unusualVariable = /^GIT_(?:COMMON_DIR$|CONFIG(?!_(?:NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)$))/;
const unusualOptions = ["--bare", "--config-env"];
/** In bytes. A real git has millions. */
const longestScript = 256 * 1024;

/** A wrapper script or small program may set variables that change which config git reads. */
function mayBeScript(host: Host): boolean {
  const stat = host.stat(host.realProgram());
  return stat === null || stat.size < longestScript;
}
