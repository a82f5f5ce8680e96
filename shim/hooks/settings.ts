/** Reads, for an intercepted command, where the repository's hooks are and how git will clean the message. */
import { askPath, askSettings, isGitSince, unanswered, type Unanswered } from "../git/ask-git.ts";
import type { ConfigEntry } from "../git/config-file.ts";
import { isTrue, lastSetting, readEntries } from "../git/config.ts";
import { configuredIdent } from "../git/idents.ts";
import { joinPath, lastValue, type Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { CleanupMode, HookContext, MessageSettings } from "./hook-context.ts";

export interface Settings {
  entries: readonly ConfigEntry[];
  /** The repository's own hooks folder, as git names it in the directory where hooks run. */
  hooks: string;
  /** The same as an absolute path. */
  hooksFolder: string;
  commentChar: string;
  /** commit.cleanup, or null. */
  cleanup: CleanupMode | null;
  /** commit.template, or empty. */
  template: string;
  advises: boolean;
  /** The committer's mail address, as `<mail>`; empty if only git can tell. */
  self: string;
  idents: HookContext["idents"];
}

/** Null if git cannot read its own config; git will report that itself. */
export function readSettings(host: Host, command: CommandInRepository): Settings | Unanswered | null {
  const { repository } = command;
  const entries = readEntries(host, command.globals, repository) ?? askSettings(host, command.globals);
  if (entries === null || entries === unanswered) return entries;
  const hooks = hooksPath(host, command, repository, entries);
  const advice = lastSetting(entries, "advice.ignoredhook");
  return {
    entries,
    hooks,
    hooksFolder: joinPath(repository.top, hooks),
    commentChar: commentCharOf(host, entries),
    cleanup: asCleanup(lastSetting(entries, "commit.cleanup")),
    template: expandPath(host, command, entries, "commit.template") ?? "",
    advises: advice === undefined || isTrue(advice),
    self: committerOf(host, entries),
    idents: {
      author: configuredIdent(entries, "author"),
      committer: configuredIdent(entries, "committer"),
    },
  };
}

/**
 * As git_committer_info in git's ident.c; if none is set, the machine's name decides, and git must be asked.
 */
function committerOf(host: Host, entries: readonly ConfigEntry[]): string {
  const mail =
    host.env("GIT_COMMITTER_EMAIL") ||
    lastSetting(entries, "committer.email") ||
    lastSetting(entries, "user.email");
  // git removes characters that do not belong in an address; then it must be asked.
  return mail && /^[\w.+-]+@[\w.-]+$/.test(mail) ? "<" + mail + ">" : "";
}

function hooksPath(
  host: Host,
  command: CommandInRepository,
  repository: Repository,
  entries: readonly ConfigEntry[],
): string {
  const set = expandPath(host, command, entries, "core.hookspath");
  if (set !== undefined) return set;
  const { top, gitDir, commonDir } = repository;
  if (commonDir !== gitDir) return (host.realPath(commonDir) ?? commonDir) + "/hooks";
  const given = lastValue(command.globals.options, "--git-dir") ?? host.env("GIT_DIR");
  if (given !== undefined) return explicitGitDir(host, repository, given) + "/hooks";
  // If git discovered the repository itself, it changes to the top folder and calls it `.git`.
  return (gitDir === joinPath(top, ".git") ? ".git" : (host.realPath(gitDir) ?? gitDir)) + "/hooks";
}

/**
 * How git names a git folder that was given explicitly, after
 * changing to the top: setup_explicit_git_dir in setup.c.
 */
function explicitGitDir(host: Host, { cwd, top, gitDir }: Repository, given: string): string {
  const stat = host.stat(joinPath(cwd, given));
  if ((stat !== null && stat.kind === "file") || cwd.startsWith(top + "/"))
    return host.realPath(gitDir) ?? gitDir;
  if (cwd === top || given.startsWith("/")) return given;
  const full = joinPath(cwd, given);
  return full.startsWith(top + "/") ? full.slice(top.length + 1) : full;
}

/** Expands a setting that is a path; git is asked for forms of `~` and `%(prefix)` that we cannot expand. */
function expandPath(
  host: Host,
  command: CommandInRepository,
  entries: readonly ConfigEntry[],
  key: string,
): string | undefined {
  const set = lastSetting(entries, key);
  const home = host.env("HOME");
  if (set !== undefined && set.startsWith("~/") && home) return home + set.slice(1);
  return set !== undefined && /^[~%:]/.test(set) ? (askPath(host, command.globals, key) ?? set) : set;
}

/** Since 2.45 `core.commentString` is an alias of `core.commentChar`. */
function commentCharOf(host: Host, entries: readonly ConfigEntry[]): string {
  for (let i = entries.length - 1; i >= 0; i--) {
    const { key, value } = entries[i] as ConfigEntry;
    if (key === "core.commentchar") return value;
    if (key === "core.commentstring" && isGitSince(host, 2, 45)) return value;
  }
  return "#";
}

const cleanupModes: readonly CleanupMode[] = ["default", "strip", "whitespace", "verbatim", "scissors"];

export function asCleanup(word: string | null | undefined): CleanupMode | null {
  for (const mode of cleanupModes) if (mode === word) return mode;
  return null;
}

/** For a message that no command-line option affects. */
export function messageWithoutOptions(settings: Settings, cleanup: CleanupMode): MessageSettings {
  const { commentChar } = settings;
  return {
    cleanup,
    editor: null,
    commentChar,
    hasStatus: isTrue(lastSetting(settings.entries, "commit.status") ?? "true"),
    verbose: false,
    template: "",
    allowEmpty: false,
    isFixup: false,
  };
}
