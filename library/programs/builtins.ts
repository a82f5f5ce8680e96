/**
 * Handlers that need no program: context for the model.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { arch, platform } from "node:os";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { HookContext } from "../../engine/lifecycle/hook.ts";
import type { Result } from "../../engine/lifecycle/merge-results.ts";

export function addDate(): Result {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return { context: `Today's date: ${parts.map((part) => String(part).padStart(2, "0")).join("-")}` };
}

const systems: { [name: string]: string | undefined } = { linux: "Linux", darwin: "MacOS", win32: "Windows" };
const architectures: { [name: string]: string | undefined } = { x64: "x64", arm64: "arm64" };

export function addEnvironmentInfo(_: Result, { cwd }: HookContext): Result {
  const lines = [
    "Here is useful information about the environment you are running in:",
    "\t<env>",
    `\tWorking directory: ${cwd}`,
    `\tIs directory a git repo: ${isRepository(cwd) ? "Yes" : "No"}`,
    `\tOperating System: ${systems[platform()] ?? platform()}`,
    `\tCPU Architecture: ${architectures[arch()] ?? arch()}`,
    "\t</env>",
  ];
  return { context: lines.join("\n") };
}

function isRepository(folder: string): boolean {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, ".git"))) return true;
    if (dirname(here) === here) return false;
  }
}

/** The nearest folder, the given one or above it, in which there is such a file; the given one if none has it. */
function folderWith(name: string, cwd: string): string {
  for (let here = resolve(cwd); ; here = dirname(here)) {
    if (statSync(join(here, name), { throwIfNoEntry: false })?.isFile() === true) return here;
    if (dirname(here) === here) return cwd;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

const largestFile = 64 * 1024;

/**
 * The files named by `args`: each from the working directory, or from the nearest folder above that has it. One that is not
 * there is reported, and no error.
 */
export function addPromptFiles(_: Result, { cwd, args }: HookContext & { args: readonly string[] }): Result {
  const logs: { level: string; message: string }[] = [];
  const texts = args.flatMap((name) => {
    const read = readPromptFile(name, cwd);
    if ("text" in read) return [read.text];
    logs.push({ level: "warn", message: `prompt file '${name}' ${read.problem}` });
    return [];
  });
  return {
    ...(texts.length === 0 ? {} : { context: texts.join("\n\n") }),
    ...(logs.length === 0 ? {} : { logs }),
  };
}

function readPromptFile(name: string, cwd: string): { text: string } | { problem: string } {
  if (isAbsolute(name) || name.split("/").includes(".."))
    return { problem: "is not in the working directory or a folder above it" };
  try {
    const folder = folderWith(name, cwd);
    const path = realpathSync(join(folder, name));
    // A link must not lead out of the folder.
    if (!isBelow(path, realpathSync(folder))) return { problem: `is a link out of '${folder}'` };
    const stat = statSync(path);
    if (!stat.isFile()) return { problem: "is not a file" };
    if (stat.size > largestFile) return { problem: "is larger than 64 KB" };
    return { text: readFileSync(path, "utf8").trimEnd() };
  } catch {
    return { problem: "cannot be read" };
  }
}
