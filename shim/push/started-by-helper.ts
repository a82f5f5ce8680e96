/**
 * Who has started what sends? Read from the processes above, because a variable proves nothing.
 */
import { givesBakedHook } from "./gated-push.ts";
import type { Host } from "../host.ts";
import { readHookContext } from "../hooks/hook-context.ts";
import { knownExecPath } from "../hooks/exec-path.ts";
import type { Layers } from "../plan/layers.ts";

/**
 * git sends by itself where it can. Over http its helper starts what sends, and is started by a git of its own: that
 * of the push, which asks a hook of ours.
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
 * Asked by the hook of a push: will git's own http helper start what sends, which is then judged? The helper never lets git
 * send by itself; another one may, even where it connects only after the hook. So the address says nothing, and nothing else
 * that the push has started may still run: a helper of the caller's own would be there, too.
 */
export function isSentByHelper(host: Host, layers: Layers): boolean {
  const others = host.siblings() || [];
  const areNamed = others.every(({ words }) => words[1] === "remote-http" || words[1] === "remote-https");
  if (others.length === 0 || !areNamed) return false;
  const folder = programsFolder(host, layers);
  return others.every(
    ({ program, words }) =>
      isGit(host, program, () => folder) &&
      // Where git has no such helper, it takes one from the caller's PATH.
      host.stat(folder + "/git-" + (words[1] as string)) !== null,
  );
}

/** In a sealed install the push itself must have been given a hook of ours. */
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
  // Some installations have a second copy of git among its programs.
  return program === host.realPath(host.realProgram()) || program === folder() + "/git";
}

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host, layers: Layers): string {
  return knownExecPath(host, layers) || "/dev/null";
}
