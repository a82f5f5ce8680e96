/**
 * Gives a command our hooks folder, our exec-path and, where an editor has the last word, our editor.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { callEnvironment, leaveCall, quote, type Call } from "./hook-context.ts";
import { editorName, type HookName } from "../git/hook-names.ts";
import { listHooks, makeHooksFolder } from "./hooks-folder.ts";
import { makeExecPath } from "./exec-path.ts";
import { noPlace } from "../plan/own-folder.ts";
import type { ArgvWord, Decision, EnvChanges, Host } from "../host.ts";
import { askAboutCommit } from "../git/ask-git.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinPath, workingDirectory, type Repository } from "../git/repository.ts";
import type { Layers } from "../plan/layers.ts";
import type { OpenCommand } from "../plan/open-command.ts";

export interface Injection {
  call: Call;
  /** Hooks that we need, whether the repository has them or not. */
  ours: readonly HookName[];
  /** Where the repository's own hooks are, for us to look. */
  hooksFolder: string;
  wrapsEditor: boolean;
  /** Words of the command line that are changed: by index; an index behind the last one appends. */
  edits: { [index: number]: ArgvWord[] };
  /** Options that are put behind the command's name. */
  options: readonly string[];
}

/** The decision, or what is in the way. */
export function inject(host: Host, globals: GlobalPart, injection: Injection): Decision | Problem {
  const { call, ours, edits } = injection;
  const theirs = listHooks(host, injection.hooksFolder).filter((name) => call.skipped.indexOf(name) < 0);
  const folder = makeHooksFolder(host, call.layers, ours, theirs);
  const sends = call.layers.seal && call.command === "push";
  const wrapped = sends ? gitsOwnExecPath(globals) : wrapExecPath(host, globals, call.layers);
  if (typeof folder !== "string") return folder;
  if (wrapped === null) return noPlace();
  const setting: ArgvWord[] = ["-c", "core.hooksPath=" + folder, globals.commandIndex, ...injection.options];
  // Where there is none, git has words for it.
  const wrapsEditor = injection.wrapsEditor && askAboutCommit(host, ["var", "GIT_EDITOR"]).status === 0;
  const editor = wrapsEditor ? quote(folder + "/" + editorName) : "";
  return {
    action: "exec",
    argv: editWords(host.argv.length, { ...wrapped.edits, [globals.commandIndex]: setting, ...edits }),
    stdin: null,
    env: { ...wrapped.env, ...callEnvironment(host, call, folder, editor) },
  };
}

/** The command runs as it came, but what it starts finds us. */
export function wrapChildren(host: Host, globals: GlobalPart, layers: Layers): Decision | Problem {
  const wrapped = wrapExecPath(host, globals, layers);
  if (wrapped === null) return noPlace();
  const argv = editWords(host.argv.length, wrapped.edits);
  return leaveCall({ action: "exec", argv, stdin: null, env: wrapped.env });
}

/**
 * What to do with the decision about a rewritten command, which needs it only where the repository has hooks that
 * may call git.
 */
export function wrapHooks(
  host: Host,
  command: OpenCommand,
  repository: Repository,
): ((decision: Decision) => Decision) | Problem {
  if (listHooks(host, repository.commonDir + "/hooks").length === 0) return leaveCall;
  const wrapped = wrapExecPath(host, command.globals, command.layers);
  if (wrapped === null) return noPlace();
  return (decision) => leaveCall(decision.action === "exec" ? { ...decision, env: wrapped.env } : decision);
}

interface ChosenExecPath {
  env: EnvChanges;
  edits: Injection["edits"];
}

/** git would warn of a graft file that is there, an empty one too. */
const noFile = "/dev/null/none";

/**
 * For what sends in a sealed install: the programs that git starts to do so (pack-objects) are its own, and no others of
 * the same names; and they pack history as the commits tell it.
 */
export function gitsOwnExecPath(globals: GlobalPart): ChosenExecPath {
  const edits: Injection["edits"] = {};
  for (const { name, at } of globals.options) if (name === "--exec-path") edits[at] = [];
  return { env: { GIT_EXEC_PATH: null, GIT_GRAFT_FILE: noFile }, edits };
}

/** Null if there is no place for it. */
function wrapExecPath(host: Host, globals: GlobalPart, layers: Layers): ChosenExecPath | null {
  const edits: Injection["edits"] = {};
  // There every git that is found is ours.
  if (layers.seal) return { env: {}, edits };
  let asked = host.env("GIT_EXEC_PATH") ?? "";
  const words = globals.options.filter(({ name }) => name === "--exec-path");
  const word = words[words.length - 1];
  if (word) asked = word.value;
  const path = makeExecPath(host, layers, asked === "" ? "" : resolveExecPath(host, globals, asked));
  if (path === null) return null;
  // The option outranks the variable.
  if (word) edits[word.at] = ["--exec-path=" + path];
  return { env: { GIT_EXEC_PATH: path }, edits };
}

/** A relative one is seen from where git goes by its -C. */
function resolveExecPath(host: Host, globals: GlobalPart, asked: string): string {
  return host.realPath(joinPath(workingDirectory(host, globals.options) ?? ".", asked)) ?? asked;
}

function editWords(count: number, edits: Injection["edits"]): ArgvWord[] {
  const words: ArgvWord[] = [];
  for (let i = 0; i <= count; i++) {
    const edit = edits[i];
    if (edit) words.push(...edit);
    else if (i < count) words.push(i);
  }
  return words;
}
