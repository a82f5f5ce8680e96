/**
 * Asks the real git, for cases that we cannot parse ourselves: it reads its own config with all includes, and
 * finds its own repository. Each question costs a process.
 */
import type { EnvChanges, Host, ReadOptions, RunOptions, RunResult } from "../host.ts";
import type { ConfigEntry } from "./config-file.ts";
import { forReading, forSettings } from "./environment.ts";
import type { GlobalPart } from "./global-options.ts";
import { workingDirectory, type Repository } from "./repository.ts";

/** Asks about objects and settings. */
export function askGit(host: Host, args: string[]): RunResult {
  return runWith(host, args, { only: forReading });
}

/** Asks about the commit that the command will make: its author, what is staged, which editor opens. */
export function askAboutCommit(host: Host, args: string[], env: EnvChanges = {}): RunResult {
  return runWith(host, args, { env, only: forSettings });
}

/**
 * `--config-env=key=NAME` before the command takes a setting from a variable that the filtered environment
 * would lack. Pass that variable under a name that means nothing to git.
 */
export function runWith(host: Host, args: readonly string[], options: RunOptions): RunResult {
  const env: EnvChanges = {};
  const words = args.map((word, i) => {
    const isNamed = word.startsWith("--config-env=") || args[i - 1] === "--config-env";
    const name = isNamed ? word.slice(word.lastIndexOf("=") + 1) : "";
    const value = isNamed ? host.env(name) : undefined;
    if (value === undefined) return word;
    env["GIVEN_" + i] = value;
    return word.slice(0, -name.length) + "GIVEN_" + i;
  });
  return host.runGit(words, { ...options, env: { ...env, ...options.env } });
}

/** The host with GIT_DIR set, for commands whose own words say where the repository is. */
export function hostIn(host: Host, gitDir: string): Host {
  const here = <O extends ReadOptions>(options: O): O => ({
    ...options,
    env: { GIT_DIR: gitDir, ...options.env },
  });
  return {
    ...host,
    runGit: (args, options = {}) => host.runGit(args, here(options)),
    startObjects: (words, stdin, options) => host.startObjects(words, stdin, here(options)),
  };
}

/** git could not be started, or was killed, so its answer is unknown. */
export const unanswered = "unanswered";
export type Unanswered = typeof unanswered;

const settingsOfInterest =
  "^(core\\.(hookspath|commentchar|commentstring)|commit\\.(cleanup|status|template|verbose)|" +
  "(user|author|committer)\\.(name|email)|help\\.autocorrect|advice\\.ignoredhook|i18n\\.commitencoding|hook\\..*\\.event|branch\\..*\\.mergeoptions)$";

/**
 * The settings that the command will see, the last one wins; null if git cannot read its config.
 *
 * A config file that is a FIFO can give each process different content, so no enforcement may depend on these
 * settings. They only say where the repository's own hooks are and how git will clean a message. The push
 * gate judges the bytes of the commits (shim/push/).
 */
export function askSettings(host: Host, globals: GlobalPart): ConfigEntry[] | Unanswered | null {
  const asked = ask(host, globals, ["config", "--null", "--get-regexp", settingsOfInterest]);
  if (asked.status < 0) return unanswered;
  // Exit status 1: none of them is set.
  if (asked.status !== 0 && asked.status !== 1) return null;
  return parseNullList(asked.stdout);
}

/** Entries end in NUL. The first LF ends the key; an entry without LF is a bare `true`. */
export function parseNullList(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  for (const entry of text.split("\0")) {
    if (entry === "") continue;
    const lf = entry.indexOf("\n");
    entries.push(
      lf < 0 ? { key: entry, value: "true" } : { key: entry.slice(0, lf), value: entry.slice(lf + 1) },
    );
  }
  return entries;
}

/** A setting that is a path, as git expands it; undefined if it is not set. */
export function askPath(host: Host, globals: GlobalPart, key: string): string | undefined {
  const asked = ask(host, globals, ["config", "--null", "--type=path", "--get", key]);
  return asked.status === 0 ? asked.stdout.replace(/\0$/, "") : undefined;
}

/** The value of an alias; null if there is no alias of this name. */
export function askAlias(host: Host, globals: GlobalPart, name: string): string | null {
  const { status, stdout } = ask(host, globals, ["config", "--null", "--get", "alias." + name]);
  return status === 0 ? stdout.replace(/\0$/, "") : null;
}

/** `unknown`: the answer if git does not say its version. */
export function isGitSince(host: Host, major: number, minor: number, unknown = false): boolean {
  const version = /^git version (\d+)\.(\d+)/.exec(askGit(host, ["version"]).stdout);
  if (version === null) return unknown;
  return Number(version[1]) * 1000 + Number(version[2]) >= major * 1000 + minor;
}

/** Null if git finds no repository either. */
export function askRepository(host: Host, globals: GlobalPart): Repository | Unanswered | null {
  const places = askPlaces(host, globals);
  if (places === unanswered || places === null) return places;
  const [gitDir, commonDir, top] = places;
  const cwd = workingDirectory(host, globals.options) ?? gitDir;
  return { cwd, top: top || gitDir, gitDir, commonDir };
}

/** The last is empty where there is no work tree. */
type Places = [gitDir: string, commonDir: string, top: string];

const placeOptions: readonly (readonly string[])[] = [
  ["--absolute-git-dir"],
  ["--path-format=absolute", "--git-common-dir"],
  ["--show-toplevel"],
];

/** In one process, unless a path has line ends in it. */
function askPlaces(host: Host, globals: GlobalPart): Places | Unanswered | null {
  const all = ([] as string[]).concat(...placeOptions);
  const { status, stdout } = ask(host, globals, ["rev-parse"].concat(all));
  if (status < 0) return unanswered;
  if (stdout === "") return null;
  const lines = stdout.split("\n");
  // Behind the last line end is nothing. Without a work tree git fails when it comes to the last of them.
  if (lines.length === (status === 0 ? 4 : 3))
    return [lines[0] as string, lines[1] as string, lines[2] as string];
  const answers = placeOptions.map((words) => askLine(host, globals, ["rev-parse"].concat(words)));
  if (answers.indexOf(unanswered) >= 0) return unanswered;
  const [gitDir, commonDir, top] = answers as [string | null, string | null, string | null];
  return gitDir === null || commonDir === null ? null : [gitDir, commonDir, top ?? ""];
}

/** All that git prints except the final LF: a path may contain other LFs. */
function askLine(host: Host, globals: GlobalPart, args: string[]): string | Unanswered | null {
  const { status, stdout } = ask(host, globals, args);
  if (status < 0) return unanswered;
  return status === 0 ? stdout.replace(/\n$/, "") : null;
}

function ask(host: Host, globals: GlobalPart, args: string[]): RunResult {
  return askGit(host, host.argv.slice(1, globals.commandIndex).concat(args));
}
