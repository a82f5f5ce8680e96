/**
 * `Host` on Node, for the CLI, the library and the tests.
 */
import { createHash } from "node:crypto";
import { isatty } from "node:tty";
import { inputsOf } from "../../engine/core/plan.ts";
import { fnv1a } from "../../engine/core/plan-file.ts";
import type { Host } from "../host.ts";
import { renderLine, renderLines } from "./json-line.ts";
import { runHookProgram } from "./run-hook-program.ts";
import { ancestorProgram, ancestorWords, siblings } from "./ancestors.ts";
import { readEnvironment, readWorkingDirectory, toBuffer } from "./byte-strings.ts";
import { findRealProgram } from "./find-real-program.ts";
import { whyUnguarded } from "./guarded.ts";
import { isOwnFolder, readOwnFile } from "./own-files.ts";
import { makeTemporaryFolder, privateFolder, removeFolder } from "./own-folders.ts";
import {
  isThere,
  listNames,
  readAnything,
  readMentioning,
  resolveReal,
  statPath,
  throwFault,
} from "./read-files.ts";
import { readLooseObject } from "./read-loose-object.ts";
import { treeOfIndex } from "./tree-of-index.ts";
import { readingObjects } from "./reading-objects.ts";
import { readPackets } from "./read-packets.ts";
import { sendLines } from "./send-lines.ts";
import { readStdin } from "./read-stdin.ts";
import { runColdSide } from "./run-cold.ts";
import { runForOutput, runOnOurFiles } from "./run-program.ts";
import {
  appendLine,
  makeFolder,
  makeSymlink,
  removeOne,
  tryAppend,
  writeBytes,
  writeWholeFile,
} from "./write-files.ts";

export interface NodeHostOptions {
  /** The command line to judge, program name first. */
  argv: readonly string[];
  /** Name of the program that interlock replaces; defaults to that of the command line. */
  program?: string;
  /** Byte strings; defaults to this process's environment. */
  env?: ReadonlyMap<string, string>;
  cwd?: string;
  /** interlock's own bin folder: a git found there is not the real one. */
  ownFolder?: string;
  /** The program and arguments that start our CLI; defaults to how this process was started. */
  coldCommand?: readonly string[];
}

export interface NodeHost extends Host {
  /** The policy of the last `setFailurePolicy`. */
  readonly failurePolicy: "block" | "pass";
}

