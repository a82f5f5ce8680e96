/** Folders and a repository for one run of gh, which sees nothing of the machine's own settings. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as pty from "node-pty";
import { dist, realGit } from "../support/paths.ts";
import { readEntries, writeEntries, type Entry } from "../support/new-repository.ts";
import { noUpkeep } from "../support/no-upkeep.ts";
import { readyPlan } from "../support/ready-plan.ts";
import { readToTheEnd } from "../support/terminal.ts";
import type { GithubServer } from "./github-server.ts";

export const realGh = "/usr/bin/gh";

export interface GhRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface GhOptions {
  stdin?: string | Buffer;
  env?: { [name: string]: string };
  /** The real gh if not given. */
  program?: string;
}

/** Variables for interlock's gh. */
export interface Installed {
  program: string;
  env: { [name: string]: string };
}

/** The repository of the first sandbox, which the others get a copy of. */
let repository: Entry[] | null = null;

export class GhSandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-gh-")));
  readonly repository = join(this.folder, "repo");

  constructor() {
    this.write("home/.gitconfig", `[user]\n\tname = Ann\n\temail = ann@example.org\n${noUpkeep}`);
    this.write("home/.config/gh/config.yml", "aliases: {}\n");
    mkdirSync(join(this.folder, "tmp"));
    if (repository === null) this.#makeRepository();
    else writeEntries(this.repository, repository);
    repository ??= readEntries(this.repository);
  }

  #makeRepository(): void {
    mkdirSync(this.repository);
    this.git("init", "-q", "-b", "main");
    this.git("remote", "add", "origin", "https://github.localhost/octo/demo.git");
    this.commit("Begin");
    this.git("update-ref", "refs/remotes/origin/main", "HEAD");
    this.git("checkout", "-q", "-b", "new-topic_1");
    this.commit("Add one, and more\n\nBecause it was missing.\n\nReviewed-by: Bo");
    this.#publish();
  }

  /** A second commit on the branch: `--fill` then lists them. */
  commitMore(): void {
    this.commit("Add two\n\nSecond body.");
    this.#publish();
  }

  /** gh takes a branch for pushed if the remote's branch is the same commit. */
  #publish(): void {
    this.git("update-ref", "refs/remotes/origin/new-topic_1", "HEAD");
    this.git("branch", "-q", "--set-upstream-to=origin/new-topic_1");
  }

  commit(message: string): void {
    this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  git(...words: string[]): string {
    return execFileSync(realGit, words, { cwd: this.repository, env: this.#env(), encoding: "utf8" });
  }

  /** interlock first on the PATH, with a config file whose plan is there. */
  install(configText: string): Installed {
    const env = {
      PATH: `${join(dist, "bin")}:/usr/bin:/bin:${dirname(process.execPath)}`,
      INTERLOCK_CONFIG: this.write("interlock/config.yaml", configText),
    };
    readyPlan({ ...this.#env(), ...env }, this.repository);
    return { program: join(dist, "bin", "gh"), env };
  }

  /** Below the sandbox's folder. */
  write(path: string, content: string | Buffer): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  #env(): { [name: string]: string } {
    return {
      HOME: join(this.folder, "home"),
      PATH: "/usr/bin:/bin",
      // gh keeps some answers for a day in a cache there.
      TMPDIR: join(this.folder, "tmp"),
      GIT_CONFIG_NOSYSTEM: "1",
      LC_ALL: "C.UTF-8",
      // Go collects no garbage: gh ends before there is much, and a sixth of its time is saved.
      GOGC: "off",
    };
  }

  #ghEnv(server: GithubServer, env: { [name: string]: string }): { [name: string]: string } {
    return {
      ...this.#env(),
      GH_HOST: "github.localhost",
      GH_TOKEN: "token",
      GH_NO_UPDATE_NOTIFIER: "1",
      http_proxy: server.proxy,
      ...env,
    };
  }

  /** The same on a terminal: each text is waited for, then its keys are typed. */
  async ghOnTerminal(
    server: GithubServer,
    words: string[],
    steps: [shows: string, keys: string][],
    env: { [name: string]: string },
    program = realGh,
  ): Promise<{ status: number; screen: string }> {
    const terminal = pty.spawn(program, words, {
      cwd: this.repository,
      env: { ...this.#ghEnv(server, env), TERM: "xterm" },
      cols: 100,
      rows: 30,
    });
    readToTheEnd(terminal);
    let screen = "";
    let asked = "";
    let spokeAt = 0;
    const end: { status: number | null } = { status: null };
    terminal.onData((data) => {
      screen += data;
      spokeAt = Date.now();
      // The prompts ask where the cursor is before they print; the question may come in two pieces.
      const questions = (asked + data).split("\u001b[6n");
      asked = (questions[questions.length - 1] as string).slice(-3);
      for (let i = 1; i < questions.length; i++) terminal.write("\u001b[1;1R");
    });
    terminal.onExit(({ exitCode }) => (end.status = exitCode));
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
    for (const [shows, keys] of steps) {
      // What is typed between such a question and its answer is taken for the answer.
      while (end.status === null && (!screen.includes(shows) || Date.now() - spokeAt < 80)) await wait();
      // A notice may come together with the question after it.
      screen = keys === "" ? screen.slice(screen.indexOf(shows) + shows.length) : "";
      terminal.write(keys);
    }
    while (end.status === null) await wait();
    return { status: end.status, screen };
  }

  /** Not `spawnSync`: the server that answers lives in this process. */
  async gh(
    server: GithubServer,
    words: string[],
    { stdin = "", env = {}, program = realGh }: GhOptions = {},
  ): Promise<GhRun> {
    const child = spawn(program, words, {
      cwd: this.repository,
      env: this.#ghEnv(server, env),
    });
    const run: GhRun = { status: null, stdout: "", stderr: "" };
    child.stdout.on("data", (piece: Buffer) => (run.stdout += piece.toString("utf8")));
    child.stderr.on("data", (piece: Buffer) => (run.stderr += piece.toString("utf8")));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    run.status = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return run;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
