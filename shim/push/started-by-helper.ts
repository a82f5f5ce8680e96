/**
 * Finds out who started the program that sends. Checks the parent
 * processes, because a variable proves nothing.
 */
import { parseGlobalOptions } from "../git/global-options.ts";
import { givesBakedHook } from "./gated-push.ts";
import type { Host, Sibling } from "../host.ts";
import { readHookContext } from "../hooks/hook-context.ts";
import { knownExecPath } from "../hooks/exec-path.ts";
import type { Layers } from "../plan/layers.ts";

/**
 * Where it can, git sends by itself. Over http its helper starts the sender, and the helper is started by
 * another git, which is started by the git of the push, whose hook is ours.
 */
export function isStartedByHelper(host: Host, layers: Layers): boolean {
  if (!isBelowPush(host, layers)) return false;
  const program = host.ancestorProgram(1);
  const folder = programsFolder(host, layers);
  return (
    (program === folder + "/git-remote-http" || program === folder + "/git-remote-https") &&
    isGit(host, host.ancestorProgram(2), () => folder) &&
    isGit(host, host.ancestorProgram(3), () => folder)
  );
}

/**
 * Asked by the pre-push hook: will git's own http helper start the sender, which is
 * then judged? That helper never lets git send by itself; another helper may, even
 * one that connects only after the hook. So the address proves nothing, and no
 * other helper may be running.
 */
export function isSentByHelper(host: Host, layers: Layers): boolean {
  const helpers = (host.siblings() || []).filter(mayBeHelper);
  const areNamed = helpers.every(({ words }) => words[1] === "remote-http" || words[1] === "remote-https");
  if (helpers.length === 0 || !areNamed) return false;
  const folder = programsFolder(host, layers);
  return helpers.every(
    ({ program, words }) =>
      isGit(host, program, () => folder) &&
      // If git has no such helper, it runs one from the caller's PATH.
      host.stat(folder + "/git-" + (words[1] as string)) !== null,
  );
}

/**
 * Other children of the push are its caller's: a shell that becomes git leaves it those that it has started. A helper is a git,
 * whichever program it runs then, and git gives it these words (get_helper in transport-helper.c); interlock may add settings
 * before them. Its words are unknown if no descriptor is left to read them, or if it was killed; the program that it runs then has its
 * pipes, and goes on speaking to the push.
 */
export function mayBeHelper({ words, endedAs }: Sibling): boolean {
  if (endedAs !== null) return endedAs === "git" || endedAs === "";
  if (words.length === 0) return true;
  // `ssh remote-box` is none.
  const globals = /(?:^|\/)git$/.test(words[0] as string) ? parseGlobalOptions(words) : null;
  return globals !== null && (words[globals.commandIndex] as string).startsWith("remote-");
}

/** In a sealed install, the push itself must run our hook. */
function isBelowPush(host: Host, { seal }: Layers): boolean {
  if (seal) return givesBakedHook(host.ancestorWords(3), seal);
  const context = readHookContext(host);
  return context !== null && context.enforcingHooks.indexOf("pre-push") >= 0;
}

export function isStartedByGit(host: Host, layers: Layers): boolean {
  return isGit(host, host.ancestorProgram(1), () => programsFolder(host, layers));
}

function isGit(host: Host, program: string, folder: () => string): boolean {
  if (program === "") return false;
  // Some installations have a second copy of git in the exec-path.
  return program === host.realPath(host.realProgram()) || program === folder() + "/git";
}

/** Folder of git's own programs; never empty, because then every path would seem to be in it. */
function programsFolder(host: Host, layers: Layers): string {
  return knownExecPath(host, layers) || "/dev/null";
}
