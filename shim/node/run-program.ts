/**
 * Runs another program with byte strings. Node passes arguments only as UTF-8, so other arguments are passed
 * by a shell, which gets them from its script.
 */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { constants } from "node:os";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { notStarted, type EnvChanges, type RunOptions, type RunResult, type RunStatus } from "../host.ts";
import { fromBuffer, toBuffer } from "./byte-strings.ts";
import { makeTemporaryFolder, removeFolder } from "./own-folders.ts";
import { readBytes } from "./read-files.ts";

export interface Surroundings {
  env: ReadonlyMap<string, string>;
  cwd: string;
}

/** The program's stderr is dropped. */
export function runForOutput(
  path: string,
  args: readonly string[],
  around: Surroundings,
  options: RunOptions = {},
): RunResult {
  if (options.traced === true) return runTraced(path, args, around, options);
  const { status, stdout } = runForBytes(path, args, around, options, toBuffer(options.stdin ?? ""));
  return { status, stdout: fromBuffer(stdout) };
}

/** The same with input and output as buffers, because they may be large. */
export function runForBytes(
  path: string,
  args: readonly string[],
  around: Surroundings,
  { only, env: changes = {}, errors = false }: Pick<RunOptions, "only" | "env" | "errors">,
  stdin: Buffer,
): { status: RunStatus; stdout: Buffer } {
  // Without a real git the path is empty, and Node would throw.
  if (path === "") return { status: notStarted, stdout: Buffer.alloc(0) };
  const passedOn = new Map([...around.env].filter(([name]) => isKept(name, only)));
  const env = changed(passedOn, changes);
  const files: ("pipe" | "ignore")[] = errors ? ["pipe", "ignore", "pipe"] : ["pipe", "pipe", "ignore"];
  const result = spawn(path, ["git", ...args], { ...around, env }, files, stdin);
  return { status: statusOf(result), stdout: (errors ? result.stderr : result.stdout) ?? Buffer.alloc(0) };
}

/** By default everything except traces: the caller wants traces of its own commands, not of ours. */
export function isKept(name: string, only: readonly string[] | undefined): boolean {
  if (only === undefined) return !name.startsWith("GIT_TRACE");
  return only.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

function runTraced(
  path: string,
  args: readonly string[],
  around: Surroundings,
  options: RunOptions,
): RunResult {
  const folder = makeTemporaryFolder(around.env.get("TMPDIR"));
  const untraced = { ...options, traced: false };
  if (folder === "") return { ...runForOutput(path, args, around, untraced), trace: "" };
  try {
    const file = `${folder}/trace`;
    const env = { ...options.env, GIT_TRACE_PACKET: file };
    const result = runForOutput(path, args, around, { ...untraced, env });
    const trace = readBytes(file);
    return { ...result, trace: typeof trace === "string" ? trace : "" };
  } finally {
    removeFolder(folder);
  }
}

export function runOnOurFiles(
  path: string,
  argv: readonly string[],
  around: Surroundings,
  changes: EnvChanges,
  stdin?: string,
): RunStatus {
  const files: ("inherit" | "pipe")[] = [stdin === undefined ? "inherit" : "pipe", "inherit", "inherit"];
  const input = stdin === undefined ? undefined : toBuffer(stdin);
  return statusOf(spawn(path, argv, { ...around, env: changed(around.env, changes) }, files, input));
}

function changed(env: ReadonlyMap<string, string>, changes: EnvChanges): Map<string, string> {
  const after = new Map(env);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

function spawn(
  path: string,
  argv: readonly string[],
  { env, cwd }: Surroundings,
  stdio: ("ignore" | "inherit" | "pipe")[],
  input?: Buffer,
): SpawnSyncReturns<Buffer> {
  const variables = Object.fromEntries(
    [...env].map(([name, value]) => [decodeUtf8(name), decodeUtf8(value)]),
  );
  const options = {
    cwd: decodeUtf8(cwd),
    env: childEnvironment(variables),
    stdio,
    maxBuffer: 1 << 30,
    ...(input === undefined ? {} : { input }),
  };
  if ([path, ...argv].every((word) => encodeUtf8(decodeUtf8(word)) === word))
    return spawnSync(decodeUtf8(path), argv.slice(1).map(decodeUtf8), {
      ...options,
      argv0: decodeUtf8(argv[0] ?? ""),
    });
  const words = [path, ...argv.slice(1)].map((word) => `"$(printf '${octal(word)}.')"`);
  const script = `set -- ${words.join(" ")}; for w do set -- "$@" "\${w%.}"; shift; done; exec "$@"`;
  return spawnSync("/bin/sh", ["-c", script], options);
}

function octal(word: string): string {
  return [...word].map((unit) => `\\${unit.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
}

function statusOf(result: SpawnSyncReturns<Buffer>): RunStatus {
  if (result.status !== null) return result.status;
  return result.signal === null ? notStarted : -constants.signals[result.signal];
}

/** pkg's own variables. Not all of PKG_*: PKG_CONFIG_PATH belongs to pkg-config. */
const pkgVariables = ["PKG_EXECPATH", "PKG_STRICT_VER", "DEBUG_PKG", "SIZE_LIMIT_PKG", "FOLDER_LIMIT_PKG"];

type Environment = { [name: string]: string | undefined };

export function childEnvironment(env: Environment): Environment {
  const child: Environment = { ...env };
  for (const name of pkgVariables) delete child[name];
  // pkg's patched spawn adds the variable if it is undefined. A non-enumerable one satisfies that check, and
  // node:child_process does not pass it on.
  return Object.defineProperty(child, "PKG_EXECPATH", { value: "", enumerable: false });
}

/** For another run of our own program, which the caller's options for node must not change. */
export function coldEnvironment(env: Environment): Environment {
  const child = childEnvironment(env);
  delete child["NODE_OPTIONS"];
  return child;
}
