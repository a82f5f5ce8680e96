import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { dist } from "./paths.ts";
import { botEnv, type Run } from "./sandbox.ts";

const setUp = join(import.meta.dirname, "sealed-machine.sh");
const plans = "/opt/interlock/lib/interlock/plans";
const agentId = 1000;
const asAgent = ["setpriv", `--reuid=${agentId}`, `--regid=${agentId}`, "--clear-groups"];

/** Why no sealed install can be made here, or an empty text. */
export const whyNoMachine: string = (() => {
  if (process.getuid?.() !== 0) return "only root can make one";
  const tried = spawnSync("unshare", ["-m", "sh", "-c", tryOverlay()], { encoding: "utf8" });
  return tried.status === 0 ? "" : `mounts are refused here: ${tried.stderr ?? tried.error?.message}`;
})();

function tryOverlay(): string {
  return "mount --make-rprivate / && mount -t tmpfs t /mnt && mkdir /mnt/u /mnt/w && mount -t overlay -o lowerdir=/opt,upperdir=/mnt/u,workdir=/mnt/w o /opt";
}

const agentsSettings =
  "[user]\n\tname = Ann Author\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n";

/** Tests that share a machine. Where none can be made they are skipped, and the title says why. */
export function describeSealed(title: string, define: (machine: () => Machine) => void): void {
  const why = whyNoMachine === "" ? "" : ` (skipped: ${whyNoMachine})`;
  describe.skipIf(why !== "")(title + why, () => {
    let machine: Machine;
    beforeAll(async () => {
      machine = await Machine.start();
    });
    afterAll(() => machine.stop());
    beforeEach(() => machine.begin());
    define(() => machine);
  });
}

export const sealedConfig = `version: 1
sealed: true
planDir: ${plans}
audit:
  file: /etc/interlock/audit.log
plugins:
  dirs: [/opt/interlock/plugins/github]
env:
  GITHUB_APP_BOT_NAME: ${botEnv.GITHUB_APP_BOT_NAME}
  GITHUB_APP_BOT_EMAIL: ${botEnv.GITHUB_APP_BOT_EMAIL}
`;

/**
 * A machine with a sealed install, for root and for an agent: a mount namespace in which the test can change /etc, /opt
 * and git's folders.
 */
export class Machine {
  readonly folder: string;
  readonly repository: string;
  #keeper: ChildProcess | null = null;
  #isBaked = false;

  private constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-sealed-")));
    this.repository = join(this.folder, "home", "repo");
    chmodSync(this.folder, 0o755);
    mkdirSync(join(this.folder, "layers"));
  }

  static async start(): Promise<Machine> {
    const machine = new Machine();
    const keeper = spawn("unshare", ["-m", "sh", setUp, dist, join(machine.folder, "layers")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    machine.#keeper = keeper;
    await new Promise<void>((resolve, reject) => {
      keeper.stdout.once("data", () => resolve());
      keeper.once("close", (status) => reject(new Error(`sealed-machine.sh ended with ${status}`)));
    });
    return machine;
  }

  async stop(): Promise<void> {
    const keeper = this.#keeper as ChildProcess;
    const ended = new Promise((resolve) => keeper.once("close", resolve));
    keeper.stdin?.end();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Resets all but the install: the agent's home with a new repository, the config, its plan. */
  begin(): void {
    const home = join(this.folder, "home");
    rmSync(home, { recursive: true, force: true });
    mkdirSync(this.repository, { recursive: true });
    writeFileSync(join(home, ".gitconfig"), agentsSettings);
    for (const path of [home, join(home, ".gitconfig"), this.repository]) chownSync(path, agentId, agentId);
    this.asRoot(`rm -rf /etc/interlock/* ${plans}`);
    this.#bakeAsUsual();
    this.asAgent("git init -q .");
  }

  /** Bakes once, then restores a copy: a baked plan knows its sources by their content, not by their times. */
  #bakeAsUsual(): void {
    const kept = join(this.folder, "layers", "baked");
    if (this.#isBaked) {
      this.asRoot(`cp -a ${kept}/interlock/. /etc/interlock; cp -a ${kept}/plans ${plans}`);
      return;
    }
    this.configure(sealedConfig);
    this.asRoot(`mkdir ${kept}; cp -a /etc/interlock ${plans} ${kept}`);
    this.#isBaked = true;
  }

  /** Writes the config, and bakes it. */
  configure(config: string): Run {
    return this.asRoot(`cat >/etc/interlock/config.yaml <<'END'\n${config}END\ninterlock compile`);
  }

  /** A script of sh as root. Must not fail. */
  asRoot(script: string): Run {
    const run = this.try(script, {}, []);
    if (run.status !== 0) throw new Error(`root's script ended with ${run.status}: ${run.stderr}`);
    return run;
  }

  /** A script of sh as an ordinary user, in the repository. */
  asAgent(script: string, env: { [name: string]: string } = {}): Run {
    return this.try(script, env, asAgent);
  }

  try(script: string, env: { [name: string]: string }, become: readonly string[]): Run {
    const result = spawnSync("nsenter", this.#words(script, become), {
      env: this.#environment(env),
      encoding: "latin1",
      input: "",
    });
    return { status: result.status ?? String(result.signal), stdout: result.stdout, stderr: result.stderr };
  }

  /** As the agent, without blocking this process, which may serve what the script asks for. */
  besides(script: string): Promise<Run> {
    const child = spawn("nsenter", this.#words(script, asAgent), {
      env: this.#environment({}),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
    return new Promise((resolve) =>
      child.on("close", (status) => resolve({ status: status ?? -1, ...said })),
    );
  }

  #words(script: string, become: readonly string[]): string[] {
    const place = `--mount=/proc/${this.#keeper?.pid}/ns/mnt`;
    return [place, "--", ...become, "sh", "-c", `cd ${this.repository}\n${script}`];
  }

  #environment(env: { [name: string]: string }): { [name: string]: string } {
    return {
      PATH: "/opt/interlock/bin:/usr/local/bin:/usr/bin:/bin",
      HOME: join(this.folder, "home"),
      LANG: "C.UTF-8",
      TERM: "dumb",
      GIT_CONFIG_NOSYSTEM: "1",
      ...env,
    };
  }

  message(revision = "HEAD"): string {
    const { stdout } = this.asAgent(`git log -1 --format=%B ${revision}`);
    return stdout.replace(/\n+$/, "");
  }
}
