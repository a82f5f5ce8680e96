/**
 * `interlock setup`: puts interlock's folder first on the PATH of the user's shells, and takes it out again.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { say, sayJson, sayNotice } from "../shared/output.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { refuseCall, refuseSetUp } from "../shared/refuse.ts";
import { findBlock, renderBlock, withBlock, withoutBlock } from "./block.ts";
import { readStartUp, refuseDanglingLink, replaceStartUp, stagedSuffix } from "./edit-file.ts";
import { shellNames, shells, shellsInUse, type ShellName } from "./shells.ts";

type State = "to add" | "there" | "added" | "removed" | "absent";

interface Step {
  shell: ShellName;
  path: string;
  state: State;
  block: string;
  /** What the file contains, a byte string; null if there is none. */
  old: string | null;
  /** What it will contain; null to remove it. */
  text: string | null;
}

export function runSetup(line: VerbLine): number {
  if (line.has("--write") && line.has("--undo"))
    return refuseCall("'--write' and '--undo' exclude each other", "run it with one of them");
  const home = process.env["HOME"] ?? "";
  if (home === "") return refuseSetUp("there is no home", "set HOME");
  const folder = join(ownPrefix(), "bin");
  if (folder.includes(":"))
    return refuseSetUp(`'${folder}' cannot stand on PATH: it has a colon`, "move the install");
  const asked = line.values("--shell").map(decodeUtf8);
  const unknown = asked.find((name) => !(shellNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    return refuseCall(`unknown shell '${unknown}'`, `use one of: ${shellNames.join(", ")}`);
  const undo = line.has("--undo");
  const chosen = asked.length > 0 ? (asked as ShellName[]) : undo ? shellNames : shellsInUse(home);
  try {
    const steps = planSteps(chosen, home, folder, undo);
    if (typeof steps === "string")
      return refuseSetUp(
        `'${steps}' has one of interlock's marker lines without the other`,
        "remove it by hand, then run this again",
      );
    return line.has("--write") || undo ? apply(steps, folder, line) : show(steps, line);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    const file = (path ?? home).replace(stagedSuffix, "");
    const why = code === "EACCES" || code === "EPERM" ? "permission denied" : (code ?? message);
    return refuseSetUp(
      `'${file}' cannot be changed: ${why}`,
      "nothing was changed; make it and its folder writable for you, or name another shell with --shell",
    );
  }
}

/** Nothing is written yet. The path of a file that cannot be edited, if there is one. */
function planSteps(
  chosen: readonly ShellName[],
  home: string,
  folder: string,
  undo: boolean,
): Step[] | string {
  const steps: Step[] = [];
  for (const shell of chosen)
    for (const path of shells[shell].files(home)) {
      if (steps.some((step) => step.path === path)) continue;
      const block = renderBlock(shells[shell].line(folder));
      const step = undo ? undoStep(path) : writeStep(path, encodeUtf8(block));
      if (step === null) return path;
      steps.push({ shell, path, block, ...step });
    }
  return steps;
}

function writeStep(path: string, block: string): Pick<Step, "state" | "old" | "text"> | null {
  refuseDanglingLink(path);
  const old = readStartUp(path);
  const text = withBlock(old, block);
  return text === null ? null : { state: text === old ? "there" : "to add", old, text };
}

function undoStep(path: string): Pick<Step, "state" | "old" | "text"> | null {
  const old = readStartUp(path);
  if (old === null) return { state: "absent", old, text: null };
  const rest = withoutBlock(old);
  if (rest === null) return null;
  if (findBlock(old)?.block === "") return { state: "absent", old, text: old };
  return { state: "removed", old, text: rest.isOurs ? null : rest.text };
}

function apply(steps: readonly Step[], folder: string, line: VerbLine): number {
  const changes = steps.filter(({ state }) => state === "removed" || state === "to add");
  changes.forEach(({ path, text }, i) => {
    try {
      put(path, text);
    } catch (error) {
      // All files or none.
      for (const done of changes.slice(0, i)) put(done.path, done.old);
      throw error;
    }
  });
  for (const step of steps) if (step.state === "to add") step.state = "added";
  if (line.has("--json")) {
    sayJson(describe(steps));
    return 0;
  }
  const done = steps.filter(({ state }) => state !== "absent");
  for (const { state, path } of done) sayNotice(`${state.padEnd(7)}  ${path}\n`);
  if (line.has("--undo")) {
    if (done.length === 0) sayNotice("interlock: there is nothing to undo\n");
    return 0;
  }
  sayNotice(
    `interlock: new shells find ${folder} first; 'interlock setup --undo' takes it out again\n` +
      "hint: start the agent from a new shell. 'bash -c' and 'sh -c' read no such file: they have the PATH of the program that\n" +
      `hint: starts them, so in an image set it there, as in 'ENV PATH=${folder}:$PATH'\n`,
  );
  return 0;
}

function put(path: string, text: string | null): void {
  if (text === null) rmSync(path);
  else replaceStartUp(path, text);
}

/** Prints what `--write` would do. */
function show(steps: readonly Step[], line: VerbLine): number {
  if (line.has("--json")) {
    sayJson(describe(steps));
    return 0;
  }
  for (const { shell, path, state, block } of steps)
    say(state === "there" ? `# ${shell}: ${path} has it\n\n` : `# ${shell}: add to ${path}\n${block}\n`);
  sayNotice("# 'interlock setup --write' does this, 'interlock setup --undo' takes it back\n");
  return 0;
}

/** For programs. */
function describe(steps: readonly Step[]): object {
  return { files: steps.map(({ shell, path, state, block }) => ({ shell, path, state, block })) };
}
