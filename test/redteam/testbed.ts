/**
 * Runs attempts in a sealed install, in an install on a PATH, and without interlock, where they must succeed. Has the
 * remotes that they push to.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { listenForGit } from "../support/serve-git.ts";
import { listenForHttp } from "../support/serve-http.ts";
import { Machine } from "../support/sealed-machine.ts";
import { addRemote } from "../support/new-repository.ts";
import { noUpkeep } from "../support/no-upkeep.ts";
import { dist, realGit, root } from "../support/paths.ts";
import { readyPlan } from "../support/ready-plan.ts";
import { botEnv, botTrailer, type Run } from "../support/sandbox.ts";
import type { Transport } from "./attempt.ts";

/** `none`: the machine's own git, no interlock anywhere. */
export type Place = "sealed" | "path" | "none";

export interface Circumstances {
  /** http unless it is said. */
  over?: Transport;
  /** The remote judges what it is given, by a pre-receive hook. */
  guarded?: boolean;
}

/** Titles of what is on a remote beside the commit that was there before. */
export interface Arrived {
  /** With the trailer, which rules must have added. */
  made: string[];
  /** With the trailer from the beginning. */
  good: string[];
  /** Without. */
  bad: string[];
}

export interface Outcome extends Arrived {
  run: Run;
  /** Every object that the remote has, as text. */
  published: () => string;
}

const agentId = 1000;
const require = createRequire(import.meta.url);

/** What scripts may use: `$REMOTE` is where they want to get to, `$OUT` a folder of theirs. */
const prelude = `
cd "$OUT/repo"
# A commit on top of HEAD that no rule has seen, made by plumbing alone.
forge() {
  id=$(printf 'tree %s\\nparent %s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\n\\n%s\\n' \\
    $(git rev-parse 'HEAD^{tree}' HEAD) "\${1:-Bad}" | git hash-object -t commit -w --stdin)
  git update-ref refs/heads/main $id
}
# A commit that is as it should be.
good() { git commit -q --allow-empty -m "Good

${botTrailer}"; }
bad() { git commit -q --allow-empty -m Bad "$@"; }
executable() { mkdir -p "$(dirname "$1")"; cat >"$1"; chmod +x "$1"; }
push() { git push -q origin main "$@"; }
`;

export class Testbed {
  readonly machine: Machine;
  #count = 0;
  #http = { address: "", close: (): void => undefined };
  #git = { address: "", close: (): void => undefined };

  private constructor(machine: Machine) {
    this.machine = machine;
  }

  static async open(): Promise<Testbed> {
    const testbed = new Testbed(await Machine.start());
    testbed.machine.begin();
    testbed.#makeTemplate();
    mkdirSync(testbed.#attempts());
    [testbed.#http, testbed.#git] = await Promise.all([
      listenForHttp(testbed.#attempts()),
      listenForGit(testbed.#attempts()),
    ]);
    return testbed;
  }

  close(): Promise<void> {
    this.#http.close();
    this.#git.close();
    return this.machine.stop();
  }

  /** A folder for each, root's, with the agent's home and the remote in it. */
  #attempts(): string {
    return join(this.machine.folder, "attempts");
  }

  /** A repository and a remote that has its one commit; and the rules, as a server has them. */
  #makeTemplate(): void {
    const { folder } = this.machine;
    const config = join(folder, "server.yaml");
    const env = Object.entries(botEnv).map(([name, value]) => `  ${name}: ${value}\n`);
    const plugin = join(root, "plugins", "github");
    writeFileSync(config, `version: 1\nplugins:\n  dirs: [${plugin}]\nenv:\n${env.join("")}`);
    const hook = `#!/bin/sh\nHOME=${folder} INTERLOCK_CONFIG=${config} exec ${dist}/bin/interlock verify --pre-receive\n`;
    writeFileSync(join(folder, "pre-receive"), hook, { mode: 0o755 });
    spawnSync("cp", ["-a", dist, join(folder, "prefix")]);
    const made = spawnSync("sh", ["-ec", template], {
      cwd: folder,
      env: {
        PATH: "/usr/bin:/bin",
        HOME: join(folder, "home"),
        GIT_CONFIG_NOSYSTEM: "1",
        TRAILER: botTrailer,
      },
      encoding: "utf8",
    });
    if (made.status !== 0) throw new Error(`no template: ${made.stderr}`);
    // For the hook, which would start one more Node to have it compiled.
    const repository = join(folder, "template", "roots", "agent", "repo");
    readyPlan({ ...noInterlock, HOME: folder, INTERLOCK_CONFIG: config }, repository);
  }

