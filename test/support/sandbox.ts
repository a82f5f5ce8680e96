import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { makeRepository } from "./new-repository.ts";
import { noUpkeep } from "./no-upkeep.ts";
import { dist, realGit, root } from "./paths.ts";
import { readyPlan } from "./ready-plan.ts";

let isColdSideOnly = false;

/** For sandboxes from now on: `interlock` is the cold side, also where the native binary would answer. */
export function useColdSide(only: boolean): void {
  isColdSideOnly = only;
}

export interface Run {
  /** Exit code, or the name of the signal. */
  status: number | string;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: { [name: string]: string | undefined };
  cwd?: string;
  input?: string | Buffer;
  /** Which prefix's bin folder stands first on PATH; null for none. */
  prefix?: string | null;
}

/** The values that the github plugin's hook asks for. */
export const botEnv = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
export const botTrailer = "Co-authored-by: Robo Bot <bot@example.org>";

/** `ready`: the plan is there before the first command, as after `interlock compile`. */
export interface SandboxOptions {
  plan?: "ready" | "compiled by the first command";
}

/**
 * A folder with a home, an install config that names the bundled plugins, and a repository; it goes
 * when the test ends. Nothing of the machine's own git configuration is seen in it.
 */
export class Sandbox {
  readonly folder: string;
  readonly repository: string;
  readonly config: string;
  readonly #hasPlan: boolean;
  #needsPlan: boolean;

  constructor(
    configText = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`,
    { plan = "ready" }: SandboxOptions = {},
  ) {
    this.#hasPlan = plan === "ready";
    this.#needsPlan = this.#hasPlan;
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-test-")));
    this.repository = join(this.folder, "repo");
    this.config = join(this.folder, "interlock", "config.yaml");
    mkdirSync(join(this.folder, "home"), { recursive: true });
    this.write(this.config, configText);
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    this.write(
      join(this.folder, "home", ".gitconfig"),
      `[user]\n\tname = Ann Author\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n${noUpkeep}`,
    );
    if (isColdSideOnly) {
      const script = join(dist, "lib", "interlock", "cold", "cli.cjs");
      this.write(join(this.folder, "cold-side", "interlock"), `#!/bin/sh\nexec node ${script} "$@"\n`, 0o755);
    }
    makeRepository(this.repository);
  }

  write(path: string, content: string | Buffer, mode = 0o644): string {
    const file = join(path.startsWith("/") ? "" : this.repository, path);
    if (this.#isInstallConfig(file)) this.#needsPlan = this.#hasPlan;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
    return file;
  }

  /** The environment that commands get: isolated, fixed dates, the prefix first on PATH. */
  environment(options: RunOptions = {}): { [name: string]: string } {
    const prefix = options.prefix === undefined ? dist : options.prefix;
    const path = [
      prefix === null || !isColdSideOnly ? [] : [join(this.folder, "cold-side")],
      prefix === null ? [] : [join(prefix, "bin")],
      "/usr/bin",
      "/bin",
      dirname(process.execPath),
    ].flat();
    const all: { [name: string]: string | undefined } = {
      PATH: path.join(":"),
      HOME: join(this.folder, "home"),
      // What cannot be kept in the home goes with the sandbox too.
      TMPDIR: this.folder,
      TERM: "dumb",
      LANG: "C.UTF-8",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_DATE: "2020-01-02T03:04:05Z",
      GIT_COMMITTER_DATE: "2020-01-02T03:04:05Z",
      INTERLOCK_CONFIG: this.config,
      ...options.env,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  run(program: string, args: readonly (string | Buffer)[], options: RunOptions = {}): Run {
    const result = spawnSync(program, args as string[], {
      cwd: options.cwd ?? this.repository,
      env: this.environment(options),
      input: options.input ?? "",
      encoding: "latin1",
      maxBuffer: 64 << 20,
    });
    // A program may end without having read its input.
    if (result.error && (result.error as NodeJS.ErrnoException).code !== "EPIPE") throw result.error;
    return { status: result.status ?? String(result.signal), stdout: result.stdout, stderr: result.stderr };
  }

  #isInstallConfig(file: string): boolean {
    return ["interlock", "plugins"].some((name) => file.startsWith(join(this.folder, name) + "/"));
  }

  /** For the first command that needs a plan, also after a change to the install config. */
  readyPlan(options: RunOptions = {}): void {
    if (!this.#needsPlan || isAboutInterlock(options)) return;
    this.#needsPlan = false;
    readyPlan(this.environment(options), options.cwd ?? this.repository);
  }

  /** git as the agent sees it: through the shim, with the bot's values set. */
  git(args: readonly string[], options: RunOptions = {}): Run {
    this.readyPlan(options);
    return this.run("git", args, { ...options, env: { ...botEnv, ...options.env } });
  }

  interlock(args: readonly string[], options: RunOptions = {}): Run {
    if (verbsThatTakeAPlan.includes(args[0] ?? "")) this.readyPlan(options);
    return this.run("interlock", args, { ...options, env: { ...botEnv, ...options.env } });
  }

  /** The real git, as if interlock were not installed. */
  realGit(args: readonly string[], options: RunOptions = {}): Run {
    return this.run(realGit, args, { ...options, prefix: null });
  }

  /** A line of a POSIX shell, for what Node cannot do: bytes in arguments, descriptors, traps. */
  shell(script: string, options: RunOptions = {}): Run {
    this.readyPlan(options);
    return this.run("/bin/sh", ["-c", script], { ...options, env: { ...botEnv, ...options.env } });
  }

  message(revision = "HEAD"): string {
    return this.realGit(["log", "-1", "--format=%B", revision]).stdout.replace(/\n$/, "");
  }

  commitCount(): number {
    const run = this.realGit(["rev-list", "--count", "--all"]);
    return Number(run.stdout);
  }
}

/** Without one they have it compiled, by one more Node; some of them each time, because they leave none behind. */
const verbsThatTakeAPlan = ["doctor", "explain", "fix", "health", "verify"];

/** Another prefix, PATH or variable of ours: how interlock gets its plan may be what the test is about. */
function isAboutInterlock({ prefix, env = {} }: RunOptions): boolean {
  return (
    prefix !== undefined || Object.keys(env).some((name) => /^(PATH|INTERLOCK_(?!QUIET$).*)$/.test(name))
  );
}
