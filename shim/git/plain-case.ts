/**
 * Is a commit "provably plain": will git commit exactly the message we hand it? Only then may the
 * message be rewritten in argv. In doubt the answer is no, with the reason.
 */
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Host } from "../host.ts";
import { has, type CommitLine } from "./commit-line.ts";
import { isTrue, lastSetting, readConfig } from "./config.ts";
import type { ConfigEntry } from "./config-file.ts";
import type { GlobalOption } from "./global-options.ts";
import type { Repository } from "./repository.ts";

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
  const hook = decidingHook(host, repository, line);
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
  /^GIT_(?:COMMON_DIR$|OBJECT_DIRECTORY$|HOOK|CONFIG(?!_(?:NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)$))/;

function unusualVariable(host: Host): string | null {
  for (const name of host.envNames("GIT_")) if (unusualVariables.test(name)) return name;
  return null;
}

/** A hook that can change which message is committed. */
function decidingHook(host: Host, repository: Repository, line: CommitLine): string | null {
  const names = ["prepare-commit-msg"]; // --no-verify does not skip it
  if (!has(line, "no-verify")) {
    names.push("commit-msg");
    // git reads the file of -F after pre-commit, which may have written it.
    if (line.files.some((use) => use.value !== "-")) names.push("pre-commit");
  }
  for (const name of names) {
    const stat = host.stat(repository.commonDir + "/hooks/" + name);
    if (stat !== null && stat.executable) return name;
  }
  return null;
}

function readRules(config: readonly ConfigEntry[], line: CommitLine): PlainCase {
  const setting = (key: string): string | undefined => lastSetting(config, key);
  const encoding = setting("i18n.commitencoding");
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
    return no("i18n.commitEncoding is '" + encoding + "'");

  // Only git from 2.45 on knows it, and which git this is is not asked here.
  if (setting("core.commentstring") !== undefined) return no("'core.commentstring' is configured");
  const commentChar = setting("core.commentchar") || "#";
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
