/** One call of a hook program: what is run, where, with which environment and input. */
import { decodeUtf8, utf8Json } from "../../engine/core/bytes.ts";
import { hookPoints, type HookPoint, type HookPointName } from "../../engine/core/hook-points.ts";
import type { PlannedProgram } from "../../engine/core/plan.ts";
import type { Payload } from "../../engine/core/programs/run-programs.ts";
import { readAnswer, type AnswerForm, type ProgramAnswer } from "../../engine/core/program-answer.ts";
import { sealedVariables, usualVariables } from "../../engine/core/program-environment.ts";
import { valueOfVariable, type Values } from "../../engine/core/resolve-template.ts";
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
  const environment = environmentOf(host, program, cwd, values, isSealed, place);
  // In the caller's folder a relative name would lead to the caller's files; at a commit, `whyNotSealed` looks for such a name.
  const folder = place !== null ? cwd : isSealed ? "/" : (program.folder ?? cwd);
  const name = words[0] as string;
  const file = findProgram(host, name, folder, environment);
  if (file === null) return failed("cannot be started: '" + decodeUtf8(name) + "' is not on the PATH");
  const why = isSealed ? whyNotSealed(host, program, file, folder) : "";
  if (why !== "") return failed("does not run in a sealed install: " + decodeUtf8(why));
  const runId = host.checksum(host.now() + "\0" + host.argv.join("\0"));
  const input = { ...payload, hook: point, id, run_id: runId, cwd: decodeUtf8(cwd), payload };
  const stdin = utf8Json(input) + "\n";
  const end = host.runHookProgram(
    [file].concat(words.slice(1)),
    folder,
    environment,
    stdin,
    limitMs,
    isSealed,
  );
  if (end.failure === "unrun") return null;
  const said = { ...end, stdout: decodeUtf8(end.stdout), stderr: decodeUtf8(end.stderr) };
  return readAnswer(said, limitMs, forms[point]);
}

function failed(failure: string): ProgramAnswer {
  return { refusal: null, payload: {}, failure };
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

/** The path of a program that is named without a slash, as execvp looks for it; null if there is none. */
function findProgram(
  host: Host,
  name: string,
  folder: string,
  environment: readonly string[],
): string | null {
  if (name.indexOf("/") >= 0) return name;
  let path = "/usr/local/bin:/usr/bin:/bin";
  for (const entry of environment) if (entry.startsWith("PATH=")) path = entry.slice("PATH=".length);
  for (const each of path.split(":")) {
    const place = each === "" ? folder : each.startsWith("/") ? each : folder + "/" + each;
    const stat = host.stat(place + "/" + name);
    if (stat !== null && stat.kind === "file" && stat.executable) return place + "/" + name;
  }
  return null;
}

/** A sealed install runs nothing that the caller could have written. */
function whyNotSealed(host: Host, program: PlannedProgram, file: string, folder: string): string {
  const { layer, words } = program;
  if (layer !== "install") return "it is of the " + layer + " layer, which the caller can write";
  const script = folder === "/" ? null : scriptIn(host, words, folder);
  return script === null
    ? host.whyUnguarded(file)
    : "'" + script + "' would be a file in the caller's folder: name it by its whole path";
}

const interpreter = /(?:^|\/)(?:[a-z]{0,2}sh|(?:python|perl|ruby|node|php|lua)[\d.]*)$/;

/** A script that an interpreter would find in the folder where it runs, or the first command of a line for the shell; or null. */
function scriptIn(host: Host, words: readonly string[], folder: string): string | null {
  const isLine = words[1] === "-c" && words.length === 3;
  const [first, ...others] = isLine ? (words[2] as string).split(/[\s"';|&<>()]+/) : words;
  const name = first as string;
  const isRelative = (word: string): boolean => word !== "" && !/^[/-]/.test(word);
  const named = isLine && isRelative(name) && name.indexOf("/") > 0 ? [name] : [];
  for (const word of named.concat(interpreter.test(name) ? others.filter(isRelative) : [])) {
    const stat = host.stat(folder + "/" + word);
    if (stat !== null && stat.kind === "file") return word;
  }
  return null;
}

function environmentOf(
  host: Host,
  { env }: PlannedProgram,
  cwd: string,
  values: Values,
  isSealed: boolean,
  place: ProgramPlace | null,
): string[] {
  const entries: string[] = ["CLAUDE_PROJECT_DIR=" + cwd];
  for (const name of isSealed ? Object.keys(sealedVariables) : usualVariables) {
    const value = isSealed ? sealedVariables[name] : host.env(name);
    if (value !== undefined) entries.push(name + "=" + value);
  }
  if (place !== null)
    for (const name of Object.keys(place.variables)) entries.push(name + "=" + place.variables[name]);
  for (const variable of env) {
    const { name } = variable;
    const value = valueOfVariable(variable, values);
    if (value === undefined) continue;
    const at = placeOf(entries, name);
    if (at < 0) entries.push(name + "=" + value);
    else if (!isSealed) entries[at] = name + "=" + value;
  }
  return entries;
}

function placeOf(entries: readonly string[], name: string): number {
  for (let i = 0; i < entries.length; i++) if ((entries[i] as string).startsWith(name + "=")) return i;
  return -1;
}
