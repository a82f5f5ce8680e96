/**
 * What the shim tells the hooks and the editor that git will start: one environment variable. Three more
 * say what to take out of the environment again, which the native host does (shim/native/injection.c).
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import type { GitIdent } from "../../engine/core/plan.ts";
import type { IdentParts } from "../git/idents.ts";
import type { Layers } from "../plan/layers.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import type { HookName } from "../git/hook-names.ts";

export interface HookContext {
  /** The git command. */
  command: string;
  /** Which of `when.commit` the command says it is. */
  kind: CommitKind;
  /** Does it amend HEAD? */
  amends: boolean;
  /** The repository's own hooks folder, as git names it where the hooks run. */
  hooks: string;
  /** Its hooks that are not to run. */
  skipped: readonly HookName[];
  /** The hooks in which the rules have the last word: on the message, or on a push. */
  enforcingHooks: readonly HookName[];
  /** Does the draft that an editor opens with go through a hook point? */
  prepares: boolean;
  message: MessageSettings;
  /** Does git's hint about hooks that are not executable show? */
  advises: boolean;
  quiet: boolean;
  layers: Layers;
  gitDir: string;
  /** Whoever runs git, as `<mail>`; empty if git was not asked. */
  self: string;
  /** Whom the settings name. */
  idents: { [W in GitIdent]: IdentParts };
  /** For cherry-pick: the words that say which commits. */
  revisions: readonly string[];
  /** The command line that makes the commit with another message. */
  again: string;
}

/** How git will read the message file. */
export interface MessageSettings {
  /** As git's `--cleanup` has it. */
  cleanup: CleanupMode;
  /** Does an editor run? null: as GIT_EDITOR in the hook's environment says. */
  editor: boolean | null;
  /** `core.commentChar`, or `auto`. */
  commentChar: string;
  /** Does git write comment lines below a message that is edited? */
  hasStatus: boolean;
  /** -v: what stands below the scissors line goes. */
  verbose: boolean;
  /** git aborts if it is left as it is; empty if there is none. */
  template: string;
  allowEmpty: boolean;
  isFixup: boolean;
}

export type CleanupMode = "default" | "strip" | "whitespace" | "verbatim" | "scissors";

export const contextVariable = "INTERLOCK_CALL";
/** By which a hook of ours finds what git writes down of its packets, if a decision has it traced. */
export const traceVariable = "INTERLOCK_TRACE";
const parameterVariable = "INTERLOCK_PARAMETER";

/** Variables for a command with our hooks folder and, if given, our editor. */
export function contextEnvironment(
  host: Host,
  context: HookContext,
  hooksFolder: string,
  editor: string,
): EnvChanges {
  const changes: EnvChanges = {};
  // Its strings are byte strings, and so is what comes of them.
  changes[contextVariable] = JSON.stringify(context);
  changes[parameterVariable] = hooksFolder === "" ? "" : asParameter("core.hooksPath", hooksFolder);
  if (editor === "") return changes;
  const callers = host.env("GIT_EDITOR");
  changes["GIT_EDITOR"] = editor;
  changes["INTERLOCK_EDITOR"] = editor;
  changes["INTERLOCK_CALLERS_EDITOR"] = callers === undefined ? null : callers;
  return changes;
}

/** For a command with one setting of ours on its line, which is not for what it starts. */
export function parameterEnvironment(key: string, value: string): EnvChanges {
  return { [parameterVariable]: asParameter(key, value) };
}

/** As git_config_push_parameter in config.c writes it. */
function asParameter(key: string, value: string): string {
  return quote(key) + "=" + quote(value);
}

/** A command that is not part of a context: what it starts must not think so. */
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
    return typeof context === "object" && context !== null ? (context as HookContext) : null;
  } catch {
    return null;
  }
}

/** sq_quote_buf in git's quote.c; a shell takes it too. Most have nothing to quote, which a pattern takes long to see. */
export function quote(text: string): string {
  const isPlain = text.indexOf("'") < 0 && text.indexOf("!") < 0;
  return "'" + (isPlain ? text : text.replace(/['!]/g, "'\\$&'")) + "'";
}
