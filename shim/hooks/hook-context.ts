/**
 * The context that the shim passes to the hooks and the editor that git will start, in one environment
 * variable. Three more variables name what the native host must remove from the environment again
 * (shim/native/start/injection.c).
 */
import type { CommitKind } from "../../engine/core/occasion.ts";
import type { GitIdent } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { CommandTraits } from "../git/command-traits.ts";
import type { IdentParts } from "../git/idents.ts";
import type { Layers } from "../plan/layers.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import type { HookName } from "../git/hook-names.ts";

export interface HookContext extends CommandTraits {
  /** The git command. */
  command: string;
  /** The kind for `when.commit` that the command implies. */
  kind: CommitKind;
  /** Does it amend HEAD? */
  amends: boolean;
  /** The repository's own hooks folder, as git names it in the directory where hooks run. */
  hooks: string;
  /** The repository's hooks that must not run. */
  skipped: readonly HookName[];
  /** The hooks in which the rules run last: over the message, or over a push. */
  enforcingHooks: readonly HookName[];
  /** Does a program get the list of files that the commit changes? */
  asksPaths: boolean;
  /** Does a hook point run over the draft before the editor opens? */
  prepares: boolean;
  message: MessageSettings;
  /** Does git print its hint about hooks that are not executable? */
  advises: boolean;
  quiet: boolean;
  layers: Layers;
  gitDir: string;
  /** The user who runs git, as `<mail>`; empty if git was not asked. */
  self: string;
  /** Author and committer from the settings. */
  idents: { [W in GitIdent]: IdentParts };
  /** For cherry-pick: the words that select the commits. */
  revisions: readonly string[];
  /** The command line that makes the commit with another message. */
  again: string;
}

/** How git will parse and clean the message file. */
export interface MessageSettings {
  /** As git's `--cleanup` has it. */
  cleanup: CleanupMode;
  /** Does an editor run? If null, GIT_EDITOR in the hook's environment tells. */
  editor: boolean | null;
  /** `core.commentChar`, or `auto`. */
  commentChar: string;
  /** Does git write status comments below a message that is edited? */
  hasStatus: boolean;
  /** With -v, git drops everything below the scissors line. */
  verbose: boolean;
  /** git aborts if the user leaves it unchanged; empty if there is none. */
  template: string;
  allowEmpty: boolean;
  isFixup: boolean;
}

export type CleanupMode = "default" | "strip" | "whitespace" | "verbatim" | "scissors";

export const contextVariable = "INTERLOCK_CALL";
/** Where our hook finds git's packet trace, if the decision asked for one. */
export const traceVariable = "INTERLOCK_TRACE";
const parameterVariable = "INTERLOCK_PARAMETER";
/** For shim/native/process/inherited-files.c: the process may hold a connection on which it could send. */
export const sendingVariable = "INTERLOCK_SENDING";

/** Values of GIT_TRACE* that name no file and no descriptor but standard error (get_trace_fd in git's trace.c). */
const harmlessTraces = ["", "0", "1", "2", "true", "false"];

/** A setting of trace2 counts only if its variable is unset. */
const noTrace2: EnvChanges = { GIT_TRACE2: "0", GIT_TRACE2_PERF: "0", GIT_TRACE2_EVENT: "0" };

/**
 * For a git that may hold a connection on which it could send. They follow all settings of the caller, so that none of these starts
 * a program meanwhile: `core.fsmonitor` runs whenever git reads the index, and `push.negotiate` starts a fetch over any transport
 * that the settings name. shim/native/start/injection.c has the same list.
 */
export const settingsWhileSending: readonly string[] = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "push.negotiate=false",
];

/** For a git that gets no GIT_TRACE* variable of the caller; for others, `whileSending`. */
export const notPassedOn: EnvChanges = { [sendingVariable]: "1", ...noTrace2 };

/**
 * In a sealed install, for every git that may hold a connection on which it could send. What it starts does not get the
 * connection (shim/native/process/inherited-files.c), and its traces do not go there: the caller chooses much of their text.
 */
export function whileSending(host: Host): EnvChanges {
  const changes: EnvChanges = { ...notPassedOn };
  for (const name of Object.keys(noTrace2)) if (host.env(name)) delete changes[name];
  for (const name of host.envNames("GIT_TRACE"))
    // GIT_TRACE_BARE takes the times and names off each line, so that the caller could choose every byte of a trace.
    if (name === "GIT_TRACE_BARE" || harmlessTraces.indexOf(host.env(name) as string) < 0)
      changes[name] = "0";
  return changes;
}

/** Variables for a command with our hooks folder and, if given, our editor. */
export function contextEnvironment(
  host: Host,
  context: HookContext,
  hooksFolder: string,
  editor: string,
): EnvChanges {
  const changes: EnvChanges = {};
  // All strings are byte strings, and so is the JSON.
  changes[contextVariable] = JSON.stringify(context);
  changes[parameterVariable] = hooksFolder === "" ? "" : asParameter("core.hooksPath", hooksFolder);
  if (editor === "") return changes;
  const callers = host.env("GIT_EDITOR");
  changes["GIT_EDITOR"] = editor;
  changes["INTERLOCK_EDITOR"] = editor;
  changes["INTERLOCK_CALLERS_EDITOR"] = callers === undefined ? null : callers;
  return changes;
}

/** For a command with one `-c` of ours, which its child processes must not inherit. */
export function parameterEnvironment(key: string, value: string): EnvChanges {
  return { [parameterVariable]: asParameter(key, value) };
}

/** As git_config_push_parameter in config.c writes it. */
function asParameter(key: string, value: string): string {
  return quote(key) + "=" + quote(value);
}

export function sending(host: Host, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  return { ...decision, env: { ...decision.env, ...whileSending(host) } };
}

/** Unsets the context for an unrelated command, so that its child processes do not inherit it. */
export function withoutContext<D extends Decision>(decision: D): D {
  if (decision.action !== "exec") return decision;
  const env: EnvChanges = { ...decision.env };
  env[contextVariable] = null;
  return { ...decision, env };
}

/** The context that git was started with, or null. */
export function readHookContext(host: Host): HookContext | null {
  const text = host.env(contextVariable);
  if (text === undefined) return null;
  try {
    const context: unknown = JSON.parse(text);
    // An older interlock may have written it, with other fields.
    const isOurs = typeof context === "object" && context !== null && "enforcingHooks" in context;
    return isOurs ? (context as HookContext) : null;
  } catch {
    return null;
  }
}

export function noContext({ argv }: Host): Problem {
  return {
    code: "hook-without-context",
    message: "the hook '" + argv[0] + "' was started without interlock's description of the command",
    hint: "run the command again; interlock may have been replaced meanwhile",
    source: "",
  };
}

/**
 * As sq_quote_buf in git's quote.c; a shell accepts it too. Most texts need no quoting, and `indexOf` is
 * faster than a pattern.
 */
export function quote(text: string): string {
  const isPlain = text.indexOf("'") < 0 && text.indexOf("!") < 0;
  return "'" + (isPlain ? text : text.replace(/['!]/g, "'\\$&'")) + "'";
}
