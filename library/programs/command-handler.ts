/**
 * The `command` kind: runs a program with one JSON object on standard input, and reads what it says from its exit status
 * and its output.
 */
import { resolve } from "node:path";
import { pointOf, programLimitMs } from "../../engine/lifecycle/all-points.ts";
import { wordsOf, type DeclaredHook } from "../../engine/lifecycle/declared/declared-hook.ts";
import { describeError } from "../../engine/lifecycle/call-hook.ts";
import { dialects } from "../../engine/lifecycle/dialects/dialects.ts";
import { byStatus } from "../../engine/lifecycle/hook.ts";
import { levelsIn } from "./json-levels.ts";
import { programInput } from "../../engine/lifecycle/declared/program-input.ts";
import { isRecord, type Result } from "../../engine/lifecycle/merge-results.ts";
import type { PointName } from "../../engine/lifecycle/all-points.ts";
import { readResult } from "../../engine/lifecycle/read-result.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import {
  mostLevels,
  parseAnswer,
  readEnd,
  tooDeep,
  type EndedProgram,
} from "../../engine/core/program-answer.ts";
import {
  prepareCall,
  programEnvironment,
  type ProgramFiles,
  type Variable,
} from "../../engine/core/programs/program-call.ts";
import { askedVariables, type Values } from "../../engine/core/resolve-template.ts";
import { whyUnguarded } from "../../shim/node/guarded.ts";
import { statPath } from "../../shim/node/read-files.ts";
import type { HookFunction } from "./registry-types.ts";
import { runProgram } from "./run-program.ts";

export interface ProgramSetting {
  /** The caller's environment. */
  env(name: string): string | undefined;
  /** Sealed values, config and the environment, as they are now. */
  values(): Values;
  /** Is this a sealed install? It runs nothing that the caller could have written. */
  isSealed: boolean;
}

const files: ProgramFiles = { stat: statPath, whyUnguarded };

export function commandHandler(hook: DeclaredHook, setting: ProgramSetting): HookFunction {
  const { handler, event, point, layer } = hook;
  const words = wordsOf(handler);
  return async (payload, context) => {
    const cwd = handler.cwd === null ? context.cwd : decodeUtf8(handler.cwd);
    const call = prepareCall(
      { words, layer },
      {
        isSealed: setting.isSealed,
        env: (name) => asBytes(setting.env(name)),
        own: ownVariables(hook, cwd),
        asked: askedVariables(handler.env, setting.values()),
        folder: encodeUtf8(folderOf(hook, cwd)),
        isAtCommit: false,
      },
      files,
    );
    if ("failure" in call) throw new Error(decodeUtf8(call.failure));
    const end = await runProgram({
      file: decodeUtf8(call.file),
      args: words.slice(1).map(decodeUtf8),
      cwd: decodeUtf8(call.folder),
      env: asTexts(call.environment),
      input: writeOut(programInput(payload, { ...context, cwd }, event, handler.dialect)),
      limitMs: context.limitMs ?? programLimitMs,
    });
    return readSaid(end, context.limitMs ?? programLimitMs, point, handler, `'${decodeUtf8(call.file)}'`);
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

/** The few variables that every program gets. */
export function usualEnvironment(env: ProgramSetting["env"]): { [name: string]: string } {
  return asTexts(
    programEnvironment({ isSealed: false, env: (name) => asBytes(env(name)), own: [], asked: [] }),
  );
}

function ownVariables({ handler: { dialect } }: DeclaredHook, cwd: string): Variable[] {
  const variable = dialect === null ? "CLAUDE_PROJECT_DIR" : dialects[dialect].projectVariable;
  return variable === null ? [] : [[variable, encodeUtf8(cwd)]];
}

function asBytes(value: string | undefined): string | undefined {
  return value === undefined ? undefined : encodeUtf8(value);
}

/** By name. */
export function asTexts(variables: readonly Variable[]): { [name: string]: string } {
  return Object.fromEntries(variables.map(([name, value]) => [name, decodeUtf8(value)]));
}

/** Throws if the program did not do what it should: the point's failure policy decides about that. */
export function readSaid(
  end: EndedProgram,
  limitMs: number,
  point: PointName,
  { dialect, statusRefuses }: Pick<DeclaredHook["handler"], "dialect" | "statusRefuses">,
  file?: string,
): unknown {
  const isLenient = dialect !== null && (dialects[dialect].failuresNeverBlock ?? false);
  const read = readEnd(end, limitMs, statusRefuses && !isLenient, file);
  if ("failure" in read) throw new Error(read.failure);
  if ("reason" in read) return { decision: "block", reason: read.reason.trim(), [byStatus]: true };
  const text = read.text.trim();
  if (text === "") return undefined;
  const answer = parse(text, point);
  if (!isRecord(answer)) return answer;
  const { decision } = readResult(answer, pointOf(point));
  if (isLenient && decision === "invalid") throw new Error("printed an invalid decision");
  const { error, ...others } = answer;
  // That something went wrong is no reason of its own to refuse.
  if (isLenient && decision === "block" && readResult(others, pointOf(point)).decision !== "block")
    throw new Error(describeError(error));
  if (pointOf(point).mode !== "gate" || decision !== "none") return answer;
  // A program that says something else has nothing against it.
  return { ...answer, outcome: "pass" };
}

function parse(text: string, point: PointName): unknown {
  // `JSON.parse` of Node reads any number of levels. In plain text brackets mean nothing: each colour of a terminal has one.
  if (/^[{[]/.test(text) && levelsIn(text) > mostLevels) throw new Error(tooDeep);
  const printed = parseAnswer(text);
  if (printed !== null) {
    if ("failure" in printed) throw new Error(printed.failure);
    return printed.fields;
  }
  if (pointOf(point).mode === "gate" && isJson(text)) return JSON.parse(text);
  // Plain text never changes anything.
  return pointOf(point).plainOutput === "context"
    ? { context: text }
    : { logs: [{ level: "info", message: text }] };
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
