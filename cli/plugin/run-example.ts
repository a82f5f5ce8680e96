/**
 * Runs examples: those of points that git and gh fire in the native binary, whose engine runs the rules at a commit, and
 * those of an agent's lifecycle in the engine that 'interlock dispatch' uses.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { asciiJson, decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { usualVariables } from "../../engine/core/program-environment.ts";
import { isCorePoint } from "../../engine/lifecycle/all-points.ts";
import type { Result } from "../../engine/lifecycle/merge-results.ts";
import { engineOf } from "../../library/engine-of.ts";
import type { ExampleCase, ExampleOutcome } from "../../shim/entry/run-examples.ts";
import { childEnvironment } from "../../shim/node/run-program.ts";
import { renderUpdate } from "../../shim/push/parse-updates.ts";
import { ownPrefix } from "../shared/own-install.ts";
import type { Came } from "./judge-example.ts";
import type { Example } from "./read-examples.ts";

/** Null if the native binary does not run. */
export async function runExamples(
  compiled: CompiledPlan & { plan: Plan },
  examples: readonly Example[],
): Promise<Came[] | null> {
  const ofGit = examples.filter(({ hook }) => isCorePoint(hook));
  const outcomes = ofGit.length === 0 ? [] : runInBinary(compiled.plan, ofGit.map(asCase));
  if (outcomes === null) return null;
  const came: Came[] = [];
  for (const example of examples)
    came.push(
      isCorePoint(example.hook)
        ? asCame(example, outcomes.shift() as ExampleOutcome)
        : await runLifecycle(compiled, example),
    );
  return came;
}

function runInBinary(plan: Plan, cases: readonly ExampleCase[]): ExampleOutcome[] | null {
  const program = join(ownPrefix(), "bin", "interlock");
  const input = asciiJson({ plan, cases });
  const run = spawnSync(program, ["run-examples"], {
    input,
    env: childEnvironment(process.env),
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) return null;
  return JSON.parse(run.stdout.toString("latin1")) as ExampleOutcome[];
}

/** A program that fails has not done what the example is about, whatever its policy is. */
function asCame({ hook, given }: Example, { result, problems, warnings }: ExampleOutcome): Came {
  const failed = warnings.filter(({ code }) => code === "program-failed");
  const messagesOf = (some: readonly Problem[]): string[] => some.map(({ message }) => decodeUtf8(message));
  const value = typeof result === "string" ? decodeUtf8(result) : result.map(decodeUtf8);
  return {
    // As the author has written it: what is pushed is decided by then.
    value: hook === "push.before" ? given : value,
    refusals: messagesOf([...problems, ...failed]),
    warnings: messagesOf(warnings),
    result: {},
  };
}

/** All strings become byte strings. */
function asCase(example: Example): ExampleCase {
  const { hook, given, environment, config, commit, remotes, remote, author, committer } = example;
  const list = Array.isArray(given) ? given : [];
  const lines = hook === "push.before" ? list.map(asUpdate) : list;
  return {
    point: hook as ExampleCase["point"],
    given: typeof given === "string" ? encodeUtf8(given) : lines.map(encodeUtf8),
    env: bytesOf(environment),
    config: bytesOf(config),
    commit,
    remotes: remotes.map(encodeUtf8),
    author: encodeUtf8(author),
    committer: encodeUtf8(committer),
    push: {
      remote: encodeUtf8(remote),
      url: encodeUtf8(remotes[0] === undefined ? "" : `https://${remotes[0]}`),
    },
  };
}

const someId = "1".repeat(40);

/** A refspec, as git push takes it, is a new branch or a deletion; a line with ids stays as it is. */
function asUpdate(line: string): string {
  if (line.includes(" ")) return line;
  const [source = "", target = source] = line.split(":");
  const full = (name: string): string => (name.startsWith("refs/") ? name : `refs/heads/${name}`);
  const remoteRef = full(target);
  return source === ""
    ? renderUpdate({ name: "", id: "", remoteRef, remoteId: someId })
    : renderUpdate({ name: full(source), id: someId, remoteRef, remoteId: "" });
}

function bytesOf(map: Example["config"]): { [name: string]: string } {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, encodeUtf8(String(value))]));
}

async function runLifecycle(compiled: CompiledPlan & { plan: Plan }, example: Example): Promise<Came> {
  const { hook, given, environment, config } = example;
  const plan: Plan = { ...compiled.plan, env: bytesOf(environment), config: bytesOf(config) };
  const { hooks, programs } = compiled;
  // A program needs its PATH; no rule reads anything else of the caller's.
  const env = (name: string): string | undefined =>
    usualVariables.includes(name) ? process.env[name] : undefined;
  const engine = engineOf({ plan, hooks, programs, policies: [], env, isSealed: false }, {});
  const run = await engine.dispatchAsync(hook as "agent.end", given as Result);
  const isMeant = (code: string): boolean => code === "hook-warned";
  const [warnings, others] = [true, false].map((wanted) =>
    run.problems.filter(({ code }) => isMeant(code) === wanted).map(({ message }) => message),
  ) as [string[], string[]];
  return { value: run.payload ?? (given as Result), refusals: others, warnings, result: run.result ?? {} };
}
