/**
 * The same steps twice, with the real git and with interlock's first on PATH, each in a sandbox of its own. The
 * only difference that a program of others may see is the trailer, once on each message that was composed.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { dist, root } from "../support/paths.ts";
import { botEnv, Sandbox, type Run } from "../support/sandbox.ts";
import { addTrailer, hideIds, listIds, readHistory, type History } from "./history.ts";

export interface Scenario {
  /** Files that are there before all steps; a path is relative to the repository. */
  files?: { [path: string]: string };
  /**
   * Lines of sh that the real git carries out on both sides: the history from before interlock was installed.
   * Under fixed dates, so its ids are the same.
   */
  before?: string;
  /** The steps to compare, lines of sh, in the repository. */
  steps: string;
  env?: { [name: string]: string | undefined };
  /** A config beside the prefix, of which the sandbox then gets one of its own. */
  configBesidePrefix?: string;
  /** The repositories to compare, relative to the sandbox's folder. */
  repositories?: readonly string[];
  /** Refs that differ from run to run on the real git too. */
  ignoredRefs?: RegExp;
}

export interface Side {
  sandbox: Sandbox;
  run: Run;
  histories: History[];
}

export interface Sides {
  real: Side;
  shim: Side;
}

/** Where `npm run clients` has put the programs that come from npm. */
export const npmPrograms = join(root, "test", "clients", "node_modules", ".bin");

/** A program of ours that uses one of others, quoted for sh. */
export function program(name: string): string {
  return `'${join(import.meta.dirname, "programs", name)}'`;
}

export function runWithBoth(scenario: Scenario): Sides {
  return { real: runSteps(scenario, null), shim: runSteps(scenario, dist) };
}

/** With fixed dates in the environment, a program's commit-tree would look like a replay. */
const noDates = { GIT_AUTHOR_DATE: undefined, GIT_COMMITTER_DATE: undefined };

function runSteps(scenario: Scenario, prefix: string | null): Side {
  const sandbox = new Sandbox();
  for (const [path, content] of Object.entries(scenario.files ?? {})) {
    sandbox.write(path, content, content.startsWith("#!") ? 0o755 : 0o644);
  }
  const before = sandbox.shell(`set -e\n${scenario.before ?? ""}`, { prefix: null });
  if (before.status !== 0) throw new Error(`the steps before failed: ${before.stderr}`);
  const names = scenario.repositories ?? ["repo"];
  const repositories = names.map((name) => join(sandbox.folder, name));
  const known = new Set(repositories.flatMap((repository) => listIds(sandbox, repository)));
  const config = scenario.configBesidePrefix;
  const run = sandbox.run("/bin/sh", ["-c", scenario.steps], {
    prefix: prefix !== null && config !== undefined ? copyPrefix(sandbox, prefix, config) : prefix,
    env: { ...botEnv, ...noDates, CLIENTS: npmPrograms, ...scenario.env },
  });
  return {
    sandbox,
    run: { ...run, stdout: hideRun(run.stdout, sandbox), stderr: hideRun(run.stderr, sandbox) },
    histories: repositories.map((repository) =>
      readHistory(sandbox, repository, known, scenario.ignoredRefs ?? null),
    ),
  };
}

function copyPrefix(sandbox: Sandbox, from: string, config: string): string {
  const prefix = join(sandbox.folder, "prefix");
  for (const part of ["bin", "lib/interlock/cold"])
    cpSync(join(from, part), join(prefix, part), { recursive: true, verbatimSymlinks: true });
  sandbox.write(join(prefix, "etc", "interlock", "config.yaml"), config);
  return prefix;
}

function hideRun(text: string, sandbox: Sandbox): string {
  return hideIds(text)
    .replaceAll(sandbox.folder, "<folder>")
    .replace(/\b(Date:\s+)\w{3} .* \d{4} [-+]\d{4}/g, "$1<date>");
}

/**
 * Status, output and history are the same, but for the trailer on each new message. `except` are the titles of
 * new commits that get none, because they copy others or hold no message of a person.
 */
export function expectSameButTrailer({ real, shim }: Sides, except: readonly string[] = []): void {
  expect(shim.run).toEqual(real.run);
  expect(shim.histories).toEqual(real.histories.map((history) => addTrailer(real.sandbox, history, except)));
}

/** The titles of a side's new commits, in no order. */
export function newTitles(side: Side): string[] {
  const commits = side.histories.flatMap((history) => history.commits);
  return [...new Set(commits.filter(({ id }) => id === "new").map(({ title }) => title))].sort();
}
