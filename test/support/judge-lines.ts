/** Runs many command lines with the real git, each in one of a few equal repositories. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { optionTable, type OptionTable } from "../../shim/git/option-table.ts";
import { parseOptions } from "../../shim/git/parse-options.ts";
import { realGit } from "./paths.ts";
import type { Sandbox } from "./sandbox.ts";

export interface Verdict {
  words: string[];
  status: number;
  stdout: string;
  stderr: string;
  /** What the hooks and the editor noted: one line each, first its name. */
  events: string[][];
  /** The message as prepare-commit-msg saw it, null if it did not run. */
  prepared: string | null;
}

export interface JudgeOptions {
  /** The words before the generated ones. */
  command: readonly string[];
  input?: string;
  env?: { [name: string]: string };
  /** Files of the git folder that a command may leave. */
  leftovers?: readonly string[];
}

const workers = 3;

/**
 * What git makes of each line. Notes go to `$RECORD`, by hooks that end the command before it changes anything. A shell
 * for each worker starts git: for Node a process is several times as dear.
 */
export async function judgeLines(
  sandbox: Sandbox,
  lines: readonly string[][],
  options: JudgeOptions,
): Promise<Verdict[]> {
  const results = join(sandbox.folder, "results");
  mkdirSync(results);
  const input = sandbox.write(join(sandbox.folder, "input"), options.input ?? "");
  const work = async (number: number): Promise<void> => {
    const repository = join(sandbox.folder, `worker-${number}`, "repo");
    cpSync(sandbox.repository, repository, { recursive: true });
    const leftovers = (options.leftovers ?? []).map((name) => join(".git", name)).join(" ");
    const script = lines.map((words, i) => {
      if (i % workers !== number) return "";
      const result = join(results, String(i));
      const command = [realGit, ...options.command, ...words].map(quote).join(" ");
      return `for name in ${leftovers}; do ! test -e $name || rm $name; done
RECORD=${result} ${command} <${input} >${result}.stdout 2>${result}.stderr; echo $? >${result}.status\n`;
    });
    await runShell(
      script.join(""),
      repository,
      sandbox.environment({ prefix: null, env: options.env ?? {} }),
    );
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  return lines.map((words, i) => {
    const read = (name: string): string => readFileSync(join(results, i + name), "latin1");
    return {
      words,
      status: Number(read(".status")),
      stdout: read(".stdout"),
      stderr: read(".stderr"),
      ...readRecord(join(results, String(i))),
    };
  });
}

function readRecord(path: string): Pick<Verdict, "events" | "prepared"> {
  const notes = existsSync(path) ? readFileSync(path, "latin1").split("\n").slice(0, -1) : [];
  const message = `${path}.message`;
  return {
    events: notes.map((note) => note.split("\t")),
    prepared: existsSync(message) ? readFileSync(message, "latin1") : null,
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function runShell(script: string, cwd: string, env: { [name: string]: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", [], { cwd, env, stdio: ["pipe", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`the shell ended with ${status}`)),
    );
    child.stdin.end(script);
  });
}

/** git stops at the options: usage or help. */
export function isRejected(verdict: Verdict): boolean {
  return verdict.status === 129;
}

/** Beyond the parser: git died of a value, or of two options, while it read the rest. */
const refusals = [
  "could not read",
  "could not open",
  "invalid value",
  "Invalid cleanup",
  "not a valid object",
  "bad action",
  "bad signed",
  "bad recurse-submodules",
  "cannot parse",
  "unrecognized empty",
  "expects a num",
  "Invalid value",
  "not find merge strategy",
  "was replaced by",
  "cannot be used with",
  "requires the merge backend",
];

/**
 * The lines that git and the parser judge differently. The parser may accept what one version of git
 * rejects and another takes, but never reject what the installed one takes.
 */
export function judgedDifferently(
  verdicts: readonly Verdict[],
  table: OptionTable,
  read: (words: string[]) => unknown,
): Verdict[] {
  const versions = [table.options, table.options + table.newer].map((options) => optionTable(options));
  return verdicts.filter((verdict) => {
    const accepted = read(verdict.words) !== null;
    if (refusals.some((refusal) => verdict.stderr.includes(refusal))) return false;
    if (!isRejected(verdict)) return !accepted;
    return accepted && versions.every((version) => parseOptions(verdict.words, 0, version) !== null);
  });
}
