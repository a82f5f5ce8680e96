/**
 * Runs a script in two equal sandboxes, with the real git and through the shim, and gives what can be seen of
 * both. But for the trailer nothing may differ.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { botEnv, botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

export interface Twin {
  run: Run;
  /** What the script's programs wrote to `$RECORD`. */
  record: string;
  /** Messages of all commits that can be reached, without the trailer. */
  messages: string[];
  /** The files of the repository and of its git folder, objects counted. */
  files: string;
  config: string;
  status: string;
}

export interface Twins {
  plain: Twin;
  shimmed: Twin;
  /** How often each commit that the script made carries the trailer, through the shim. */
  trailers: number[];
  sandbox: Sandbox;
}

export interface Scenario {
  /** Lines of a shell, with the real git in both sandboxes. */
  prepare?: string;
  /** Lines of a shell, with the real git in one of them. */
  script: string;
  env?: { [name: string]: string };
  input?: string;
}

export function runTwins(scenario: Scenario): Twins {
  const plain = runOne(scenario, null);
  const shimmed = runOne(scenario, undefined);
  return {
    plain: plain.twin,
    shimmed: shimmed.twin,
    trailers: shimmed.made.map((message) => message.split(botTrailer).length - 1),
    sandbox: shimmed.sandbox,
  };
}

/** `made`: how many commits the script makes; each carries the trailer once. */
export function expectSame({ plain, shimmed, trailers }: Twins, made: number): void {
  expect(shimmed).toEqual(plain);
  expect(trailers).toEqual(Array.from({ length: made }, () => 1));
}

interface One {
  twin: Twin;
  made: string[];
  sandbox: Sandbox;
}

function runOne(scenario: Scenario, prefix: null | undefined): One {
  const sandbox = new Sandbox();
  const env = {
    ...botEnv,
    INTERLOCK_QUIET: "1",
    GIT_MERGE_AUTOEDIT: "no",
    RECORD: join(sandbox.folder, "record"),
    OUT: sandbox.folder,
    ...scenario.env,
  };
  const prepared = sandbox.shell(`set -e\n${scenario.prepare ?? ""}\n${settled}`, { env, prefix: null });
  if (prepared.status !== 0) throw new Error(prepared.stderr);
  const before = commits(sandbox);
  const options = {
    env,
    input: scenario.input ?? "",
    ...(prefix === null ? { prefix } : {}),
  };
  const run = sandbox.shell(scenario.script, options);
  const hide = (text: string): string =>
    text.replaceAll(sandbox.folder, "<folder>").replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
  const all = commits(sandbox);
  const made = [...all.keys()].filter((id) => !before.has(id)).map((id) => all.get(id) as string);
  const record = existsSync(env.RECORD) ? readFileSync(env.RECORD, "latin1") : "";
  const files = sandbox.shell(listing, { prefix: null, cwd: sandbox.repository }).stdout;
  return {
    twin: {
      run: { ...run, stdout: hide(run.stdout), stderr: hide(run.stderr) },
      record: hide(record).replace(/next-index-\d+/g, "next-index-<pid>"),
      messages: [...all.values()].map(withoutTrailer),
      files: hide(files),
      config: hide(sandbox.realGit(["config", "--local", "--list"]).stdout),
      status: sandbox.realGit(["status", "--porcelain=v2"]).stdout.replace(/\b[0-9a-f]{40}\b/g, "<id>"),
    },
    made,
    sandbox,
  };
}

/** Files older than the index, so that git does not look at them again. */
const settled = `cd "$OUT/repo"
find . -path ./.git -prune -o -type f -exec touch -d 2020-01-01 {} +
git update-index -q --refresh || true`;

const listing = `find . -path '*/objects' -prune -o -print | LC_ALL=C sort
find "$(git rev-parse --git-dir)/objects" -type f | wc -l
cd ../home && find . -path './.cache' -prune -o -print | LC_ALL=C sort`;

function commits(sandbox: Sandbox): Map<string, string> {
  const log = sandbox.realGit(["log", "--all", "HEAD", "--topo-order", "--format=%H%n%B%x00"]).stdout;
  const entries = log
    .split("\0")
    .map((entry) => entry.replace(/^\n/, ""))
    .filter((entry) => entry !== "");
  return new Map(entries.map((entry) => [entry.slice(0, 40), entry.slice(41)]));
}

function withoutTrailer(message: string): string {
  return message.replaceAll(`${botTrailer}\n`, "").replace(/\n+$/, "\n");
}
