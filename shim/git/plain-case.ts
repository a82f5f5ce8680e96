/**
 * Is a commit "provably plain": will git commit exactly the message that we pass? Only then may the message
 * be rewritten in argv. In doubt the answer is no, with the reason.
 */
import type { CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { Host } from "../host.ts";
import { isTrue, lastSetting, readConfig } from "./config.ts";
import type { ConfigEntry } from "./config-file.ts";
import type { GlobalOption } from "./global-options.ts";
import type { Repository } from "./repository.ts";

export type PlainCase =
  | { plain: true; cleanup: CleanupSettings; verbose: boolean }
  | { plain: false; reason: string };

/** What the command line contributes to the question. */
export interface PlainQuestion {
  skipsVerify: boolean;
  /** The message is in a file, which git reads only after the pre-commit hook ran. */
  readsFile: boolean;
  cleanup: string | null;
  /** If null, commit.verbose decides. */
  verbose: boolean | null;
  /** Further settings that make the case not plain. */
  doubtful: RegExp | null;
}

export function judgePlainCase(
  host: Host,
  options: readonly GlobalOption[],
  repository: Repository,
  question: PlainQuestion,
): PlainCase {
  const variable = unusualVariable(host);
  if (variable !== null) return no("the environment variable '" + variable + "' is set");
  for (const { name } of options) if (unusualOptions.indexOf(name) >= 0) return no(name + " is given");
  const hook = decidingHook(host, repository, question);
  if (hook !== null) return no("the repository has a '" + hook + "' hook");
  const config = readConfig(host, options, repository);
  if (typeof config === "string") return no(config);
  const { doubtful } = question;
  for (const { key } of doubtful === null ? [] : config) {
    if (doubtful !== null && doubtful.test(key)) return no("'" + key + "' is configured");
  }
  return readRules(config, question);
}

const unusualOptions = ["--bare", "--config-env", "--exec-path"];

function no(reason: string): PlainCase {
  return { plain: false, reason };
}

/**
 * Variables that can change the config, the hooks or option parsing in ways that we do not follow here. The
 * other GIT_* variables either do not affect the message or are read below.
 */
const unusualVariables =
  /^GIT_(?:COMMON_DIR$|OBJECT_DIRECTORY$|HOOK|CONFIG(?!_(?:NOSYSTEM|GLOBAL|SYSTEM|COUNT|KEY_\d+|VALUE_\d+)$))/;

function unusualVariable(host: Host): string | null {
  for (const name of host.envNames("GIT_")) if (unusualVariables.test(name)) return name;
  return null;
}

/** The hook, if any, that can change the message. */
function decidingHook(host: Host, repository: Repository, question: PlainQuestion): string | null {
  const names = ["prepare-commit-msg"]; // --no-verify does not skip it
  if (!question.skipsVerify) {
    names.push("commit-msg");
    if (question.readsFile) names.push("pre-commit");
  }
  for (const name of names) {
    const stat = host.stat(repository.commonDir + "/hooks/" + name);
    if (stat !== null && stat.executable) return name;
  }
  return null;
}

function readRules(config: readonly ConfigEntry[], question: PlainQuestion): PlainCase {
  const setting = (key: string): string | undefined => lastSetting(config, key);
  const encoding = setting("i18n.commitencoding");
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
    return no("i18n.commitEncoding is '" + encoding + "'");

  // git knows it only since 2.45, and asking for the version would cost a process.
  if (setting("core.commentstring") !== undefined) return no("'core.commentstring' is configured");
  const commentChar = setting("core.commentchar") || "#";
  const cleanup = cleanupMode(
    question.cleanup !== null ? question.cleanup : setting("commit.cleanup") || "default",
  );
  if (cleanup === null) return no("the cleanup mode is not one that git has");
  const automatic = commentChar === "auto";
  if (automatic && cleanup === "strip") return no("core.commentChar is 'auto'");
  const verbose = question.verbose !== null ? question.verbose : isTrue(setting("commit.verbose") || "false");
  return { plain: true, cleanup: { mode: cleanup, commentChar: automatic ? "#" : commentChar }, verbose };
}

/** Without an editor, `default` and `scissors` both mean `whitespace`. */
function cleanupMode(word: string): CleanupSettings["mode"] | null {
  if (word === "default" || word === "whitespace" || word === "scissors") return "whitespace";
  return word === "strip" || word === "verbatim" ? word : null;
}
