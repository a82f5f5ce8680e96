/**
 * The `command` kind: runs a program with one JSON object on standard input, and reads what it says from its exit status
 * and its output.
 */
import { isAbsolute, resolve } from "node:path";
import { pointOf, programLimitMs } from "../../engine/lifecycle/all-points.ts";
import type { DeclaredHook } from "../../engine/lifecycle/declared/declared-hook.ts";
import { describeError } from "../../engine/lifecycle/call-hook.ts";
import { dialects } from "../../engine/lifecycle/dialects/dialects.ts";
import { byStatus } from "../../engine/lifecycle/hook.ts";
import { levelsIn } from "./json-levels.ts";
import { programInput } from "../../engine/lifecycle/declared/program-input.ts";
import { isRecord, type Result } from "../../engine/lifecycle/merge-results.ts";
import type { PointName } from "../../engine/lifecycle/all-points.ts";
import { readResult } from "../../engine/lifecycle/read-result.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { describeExit, mostLevels, tooDeep } from "../../engine/core/program-answer.ts";
import { sealedVariables, usualVariables } from "../../engine/core/program-environment.ts";
import { whyUnguarded } from "../../shim/node/guarded.ts";
import type { HookFunction } from "./registry-types.ts";
import { runProgram, type ProgramEnd } from "./run-program.ts";

export interface ProgramSetting {
  /** The caller's environment. */
  env(name: string): string | undefined;
  /** The values of the variables that the hook asks for. */
  asked(hook: DeclaredHook): { [name: string]: string };
  /** Is this a sealed install? It runs nothing that the caller could have written. */
  isSealed: boolean;
}

export function commandHandler(hook: DeclaredHook, setting: ProgramSetting): HookFunction {
  const { handler, event, point } = hook;
  const [file, ...args] = commandLine(hook);
  return async (payload, context) => {
    const cwd = handler.cwd === null ? context.cwd : decodeUtf8(handler.cwd);
    const folder = folderOf(hook, cwd);
    const why = setting.isSealed ? whyNotSealed(hook, file) : null;
    if (why !== null) throw new Error(`it does not run in a sealed install: ${why}`);
    const end = await runProgram({
      file,
      args,
      // In the caller's folder a relative name would lead to the caller's files.
      cwd: setting.isSealed ? "/" : folder,
      env: environment(hook, cwd, setting),
      input: writeOut(programInput(payload, { ...context, cwd }, event, handler.dialect)),
      limitMs: context.limitMs ?? programLimitMs,
    });
    return readEnd(end, point, handler);
  };
}

/** Where it runs, if its usual folder is this. */
export function folderOf({ handler }: Pick<DeclaredHook, "handler">, cwd: string): string {
  return handler.workingDir === null ? cwd : resolve(cwd, handler.workingDir);
}

function writeOut(input: Result): string {
  try {
    return `${JSON.stringify(input)}\n`;
  } catch (error) {
    throw new Error(`the payload cannot be written as JSON: ${describeError(error)}`, { cause: error });
  }
}

/** A sealed install runs nothing that the caller could have written. */
export function whyNotSealed({ layer }: Pick<DeclaredHook, "layer">, file: string): string | null {
  if (layer !== "install") return `it is of the ${layer} layer, which the caller can write`;
  if (!isAbsolute(file)) return `'${file}' is looked up on the PATH`;
  return decodeUtf8(whyUnguarded(encodeUtf8(file))) || null;
}

/** What is run. A list is a program and its arguments; a text alone is a line for the shell. */
export function commandLine({ handler }: Pick<DeclaredHook, "handler">): [string, ...string[]] {
  const { command, args } = handler;
  if (typeof command === "string" && args.length === 0) return ["/bin/sh", "-c", command];
  const [program = "", ...own] = typeof command === "string" ? [command] : command;
  // A name without a slash is looked up on the PATH.
  const file =
    program.includes("/") && !isAbsolute(program) ? resolve(decodeUtf8(handler.folder), program) : program;
  return [file, ...own, ...args];
}

/** The few variables that every program gets. */
export function usualEnvironment(env: (name: string) => string | undefined): { [name: string]: string } {
  const usual = usualVariables.map((name) => [name, env(name)] as const);
  return Object.fromEntries(usual.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function environment(
  hook: DeclaredHook,
  cwd: string,
  { env, asked, isSealed }: ProgramSetting,
): { [name: string]: string } {
  const { dialect } = hook.handler;
  const variable = dialect === null ? "CLAUDE_PROJECT_DIR" : dialects[dialect].projectVariable;
  return {
    ...(isSealed ? {} : usualEnvironment(env)),
    ...(variable === null ? {} : { [variable]: cwd }),
    ...asked(hook),
    ...(isSealed ? sealedVariables : {}),
  };
}

/** Throws if the program did not do what it should: the point's failure policy decides about that. */
export function readEnd(
  { stdout, stderr, status, failure }: ProgramEnd,
  point: PointName,
  { dialect, statusRefuses }: Pick<DeclaredHook["handler"], "dialect" | "statusRefuses">,
): unknown {
  if (failure !== null) throw new Error(failure);
  const isLenient = dialect !== null && (dialects[dialect].failuresNeverBlock ?? false);
  if (status === 2 && statusRefuses && !isLenient)
    return { decision: "block", reason: stderr.trim(), [byStatus]: true };
  if (status !== 0 && status !== null) throw new Error(describeExit(status, stderr));
  const text = stdout.trim();
  if (text === "") return undefined;
  const said = parse(text, point);
  if (!isRecord(said)) return said;
  const { decision } = readResult(said, pointOf(point));
  if (isLenient && decision === "invalid") throw new Error("printed an invalid decision");
  const { error, ...others } = said;
  // That something went wrong is no reason of its own to refuse.
  if (isLenient && decision === "block" && readResult(others, pointOf(point)).decision !== "block")
    throw new Error(describeError(error));
  if (pointOf(point).mode !== "gate" || decision !== "none") return said;
  // A program that says something else has nothing against it.
  return { ...said, outcome: "pass" };
}

function parse(text: string, point: PointName): unknown {
  if (!/^[{[]/.test(text)) {
    if (pointOf(point).mode === "gate" && isJson(text)) return JSON.parse(text);
    // Plain text never changes anything.
    return pointOf(point).plainOutput === "context"
      ? { context: text }
      : { logs: [{ level: "info", message: text }] };
  }
  if (levelsIn(text) > mostLevels) throw new Error(tooDeep);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("printed invalid JSON");
  }
  if (!isRecord(value)) throw new Error("printed JSON that is not an object");
  return value;
}

/** At a gate, `null` and `"pass"` are answers, and none that a gate knows. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
