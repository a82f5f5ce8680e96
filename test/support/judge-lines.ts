/** Lets the real git carry out many command lines, each in one of a few equal repositories. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OptionTable } from "../../shim/git/option-table.ts";
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
 * What git makes of each line. Notes go to `record` beside each repository, by hooks that end the
 * command before it changes anything.
 */
export async function judgeLines(
  sandbox: Sandbox,
  lines: readonly string[][],
  options: JudgeOptions,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const work = async (number: number): Promise<void> => {
    const folder = join(sandbox.folder, `worker-${number}`);
    const repository = join(folder, "repo");
    cpSync(sandbox.repository, repository, { recursive: true });
    const env = sandbox.environment({
      prefix: null,
      env: { ...options.env, RECORD: join(folder, "record") },
    });
    for (let i = next++; i < lines.length; i = next++) {
      for (const name of ["record", "record.message"]) rmSync(join(folder, name), { force: true });
      for (const name of options.leftovers ?? []) rmSync(join(repository, ".git", name), { force: true });
      const words = lines[i] as string[];
      const run = await runGit([...options.command, ...words], repository, env, options.input ?? "");
      verdicts[i] = { words, ...run, ...readRecord(join(folder, "record")) };
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  return verdicts;
}

function readRecord(path: string): Pick<Verdict, "events" | "prepared"> {
  const notes = existsSync(path) ? readFileSync(path, "latin1").split("\n").slice(0, -1) : [];
  const message = `${path}.message`;
  return {
    events: notes.map((note) => note.split("\t")),
    prepared: existsSync(message) ? readFileSync(message, "latin1") : null,
  };
}

function runGit(
  args: readonly string[],
  cwd: string,
  env: { [name: string]: string },
  input: string,
): Promise<Pick<Verdict, "status" | "stdout" | "stderr">> {
  return new Promise((resolve, reject) => {
    const child = spawn(realGit, args, { cwd, env, timeout: 20_000 });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("latin1").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("latin1").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? -1, stdout, stderr }));
    // A program may end without having read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
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
  const versions = [table.options, table.options + table.newer].map((options) => ({ options, newer: "" }));
  return verdicts.filter((verdict) => {
    const accepted = read(verdict.words) !== null;
    if (refusals.some((refusal) => verdict.stderr.includes(refusal))) return false;
    if (!isRejected(verdict)) return !accepted;
    return accepted && versions.every((version) => parseOptions(verdict.words, 0, version) !== null);
  });
}
