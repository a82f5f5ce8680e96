/** Runs the repository's own hook as git would: in the same directory, with the same arguments. */
import type { Decision, EnvChanges, ExecDecision, Host, RunStatus } from "../host.ts";
import { contextVariable, sendingVariable, traceVariable, type HookContext } from "./hook-context.ts";
import type { HookName } from "../git/hook-names.ts";

/**
 * The hook's path as git names it; null if there is none to run.
 * Prints git's hint if the hook is not executable.
 */
export function findOwnHook(host: Host, context: HookContext, name: HookName): string | null {
  if (context.skipped.indexOf(name) >= 0) return null;
  // As cleanup_path in git's path.c.
  const path = (context.hooks + "/" + name).replace(/^\.\/+/, "");
  const stat = host.stat(path);
  if (stat === null) return null;
  if (stat.executable) return path;
  if (context.advises) host.write(2, ignoredHint(path));
  return null;
}

/** As find_hook in git's hook.c. */
function ignoredHint(path: string): string {
  return (
    "hint: The '" +
    path +
    "' hook was ignored because it's not set as executable.\n" +
    "hint: You can disable this warning with `git config advice.ignoredHook false`.\n"
  );
}

/** The hook replaces our process. */
export function execOwnHook(host: Host, path: string): ExecDecision {
  const words: (number | string)[] = host.argv.map((_, i) => i);
  words[0] = path;
  return { action: "exec", argv: words, stdin: null, program: path, env: withoutCall() };
}

/** Runs the hook and waits. `stdin`: what git passed to it, if we have read it already. */
export function runOwnHook(host: Host, path: string, stdin?: string): RunStatus {
  return host.runProgram(path, [path].concat(host.argv.slice(1)), withoutCall(), stdin);
}

/** Signals that git does not report: INT, QUIT, PIPE. */
const silentSignals = [2, 3, 13];

/**
 * After a child failed, exits the same way. A signal is reported here, because git would attribute it to us
 * (wait_or_whine in git's run-command.c).
 */
export function exitLikeChild(host: Host, path: string, status: RunStatus): Decision {
  if (status >= 0) return { action: "exit", status };
  const signal = -status;
  if (silentSignals.indexOf(signal) >= 0) return { action: "raise", signal };
  host.write(2, "error: " + path + " died of signal " + signal + "\n");
  return { action: "exit", status: 128 + signal };
}

function withoutCall(): EnvChanges {
  const changes: EnvChanges = {};
  changes[contextVariable] = null;
  changes[traceVariable] = null;
  // The hook has none of git's connection, so the gits that it runs may keep the pipes that it gives them.
  changes[sendingVariable] = null;
  return changes;
}