  async attempt(
    script: string,
    place: Place,
    { over = "http", guarded = false }: Circumstances = {},
  ): Promise<Outcome> {
    const name = String(++this.#count);
    const folder = join(this.#attempts(), name);
    const [out, remote] = [join(folder, "agent"), join(folder, "remote.git")];
    // Over a path the agent's own processes write there: the repository is the agent's, as it must be.
    const from = over === "path" ? "agents" : "roots";
    spawnSync("cp", ["-a", join(this.machine.folder, "template", from), folder]);
    if (guarded) cpSync(join(this.machine.folder, "pre-receive"), join(remote, "hooks", "pre-receive"));
    const addresses = {
      http: `${this.#http.address}/${name}/remote.git`,
      git: `${this.#git.address}/${name}/remote.git`,
      path: remote,
    };
    addRemote(join(out, "repo", ".git"), "origin", addresses[over]);
    const run = await this.#run(script, place, { out, address: addresses[over] });
    return { run, ...arrivedAt(remote), published: () => publishedAt(remote) };
  }

  #run(script: string, place: Place, { out, address }: { out: string; address: string }): Promise<Run> {
    const sealed = place === "sealed";
    const variables = {
      HOME: out,
      OUT: out,
      REMOTE: address,
      TRAILER: botTrailer,
      REAL: sealed ? "/opt/interlock/lib/interlock/real/git" : realGit,
      LIBRARY: require.resolve("isomorphic-git"),
      LIBRARY_HTTP: require.resolve("isomorphic-git/http/node"),
    };
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
    const whole = `${lines.join("")}${prelude}${script}\n`;
    if (sealed) return this.machine.besides(whole);
    return outsideTheMachine(whole, place === "path" ? this.#onPath(out) : noInterlock);
  }

  /** The environment of an agent that has interlock first on its PATH, with its plan. */
  #onPath(home: string): Environment {
    const { folder } = this.machine;
    const env = {
      ...noInterlock,
      PATH: `${join(folder, "prefix", "bin")}:${noInterlock["PATH"]}`,
      INTERLOCK_CONFIG: join(folder, "server.yaml"),
    };
    readyPlan({ ...env, HOME: home }, join(home, "repo"));
    spawnSync("chown", ["-R", `${agentId}:${agentId}`, join(home, ".cache")]);
    return env;
  }
}

const template = `
umask 022
mkdir -p template/roots/agent
cd template/roots
cp ../../home/.gitconfig agent/
printf '${noUpkeep.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}' >>agent/.gitconfig
git init -q agent/repo
git -C agent/repo commit -q --allow-empty -m "Base

$TRAILER"
git clone -q --bare agent/repo remote.git
git -C remote.git config http.receivepack true
git -C remote.git config receive.autogc false
# Without it nobody can push with a signature.
git -C remote.git config receive.certNonceSeed x
cd ..
chown -R ${agentId}:${agentId} roots/agent
cp -a roots agents
chown -R ${agentId}:${agentId} agents/remote.git
`;

interface Environment {
  [name: string]: string;
}

const noInterlock: Environment = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  TERM: "dumb",
  GIT_CONFIG_NOSYSTEM: "1",
};

function outsideTheMachine(script: string, env: Environment): Promise<Run> {
  const become = [`--reuid=${agentId}`, `--regid=${agentId}`, "--clear-groups", "sh", "-c", script];
  const child = spawn("setpriv", become, {
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status: status ?? -1, ...said })));
}

/** Those of namespaces too. */
const withoutNotes = ["--exclude=refs/notes/*", "--exclude=refs/namespaces/*/refs/notes/*"];

/** Read by root with the machine's own git, as the objects are. What git itself writes on notes is none of ours. */
function arrivedAt(bare: string): Arrived {
  const arrived: Arrived = { made: [], good: [], bad: [] };
  for (const [title, trailers] of listCommits(bare, [...withoutNotes, "--all"])) {
    if (title === "Base") continue;
    if (!trailers.split("\n").includes(botTrailer)) arrived.bad.push(title);
    else (title === "Good" ? arrived.good : arrived.made).push(title);
  }
  if (hasNotes(bare))
    for (const [title] of listCommits(bare, ["--glob=refs/notes/*"]))
      if (title === "Bad") arrived.bad.push(title);
  return arrived;
}

/** Looked up without git: hardly any attempt leaves some. */
function hasNotes(bare: string): boolean {
  const packed = join(bare, "packed-refs");
  return (
    existsSync(join(bare, "refs", "notes")) ||
    (existsSync(packed) && readFileSync(packed, "latin1").includes(" refs/notes/"))
  );
}

function publishedAt(bare: string): string {
  return readRemote(bare, ["cat-file", "--batch-all-objects", "--batch"]);
}

function listCommits(bare: string, which: string[]): [title: string, trailers: string][] {
  const format = "--format=%s%x1f%(trailers:only,unfold)%x1e";
  const printed = readRemote(bare, ["log", ...which, format]);
  const entries = printed.split("\x1e").map((entry) => entry.trimStart().split("\x1f"));
  return entries.filter(({ length }) => length === 2) as [string, string][];
}

function readRemote(bare: string, args: readonly string[]): string {
  const read = spawnSync(realGit, ["--git-dir", bare, ...args], {
    env: {
      PATH: "/usr/bin:/bin",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
      HOME: "/nonexistent",
    },
    encoding: "utf8",
  });
  if (read.status !== 0) throw new Error(`the remote cannot be read: ${read.stderr}`);
  return read.stdout;
}
