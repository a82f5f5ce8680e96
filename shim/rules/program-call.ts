/** One call of a hook program: what is run, where, with which environment and input. */
import { decodeUtf8, utf8Json } from "../../engine/core/bytes.ts";
import { hookPoints, type HookPoint, type HookPointName } from "../../engine/core/hook-points.ts";
import type { PlannedProgram } from "../../engine/core/plan.ts";
import type { Payload } from "../../engine/core/programs/run-programs.ts";
import { readAnswer, type AnswerForm, type ProgramAnswer } from "../../engine/core/program-answer.ts";
import { prepareCall, type Variable } from "../../engine/core/programs/program-call.ts";
import { askedVariables, type Values } from "../../engine/core/resolve-template.ts";
import type { Host } from "../host.ts";
import type { ProgramPlace } from "./program-place.ts";

/**
 * Null in a dry run. `isSealed`: programs that the caller could have written do not run. `place`: of the commit; null where none is
 * made.
 */
export function callProgram(
  host: Host,
  program: PlannedProgram,
  point: HookPointName,
  payload: Payload,
  values: Values,
  isSealed: boolean,
  place: ProgramPlace | null = null,
): ProgramAnswer | null {
  const { words, limitMs, id } = program;
  const cwd = place === null ? host.cwd() : place.folder;
  const call = prepareCall(
    program,
    {
      isSealed,
      env: (name) => host.env(name),
      own: ownVariables(cwd, place),
      asked: askedVariables(program.env, values),
      folder: place === null ? (program.folder ?? cwd) : cwd,
      isAtCommit: place !== null,
    },
    host,
  );
  if ("failure" in call) return { refusal: null, payload: {}, failure: decodeUtf8(call.failure) };
  const runId = host.checksum(host.now() + "\0" + host.argv.join("\0"));
  const input = { ...payload, hook: point, id, run_id: runId, cwd: decodeUtf8(cwd), payload };
  const stdin = utf8Json(input) + "\n";
  const end = host.runHookProgram(
    [call.file].concat(words.slice(1)),
    call.folder,
    call.environment.map(([name, value]) => name + "=" + value),
    stdin,
    limitMs,
    isSealed,
  );
  if (end.failure === "unrun") return null;
  const decoded = { ...end, stdout: decodeUtf8(end.stdout), stderr: decodeUtf8(end.stderr) };
  return readAnswer(decoded, limitMs, forms[point]);
}

function ownVariables(cwd: string, place: ProgramPlace | null): Variable[] {
  const { variables } = place || { variables: {} as ProgramPlace["variables"] };
  const own: Variable[] = [["CLAUDE_PROJECT_DIR", cwd]];
  return own.concat(Object.keys(variables).map((name): Variable => [name, variables[name] as string]));
}

/** Which words a program may use for what it changes. */
const forms = {} as { [P in HookPointName]: AnswerForm };
for (const point of Object.keys(hookPoints) as HookPointName[]) forms[point] = formOf(hookPoints[point]);

function formOf({ mode, payload, changed }: HookPoint): AnswerForm {
  const fields = Object.keys(payload);
  const field = fields[0] as string;
  if (mode === "text")
    return { field, type: "text", names: ["text", "message", "body"], fields, isGate: false };
  const isGate = mode === "gate";
  return { field: changed === null ? null : field, type: "list", names: [field], fields, isGate };
}
