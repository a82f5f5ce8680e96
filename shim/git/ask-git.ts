/**
 * What the real git says of itself, for a case that is not plain: it reads its own configuration, with all
 * includes, and finds its own repository. Each question is a process.
 */
import type { EnvChanges, Host, ReadOptions, RunOptions, RunResult } from "../host.ts";
import type { ConfigEntry } from "./config-file.ts";
import { forReading, forSettings } from "./environment.ts";
import type { GlobalPart } from "./global-options.ts";
import { workingDirectory, type Repository } from "./repository.ts";

/** About objects and settings. */
export function askGit(host: Host, args: string[]): RunResult {
  return runWith(host, args, { only: forReading });
}

/** About the commit that the command will make: whose it is, what is staged, which editor opens. */
export function askAboutCommit(host: Host, args: string[], env: EnvChanges = {}): RunResult {
  return runWith(host, args, { env, only: forSettings });
}

/**
 * `--config-env=key=NAME` among the words before the command gives a setting by a variable that git would not get. It is
 * handed over under a name that means nothing to git.
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

/** For a command whose own words say where the repository is. */
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

/** git could not be started, or was killed: what it would have said is not known. */
export const unanswered = "unanswered";
export type Unanswered = typeof unanswered;

const settingsOfInterest =
  "^(core\\.(hookspath|commentchar|commentstring)|commit\\.(cleanup|status|template|verbose)|" +
  "(user|author|committer)\\.(name|email)|help\\.autocorrect|advice\\.ignoredhook|branch\\..*\\.mergeoptions)$";

/**
 * The settings that the command will see, the last one wins; null if git cannot read its configuration.
 *
 * A config file that is a FIFO can tell each process something else, so nothing that matters may hang on them. They say
 * where the repository's own hooks are, and how git will read a message as the commit is made. What may leave is decided
 * by the bytes of the commits (shim/push/).
 */
export function askSettings(host: Host, globals: GlobalPart): ConfigEntry[] | Unanswered | null {
  const asked = ask(host, globals, ["config", "--null", "--get-regexp", settingsOfInterest]);
  if (asked.status < 0) return unanswered;
  // 1: there is none of them.
  if (asked.status !== 0 && asked.status !== 1) return null;
  return parseNullList(asked.stdout);
}

/** Entries end in NUL; the first LF of one ends its key, and without LF it is a bare `true`. */
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

/** What an alias stands for; null if there is none of this name. */
export function askAlias(host: Host, globals: GlobalPart, name: string): string | null {
  const { status, stdout } = ask(host, globals, ["config", "--null", "--get", "alias." + name]);
  return status === 0 ? stdout.replace(/\0$/, "") : null;
}

export function isGitSince(host: Host, major: number, minor: number): boolean {
  const version = /^git version (\d+)\.(\d+)/.exec(askGit(host, ["version"]).stdout);
  return version !== null && Number(version[1]) * 1000 + Number(version[2]) >= major * 1000 + minor;
}

/** null: git finds no repository either. */
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

/** All of what git prints but its last line end: a path may have others in it. */
function askLine(host: Host, globals: GlobalPart, args: string[]): string | Unanswered | null {
  const { status, stdout } = ask(host, globals, args);
  if (status < 0) return unanswered;
  return status === 0 ? stdout.replace(/\n$/, "") : null;
}

function ask(host: Host, globals: GlobalPart, args: string[]): RunResult {
  return askGit(host, host.argv.slice(1, globals.commandIndex).concat(args));
}
