/** The commits in a shell command line, judged before it runs: as git, there, would find them. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Result } from "../../engine/lifecycle/points/result.ts";
import { fromProblem, type EngineDiagnostic } from "../../library/diagnostic.ts";
import { judgeComingCommit } from "../../shim/explain/coming-commit.ts";
import { commitsIn, shellLineIn, type ShellCommit } from "../../shim/explain/shell-commits.ts";
import { readEnvironment } from "../../shim/node/byte-strings.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { ownFolder } from "../shared/own-install.ts";

/**
 * An error is a rule that a commit would break. A warning is one that it would break unless something changes its message
 * first.
 */
export function judgeCommits(payload: Result): EngineDiagnostic[] {
  const line = shellLineIn(payload);
  if (line === null) return [];
  const { cwd } = payload;
  const here = typeof cwd === "string" && isAbsolute(cwd) ? cwd : process.cwd();
  return commitsIn(line, here, homedir()).flatMap(judgeCommit);
}

function judgeCommit({ argv, cwd, variables }: ShellCommit): EngineDiagnostic[] {
  // The line may make it first.
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return [];
  const env = new Map(readEnvironment());
  for (const [name, value] of Object.entries(variables)) env.set(name, encodeUtf8(value));
  const host = createNodeHost({
    argv: argv.map(encodeUtf8),
    program: "git",
    cwd: encodeUtf8(cwd),
    env,
    ownFolder: ownFolder(),
  });
  const judged = judgeComingCommit(host);
  if (judged === null) return [];
  const { broken, warnings, mayChange } = judged;
  return [
    ...broken.map((problem) => (mayChange ? asWarning(problem) : fromProblem(problem, "error"))),
    ...warnings.map((problem) => fromProblem(problem, "warning")),
  ];
}

function asWarning(problem: Problem): EngineDiagnostic {
  const message = `${problem.message}; this refuses the commit unless something changes its message first`;
  return fromProblem({ ...problem, message }, "warning");
}
