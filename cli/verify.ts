/**
 * `interlock verify`: judges commits that exist by the plan, as a gate would.
 * Exit status: 0 clean, 1 if a rule is broken, 2 if that cannot be said, 128 if the set-up does not work.
 */
import { decodeUtf8 } from "../engine/core/bytes.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Problem } from "../engine/core/problem.ts";
import { identReader } from "../shim/git/idents.ts";
import { findRepository } from "../shim/git/repository.ts";
import { anyLayer, findLayers } from "../shim/layers.ts";
import { loadPlan } from "../shim/load-plan.ts";
import { renderProblem } from "../shim/notices.ts";
import { readSealedValues } from "../shim/sealed-values.ts";
import { badSetUp } from "./exit-status.ts";
import { sayError } from "./output.ts";
import { chooseRange } from "./verify/choose-range.ts";
import type { Summary } from "./verify/findings.ts";
import { createJudge } from "./verify/judge-commits.ts";
import { parseArguments, type VerifyRequest } from "./verify/parse-arguments.ts";
import { WalkFailure } from "./verify/read-commits.ts";
import { findRealGit, type RealGit } from "./verify/real-git.ts";
import { verifyRange } from "./verify/verify-range.ts";

const broken = 1;
const cannotSay = 2;

export async function runVerify(args: readonly string[]): Promise<number> {
  const request = parseArguments(args);
  if ("message" in request) return refuse(request.message, request.hint);
  const git = findRealGit();
  if (git === null) return refuse("there is no git on PATH", "install git, or put it on PATH");
  const { host } = git;
  const repository = findRepository(host, []);
  const layers = findLayers(host, typeof repository === "string" ? "" : repository.top);
  if (!anyLayer(host, layers))
    return refuse(
      "there is no configuration, so there is nothing to judge by",
      "set INTERLOCK_CONFIG to a config file, or write one: docs/configuration.md",
    );
  const loaded = loadPlan(host, layers, true);
  if ("problem" in loaded) return stop(loaded.problem);
  return verifyBy(loaded.plan, git, request);
}

async function verifyBy(plan: Plan, git: RealGit, request: VerifyRequest): Promise<number> {
  const { host } = git;
  const sealed = readSealedValues(host, plan.envFile);
  if (sealed.problem !== null) return stop(sealed.problem);
  if (plan.scope === "own" && identReader(host, [], null)("committer") === "")
    return refuse(
      "the scope is 'own', and git does not know who you are",
      "git config user.name '...' && git config user.email '...'",
    );
  try {
    const range = chooseRange(host, request);
    const summary = await verifyRange(
      git,
      range,
      plan,
      createJudge(host, plan, sealed.values, request),
      request,
    );
    return statusOf(summary, plan, request);
  } catch (error) {
    if (!(error instanceof WalkFailure)) throw error;
    return refuse(
      `git cannot walk these commits: ${error.message}`,
      "name revisions that are here; in a shallow clone, 'git fetch --unshallow' gets the others",
    );
  }
}

function statusOf(summary: Summary, plan: Plan, { allowSkipped }: VerifyRequest): number {
  const unknown = summary.unjudged.filter(({ cause }) => cause === "unknown-here").length;
  if (summary.broken > 0 && plan.mode === "enforce") return broken;
  if (unknown === 0 || allowSkipped) return 0;
  return refuse(
    "not everything could be judged here",
    "set what is missing, or accept it with --allow-skipped",
  );
}

function stop(problem: Problem): number {
  sayError(decodeUtf8(renderProblem("error", problem)));
  return badSetUp;
}

function refuse(message: string, hint: string): number {
  sayError(`interlock: error: ${message}\nhint: ${hint}\n`);
  return cannotSay;
}
