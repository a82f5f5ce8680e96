/** Runs one of the command lines against the test's GitHub. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readGhConfig, type GhConfig } from "../../shim/gh/config-file.ts";
import { caseFiles, wordsOf, type GhCase } from "./command-lines.ts";
import { GhSandbox, type GhRun, type Installed } from "./gh-sandbox.ts";
import { GithubServer, type Sent } from "./github-server.ts";

export interface CaseRun extends GhRun {
  sent: Sent[];
}

/** A server and a repository for many lines: each of them leaves both as they were. */
export class CaseRunner {
  readonly box = new GhSandbox();
  readonly #second = new GhSandbox();
  readonly #server: GithubServer;

  private constructor(server: GithubServer) {
    this.#server = server;
    for (const box of [this.box, this.#second]) {
      for (const [name, content] of Object.entries(caseFiles)) box.write(join("repo", name), content);
    }
    this.#second.commitMore();
  }

  static async start(): Promise<CaseRunner> {
    return new CaseRunner(await GithubServer.start());
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    this.box.remove();
    this.#second.remove();
  }

  /** The sandbox in which a case runs, with interlock in it. */
  installFor(each: GhCase, config: string): Installed {
    return this.boxOf(each).install(config);
  }

  boxOf(each: GhCase): GhSandbox {
    return each.twoCommits ? this.#second : this.box;
  }

  /** Other words than the case's own may be given: what a rule made of them. */
  async run(
    each: GhCase,
    words = wordsOf(each),
    stdin = each.stdin,
    installed?: Installed,
  ): Promise<CaseRun> {
    const box = this.boxOf(each);
    box.write("home/.config/gh/config.yml", configText(each));
    this.#server.begin(each.mergeState);
    const run = await box.gh(this.#server, words, {
      ...(stdin && { stdin }),
      ...(installed && { program: installed.program }),
      env: { ...installed?.env, ...each.env },
    });
    const sent = [...this.#server.sent].sort((a, b) => a.what.localeCompare(b.what));
    return { ...run, sent };
  }

  readFile(path: string): string {
    return readFileSync(join(this.box.repository, path), "latin1");
  }
}

function configText({ aliases = [] }: GhCase): string {
  return aliases.length === 0
    ? "aliases: {}\n"
    : `aliases:\n${aliases.map((line) => `    ${line}\n`).join("")}`;
}

export function configOf(each: GhCase): GhConfig {
  return readGhConfig(configText(each));
}
