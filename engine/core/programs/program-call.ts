/** What one call of a hook program starts, where and with which environment, whoever starts it. All are byte strings. */
import type { PlannedProgram } from "../plan.ts";
import { sealedVariables, usualVariables } from "../program-environment.ts";

export type Variable = readonly [name: string, value: string];

/** What a call may ask of the world. */
export interface ProgramFiles {
  stat(path: string): { kind: string; executable: boolean } | null;
  /** Empty, or what somebody else than root could change about a file. */
  whyUnguarded(path: string): string;
}

export interface CallSetting {
  /** A sealed install runs nothing that the caller could have written, and not by the caller's environment. */
  isSealed: boolean;
  /** The caller's environment. */
  env(name: string): string | undefined;
  /** What interlock sets: the folder that the operation is about, the repository of a commit. */
  own: readonly Variable[];
  /** What the hook asks for. */
  asked: readonly Variable[];
  /** Where it usually runs. */
  folder: string;
  /** Does a commit run it, among the caller's files? */
  isAtCommit: boolean;
}

export interface PreparedCall {
  file: string;
  folder: string;
  environment: readonly Variable[];
}

export function prepareCall(
  { words, layer }: Pick<PlannedProgram, "words" | "layer">,
  setting: CallSetting,
  files: ProgramFiles,
): PreparedCall | { failure: string } {
  const { isSealed, isAtCommit } = setting;
  const environment = programEnvironment(setting);
  // In the caller's folder a relative name would lead to the caller's files; at a commit, `whyNotSealed` looks for such a name.
  const folder = isSealed && !isAtCommit ? "/" : setting.folder;
  const name = words[0] as string;
  const file = findProgram(name, folder, environment, files);
  if (file === null) return { failure: "cannot be started: '" + name + "' is not on the PATH" };
  const why = isSealed ? whyNotSealed(layer, words, file, folder, files) : "";
  if (why !== "") return { failure: "does not run in a sealed install: " + why };
  return { file, folder, environment };
}

/** In a sealed install nothing replaces what is set already. */
export function programEnvironment({
  isSealed,
  env,
  own,
  asked,
}: Pick<CallSetting, "isSealed" | "env" | "own" | "asked">): Variable[] {
  const entries: Variable[] = [];
  for (const name of isSealed ? Object.keys(sealedVariables) : usualVariables) {
    const value = isSealed ? sealedVariables[name] : env(name);
    if (value !== undefined) entries.push([name, value]);
  }
  for (const variable of own) entries.push(variable);
  for (const variable of asked) {
    const at = placeOf(entries, variable[0]);
    if (at < 0) entries.push(variable);
    else if (!isSealed) entries[at] = variable;
  }
  return entries;
}

function placeOf(entries: readonly Variable[], name: string): number {
  for (let i = 0; i < entries.length; i++) if ((entries[i] as Variable)[0] === name) return i;
  return -1;
}

/** The path of a program that is named without a slash, as execvp looks for it; null if there is none. */
function findProgram(
  name: string,
  folder: string,
  environment: readonly Variable[],
  { stat }: ProgramFiles,
): string | null {
  if (name.indexOf("/") >= 0) return name;
  const at = placeOf(environment, "PATH");
  const path = at < 0 ? "/usr/local/bin:/usr/bin:/bin" : (environment[at] as Variable)[1];
  for (const each of path.split(":")) {
    const place = each === "" ? folder : each.startsWith("/") ? each : folder + "/" + each;
    const found = stat(place + "/" + name);
    if (found !== null && found.kind === "file" && found.executable) return place + "/" + name;
  }
  return null;
}

/** Empty if it runs there. */
function whyNotSealed(
  layer: PlannedProgram["layer"],
  words: readonly string[],
  file: string,
  folder: string,
  files: ProgramFiles,
): string {
  if (layer !== "install") return "it is of the " + layer + " layer, which the caller can write";
  const script = folder === "/" ? null : scriptIn(words, folder, files);
  return script === null
    ? files.whyUnguarded(file)
    : "'" + script + "' would be a file in the caller's folder: name it by its whole path";
}

const interpreter = /(?:^|\/)(?:[a-z]{0,2}sh|(?:python|perl|ruby|node|php|lua)[\d.]*)$/;

/** A script that an interpreter would find in the folder where it runs, or the first command of a line for the shell; or null. */
function scriptIn(words: readonly string[], folder: string, { stat }: ProgramFiles): string | null {
  const isLine = words[1] === "-c" && words.length === 3;
  const [first, ...others] = isLine ? (words[2] as string).split(/[\s"';|&<>()]+/) : words;
  const name = first as string;
  const isRelative = (word: string): boolean => word !== "" && !/^[/-]/.test(word);
  const named = isLine && isRelative(name) && name.indexOf("/") > 0 ? [name] : [];
  for (const word of named.concat(interpreter.test(name) ? others.filter(isRelative) : [])) {
    const found = stat(folder + "/" + word);
    if (found !== null && found.kind === "file") return word;
  }
  return null;
}
