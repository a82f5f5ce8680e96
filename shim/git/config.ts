/**
 * The settings that a git command will see, in git's order: system, user, repository, work tree,
 * environment, command line. The last one wins.
 */
import { isNoFile, type Host } from "../host.ts";
import { messageSettings, parseConfigFile, type ConfigEntry, type SettingsWanted } from "./config-file.ts";
import type { GlobalOption } from "./global-options.ts";
import { joinPath, type Repository } from "./repository.ts";

/** Or the reason why they are not certain. */
export function readConfig(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
  wanted: SettingsWanted = messageSettings,
): ConfigEntry[] | string {
  let entries: ConfigEntry[] = [];
  const files = configFiles(host, repository);
  for (let i = 0; i < files.length; i++) {
    const path = files[i] as string;
    const text = host.readFile(path);
    if (isNoFile(text)) return "'" + path + "' is no file";
    // One that git cannot read either counts as absent; a FIFO it waits for.
    if (typeof text === "number") {
      const stat = host.stat(path);
      if (stat !== null && stat.kind === "other") return "'" + path + "' is no file";
      continue;
    }
    const parsed = parseConfigFile(text, wanted);
    if (parsed === null) return "'" + path + "' has a line that is not understood";
    entries = entries.concat(parsed);
    // A work tree's own file counts only where the repository says so.
    if (
      path === repository.commonDir + "/config" &&
      isTrue(lastSetting(entries, "extensions.worktreeconfig"))
    ) {
      files.push(joinPath(repository.gitDir, "config.worktree"));
    }
  }
  const fromEnvironment = environmentConfig(host);
  if (fromEnvironment === null) return "GIT_CONFIG_COUNT is not a small number";
  entries = entries.concat(fromEnvironment);
  for (const option of options) if (option.name === "-c") entries.push(commandLineEntry(option.value));
  const doubtful = doubtfulKey(host, entries, repository);
  return doubtful === null ? entries : "'" + doubtful + "' is configured";
}

export function lastSetting(entries: readonly ConfigEntry[], key: string): string | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i] as ConfigEntry;
    if (entry.key === key) return entry.value;
  }
  return undefined;
}

/** A boolean or a count, as git reads them. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && !/^(?:false|no|off|0|)$/i.test(value);
}

/** Settings that lead elsewhere: other files, other hooks, another work tree. */
function doubtfulKey(host: Host, entries: readonly ConfigEntry[], repository: Repository): string | null {
  for (const { key, value } of entries) {
    if (/^(?:include|includeif|hook)\./.test(key) || key === "core.hookspath") return key;
    // A submodule has it too, and there it names the folder that its `.git` file lies in.
    if (key === "core.worktree" && host.realPath(joinPath(repository.gitDir, value)) !== repository.top)
      return key;
  }
  return null;
}

function configFiles(host: Host, repository: Repository): string[] {
  const files: string[] = [];
  if (!isTrue(host.env("GIT_CONFIG_NOSYSTEM"))) {
    files.push(host.env("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig");
    // A git that was not built for /usr keeps its own.
    const program = host.realProgram();
    const prefix = /^(.*)\/bin\/[^/]*$/.exec(host.realPath(program) ?? program);
    if (prefix && prefix[1] !== "" && prefix[1] !== "/usr") files.push(prefix[1] + "/etc/gitconfig");
  }
  const home = host.env("HOME") ?? "";
  const global = host.env("GIT_CONFIG_GLOBAL");
  if (global !== undefined) files.push(global);
  else files.push((host.env("XDG_CONFIG_HOME") || home + "/.config") + "/git/config", home + "/.gitconfig");
  files.push(repository.commonDir + "/config");
  return files;
}

/** null: more of them than anybody sets. */
function environmentConfig(host: Host): ConfigEntry[] | null {
  const entries: ConfigEntry[] = [];
  const count = Number(host.env("GIT_CONFIG_COUNT") ?? "0");
  if (!(count <= 1000)) return null;
  for (let i = 0; i < count; i++) {
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

/** Section and key ignore case, a subsection does not. */
function normaliseKey(key: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}
