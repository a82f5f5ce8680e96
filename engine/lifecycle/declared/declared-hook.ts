/**
 * A hook with a handler, as a file declares it: checked and resolved, and not yet something to call.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import type { FailurePolicy, ProgramVariable, Reference, When } from "../../core/plan.ts";
import type { DialectName } from "../dialects/dialects.ts";
import type { FiledHook } from "../hook.ts";

export interface DeclaredHook extends FiledHook {
  /** References that must have a value. */
  present: readonly Reference[];
  /** The kinds of commits and the remotes that it is for; any, if left out. */
  onlyFor: Pick<When, "commit" | "remote">;
  /** The config key `environment` must be one of these; empty: whatever it is. */
  environments: readonly string[];
  match: MatchForm;
  handler: HandlerForm;
}

export interface HandlerForm {
  kind: string;
  /** The kind as its file names it: `script` is another name of `command`. */
  writtenKind: string;
  /** A list is run as it is; a text is a command line for the shell, or a name. */
  command: string | readonly string[];
  args: readonly string[];
  /** Null: as the point says. */
  timeoutMs: number | null;
  onFailure: FailurePolicy | null;
  /** The variables that it gets beside the usual few, and where their values come from. */
  env: readonly ProgramVariable[];
  /** Does it make the same of the same message, always? */
  deterministic: boolean;
  /** The runtime that it was written for; null: what it reads has the names of all. */
  dialect: DialectName | null;
  /** Does exit status 2 of its program refuse? Otherwise it is a failure like any other status. */
  statusRefuses: boolean;
  /** Where it runs, from its usual folder on; null: there. */
  workingDir: string | null;
  /** Where a relative program path begins, a byte string. */
  folder: string;
  /** Where it runs, a byte string; null: the folder that the dispatch is about. */
  cwd: string | null;
}

/** Conditions on the payload. All must hold; one that is left out holds. */
export interface MatchForm {
  /** A regular expression for the whole name of a tool. */
  tool?: string;
  /** Globs; one must match `ability_id`. */
  ability_scope?: readonly string[];
  /** Globs; one must match `operation_key`. */
  operation_key?: readonly string[];
  min_duration_ms?: number;
  /** Globs; one of the changed files must match one. */
  only_if_changed_paths?: readonly string[];
  /** Globs; one must match `recipe_name`. */
  recipe?: readonly string[];
}

/** Null if it runs in this environment, by the config key of that name. */
export function whyOtherEnvironment(
  { environments }: Pick<DeclaredHook, "environments">,
  here: string,
): string | null {
  if (environments.length === 0 || environments.includes(here)) return null;
  return `the environment is '${here}', not '${environments.join("' or '")}'`;
}

/** What is run: bytes. A list is a program and its arguments; a text alone is a line for the shell. */
export function wordsOf({
  command,
  args,
  folder,
}: Pick<HandlerForm, "command" | "args" | "folder">): string[] {
  if (typeof command === "string" && args.length === 0) return ["/bin/sh", "-c", encodeUtf8(command)];
  const [first = "", ...own] = (typeof command === "string" ? [command, ...args] : [...command, ...args]).map(
    encodeUtf8,
  );
  // A name without a slash is looked up on the PATH.
  const isRelative = first.includes("/") && !first.startsWith("/");
  return [isRelative ? `${folder.replace(/\/$/, "")}/${first.replace(/^(?:\.\/)+/, "")}` : first, ...own];
}