/** C0 except tab and LF and, as UTF-8, C1 and what turns the direction of a line. As in shim/native/process/output.c. */
const controls = /[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2(?:\x80[\xa8-\xae]|\x81[\xa6-\xa9])/g;
/** All of these but colours. */
const otherControls = new RegExp("(?!\\x1b\\[[0-9;]*m)(?:" + controls.source + ")", "g");
const defaultTimeoutMs = 10_000;

/** What only the binary needs. */
const unneeded = {
  // No git waits for this process as a hook.
  readTrace: () => null,
  // Node has no locks that end with their process. The native host takes the turn for a plan that the shim waits for.
  awaitTurn: () => false,
  endTurn: () => undefined,
  hasColdSide: () => true,
  // Node has no limit on time and memory to restart.
  resetDeadline: () => undefined,
  // cli/verify/progress.ts shows progress instead.
  progress: () => undefined,
} satisfies Partial<Host>;

function files(absolute: (path: string) => string) {
  return {
    stat: (path) => statPath(absolute(path)),
    isThere: (path) => isThere(absolute(path)),
    realPath: (path) => resolveReal(absolute(path)),
    areUnchanged: (inputs) =>
      inputsOf({ inputs: [...inputs] }).every(
        ({ path, stamp }) => (statPath(absolute(path))?.stamp ?? "absent") === stamp,
      ),
    readFile: (path, most, words) => orFault(path, readMentioning(absolute(path), most, words)),
    readInput: (path) => orFault(path, readAnything(absolute(path))),
    readOwnFile: (path, most) => orFault(path, readOwnFile(absolute(path), most)),
    readLooseObject: (folder, type, id) => readLooseObject(absolute(folder), type, id),
    treeOfIndex: (path, digits) => treeOfIndex(absolute(path), digits),
    listDirectory(path, except) {
      const names = orFault(path, listNames(absolute(path)));
      return typeof names === "number" || !except ? names : names.filter((each) => !each.endsWith(except));
    },
    makeDirectory: (path, isPrivate) => makeFolder(absolute(path), isPrivate),
    isOwnFolder: (path) => isOwnFolder(absolute(path)),
    makeLink: (target, path) => makeSymlink(target, absolute(path)),
    removeFile: (path) => removeOne(absolute(path)),
    writeFile: (path, bytes) => writeWholeFile(absolute(path), bytes),
    tryAppend: (path) => tryAppend(absolute(path)),
  } satisfies Partial<Host>;
}

export function createNodeHost(options: NodeHostOptions): NodeHost {
  const env = options.env ?? readEnvironment();
  const cwd = options.cwd ?? readWorkingDirectory();
  const coldCommand = options.coldCommand ?? ownCommand();
  const name = options.program ?? ((options.argv[0] ?? "").replace(/^.*\//, "") || "git");
  const absolute = (path: string): string => (path.startsWith("/") ? path : `${cwd}/${path}`);
  const findProgram = (program: string): string =>
    findRealProgram(program, env.get("PATH") ?? null, cwd, options.ownFolder ?? "");
  const realProgram = (): string => findProgram(name);
  const git = (): string => findProgram(name === "gh" ? "git" : name);
  // Not `performance`, which takes a millisecond to load.
  const started = process.uptime();
  let failurePolicy: "block" | "pass" = "block";
  let temporaryFolder = "";
  let ownProgram: string | undefined;
  return {
    argv: options.argv,
    env: (variable) => env.get(variable),
    envNames: (prefix) => [...env.keys()].filter((variable) => variable.startsWith(prefix)),
    cwd: () => cwd,
    ...files(absolute),
    readStdin: () => orFault("standard input", readStdin()),
    readPackets,
    checksum: fnv1a,
    isTerminal: (fd) => isatty(fd),
    privateFolder: (make) => privateFolder(make, env),
    appendRecord: (path, pieces) => appendLine(absolute(path), renderLine(pieces)),
    sendRecord: (path, pieces) => sendLines(options.ownFolder, absolute(path), renderLines(pieces)),
    sha256: (bytes) => createHash("sha256").update(toBuffer(bytes)).digest("hex"),
    whyUnguarded,
    now: (precise) => {
      const [seconds, fraction] = new Date().toISOString().split(/[.Z]/) as [string, string];
      return precise ? `${seconds}.${fraction}000000Z` : `${seconds}Z`;
    },
    elapsed: () => (process.uptime() - started) * 1000,
    userId: () => process.getuid?.() ?? 0,
    realProgram,
    ownProgram: () =>
      (ownProgram ??=
        options.ownFolder === undefined ? "" : (resolveReal(`${options.ownFolder}/interlock`) ?? "")),
    ownPrefix: () => (options.ownFolder === undefined ? "" : `${options.ownFolder}/..`),
    ancestorProgram,
    ancestorWords,
    siblings,
    runHookProgram,
    runGit: (args, run) => runForOutput(git(), args, { env, cwd }, run),
    runReal: (args, run) => runForOutput(realProgram(), args, { env, cwd }, run),
    ...readingObjects(realProgram, { env, cwd }),
    ...unneeded,
    makeTemporaryFolder() {
      if (temporaryFolder !== "") removeFolder(temporaryFolder);
      return (temporaryFolder = makeTemporaryFolder(env.get("TMPDIR")));
    },
    removeTemporaryFolder() {
      if (temporaryFolder !== "") removeFolder(temporaryFolder);
      temporaryFolder = "";
    },
    runProgram: (path, argv, changes, stdin) =>
      runOnOurFiles(absolute(path), argv, { env, cwd }, changes, stdin),
    runCold: (args) => runColdSide(coldCommand, args, timeoutOf(env.get("INTERLOCK_TIMEOUT_MS"))),
    setFailurePolicy(policy) {
      failurePolicy = policy;
    },
    get failurePolicy() {
      return failurePolicy;
    },
    write: (fd, bytes, styled = false) =>
      writeBytes(fd, bytes.replace(styled ? otherControls : controls, "?")),
  };
}

function orFault<T>(path: string, read: T | number): T | number {
  if (typeof read === "number") throwFault(path, read);
  return read;
}

/** How this program was started. A single executable has no script to name. */
function ownCommand(): string[] {
  const script = process.argv[1] ?? process.execPath;
  return script === process.execPath ? [script] : [process.execPath, script];
}

function timeoutOf(text: string | undefined): number {
  return text !== undefined && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : defaultTimeoutMs;
}
