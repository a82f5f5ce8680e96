/**
 * A dialect: how one agent runtime speaks to its hooks. Both directions: a program written for that runtime runs as a
 * hook of ours, and that runtime runs interlock as a hook of its own.
 */
import type { PointName } from "../points/lifecycle-points.ts";
import type { RuntimeRules } from "../runtime-rules.ts";
import type { Result } from "../points/result.ts";

export interface Dialect extends RuntimeRules {
  /** Its events, and the points that they are. The first event of a point is the one that programs are told. */
  events: { readonly [event: string]: PointName };
  /** The events at which a model that begins can be told something. */
  beginnings: readonly string[];
  /** Does that runtime log a hook that fails, whatever its exit status is, and go on? Left out: exit status 2 refuses. */
  failuresNeverBlock?: true;
  /** The variable in which its programs look for the project's folder; null if there is none. */
  projectVariable: string | null;
  /** What a program of that runtime reads on standard input. */
  toInput(event: string, payload: Result, base: InputBase): Result;
  /** What that runtime tells us, as our payload. */
  toPayload(event: string, input: Result): Result;
  /** Our answer, as that runtime reads it. */
  toOutput(event: string, answer: DialectAnswer): DialectOutput;
}

export interface InputBase {
  runId: string;
  cwd: string;
}

export interface DialectAnswer {
  /** Why it is refused; null if it is not. */
  refusal: string | null;
  /** Could the rules not be asked at all? */
  isBroken: boolean;
  result: Result;
  /** What hooks warn of; the operation goes on. */
  warnings: readonly string[];
  /** What was put in place of a tool's input; undefined if nothing was. */
  input: unknown;
  /** Hooks that failed, and did not stop the operation. */
  failures: readonly string[];
}

export interface DialectOutput {
  /** Null: nothing is printed. */
  stdout: Result | null;
  stderr: string;
  status: number;
}

/** The convention that all of them share: 2 blocks, and standard error is the reason. */
export const blockStatus = 2;

function silent(): DialectOutput {
  return { stdout: null, stderr: "", status: 0 };
}

export function printed(stdout: Result): DialectOutput {
  const given = Object.keys(stdout).filter((name) => stdout[name] !== undefined);
  return given.length === 0 ? silent() : { stdout: pick(stdout, given), stderr: "", status: 0 };
}

export function pick(fields: Result, names: readonly string[]): Result {
  const picked: Result = {};
  for (const name of names) picked[name] = fields[name];
  return picked;
}

/** Rules that could not be asked let nothing pass: only this status blocks in every runtime. */
export function blocked(reason: string): DialectOutput {
  return { stdout: null, stderr: `${reason}\n`, status: blockStatus };
}

export function contextIn({ result, warnings }: DialectAnswer): string | undefined {
  const context = typeof result["context"] === "string" ? [result["context"]] : [];
  const texts = [...context, ...warnings];
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

export function userTextIn({ result, warnings }: DialectAnswer): string | undefined {
  const texts: unknown = result["messages_to_user"];
  return textsIn((Array.isArray(texts) ? (texts as unknown[]) : []).concat(warnings));
}

export function textsIn(value: unknown): string | undefined {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  return texts.length === 0 ? undefined : texts.join("\n");
}
