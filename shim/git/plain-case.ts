/**
 * Is a commit "provably plain": will git commit exactly the message we hand it? Only then may the
 * message be rewritten in argv. In doubt the answer is no, with the reason.
 */
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Host } from "../host.ts";
import { has, type CommitLine } from "./commit-line.ts";
import { parseConfigFile, type ConfigEntry } from "./config-file.ts";
import type { GlobalOption } from "./global-options.ts";
import { joinPath, type Repository } from "./repository.ts";

export type PlainCase =
  | { plain: true; rules: MessageRules; verbose: boolean }
  | { plain: false; reason: string };

export function judgePlainCase(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
  line: CommitLine,
): PlainCase {
  const variable = unusualVariable(host);
  if (variable !== null) return no("the environment variable '" + variable + "' is set");
  if (options.some((option) => option.name === "--bare" || option.name === "--config-env")) {
    return no("--bare or --config-env is given");
  }
  const hook = messageHook(host, repository, has(line, "no-verify"));
  if (hook !== null) return no("the repository has a '" + hook + "' hook");
  const config = readConfig(host, options, repository);
  if (typeof config === "string") return no(config);
  return readRules(config, line);
}

function no(reason: string): PlainCase {
  return { plain: false, reason };
}

/**
 * Variables that can change the configuration, the hooks or how options are read in ways that are
 * not looked into here. The rest of GIT_* either has no say in the message or is read below.
 */
const unusualVariables =
  /^GIT_(?:COMMON_DIR$|TEST_|HOOK|CONFIG(?!_(?:NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)$))/;

function unusualVariable(host: Host): string | null {
  for (const name of host.envNames("GIT_")) if (unusualVariables.test(name)) return name;
  return null;
}

function messageHook(host: Host, repository: Repository, noVerify: boolean): string | null {
  // --no-verify skips commit-msg, never prepare-commit-msg.
  for (const name of noVerify ? ["prepare-commit-msg"] : ["prepare-commit-msg", "commit-msg"]) {
    const stat = host.stat(repository.commonDir + "/hooks/" + name);
    if (stat !== null && stat.executable) return name;
  }
  return null;
}

/** All settings in git's order, the last one wins; or the reason why they are not certain. */
function readConfig(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
): ConfigEntry[] | string {
  let entries: ConfigEntry[] = [];
  for (const path of configFiles(host, repository)) {
    const text = host.readFile(path);
    if (typeof text === "number") continue;
    const parsed = parseConfigFile(text);
    if (parsed === null) return "'" + path + "' has a line that is not understood";
    entries = entries.concat(parsed);
  }
  entries = entries.concat(environmentConfig(host));
  for (const option of options) if (option.name === "-c") entries.push(commandLineEntry(option.value));
  for (const { key } of entries) {
    if (/^(?:include|includeif|hook)\./.test(key) || key === "core.hookspath")
      return "'" + key + "' is configured";
  }
  return entries;
}

function configFiles(host: Host, repository: Repository): string[] {
  const files: string[] = [];
  if (!/^(?:1|true|yes|on)$/i.test(host.env("GIT_CONFIG_NOSYSTEM") || "")) {
    files.push(host.env("GIT_CONFIG_SYSTEM") || "/etc/gitconfig");
    // A git that was not built for /usr keeps its own.
    const prefix = /^(.*)\/bin\/[^/]*$/.exec(host.realProgram());
    if (prefix && prefix[1] !== "" && prefix[1] !== "/usr") files.push(prefix[1] + "/etc/gitconfig");
  }
  const home = host.env("HOME") || "";
  const global = host.env("GIT_CONFIG_GLOBAL");
  if (global !== undefined) files.push(global);
  else files.push((host.env("XDG_CONFIG_HOME") || home + "/.config") + "/git/config", home + "/.gitconfig");
  files.push(joinPath(repository.commonDir, "config"), joinPath(repository.gitDir, "config.worktree"));
  return files;
}

function environmentConfig(host: Host): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const count = parseInt(host.env("GIT_CONFIG_COUNT") || "0", 10);
  for (let i = 0; i < count; i++) {
    entries.push({
      key: normaliseKey(host.env("GIT_CONFIG_KEY_" + i) || ""),
      value: host.env("GIT_CONFIG_VALUE_" + i) || "",
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

function readRules(config: readonly ConfigEntry[], line: CommitLine): PlainCase {
  const setting = (key: string): string | undefined => {
    for (let i = config.length - 1; i >= 0; i--) {
      const entry = config[i] as ConfigEntry;
      if (entry.key === key) return entry.value;
    }
    return undefined;
  };
  const encoding = setting("i18n.commitencoding");
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
    return no("i18n.commitEncoding is '" + encoding + "'");

  const commentChar = setting("core.commentstring") || setting("core.commentchar") || "#";
  const cleanup = cleanupMode(line.cleanup !== null ? line.cleanup : setting("commit.cleanup") || "default");
  if (cleanup === null) return no("the cleanup mode is not one that git has");
  const automatic = commentChar === "auto";
  if (automatic && cleanup === "strip") return no("core.commentChar is 'auto'");
  const verbose = line.verbose !== null ? line.verbose : isTrue(setting("commit.verbose") || "false");
  return { plain: true, rules: { cleanup, commentChar: automatic ? "#" : commentChar }, verbose };
}

/** Without an editor `default` and `scissors` mean `whitespace`. */
function cleanupMode(word: string): MessageRules["cleanup"] | null {
  if (word === "default" || word === "whitespace" || word === "scissors") return "whitespace";
  return word === "strip" || word === "verbatim" ? word : null;
}

/** commit.verbose is a boolean or a count. */
function isTrue(value: string): boolean {
  return !/^(?:false|no|off|0|)$/i.test(value);
}
