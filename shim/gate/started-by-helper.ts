/**
 * Who has started what sends? Read from the processes above, because a variable proves nothing.
 */
import { givesBakedHook } from "../commands/gives-baked-hook.ts";
import type { Host } from "../host.ts";
import { readCall } from "../inject/call.ts";
import { askExecPath } from "../inject/exec-path.ts";
import type { Layers } from "../layers.ts";

/**
 * git sends by itself where it can. Over http its helper starts what sends, and is started by a git of its own: that
 * of the push, which asks a hook of ours.
 */
export function isStartedByHelper(host: Host, layers: Layers): boolean {
  if (!isBelowPush(host, layers)) return false;
  const program = host.ancestorProgram(1);
  const folder = programsFolder(host);
  return (
    program.slice(0, program.lastIndexOf("/")) === folder &&
    program !== folder + "/git" &&
    isStartedByGit(host, 2) &&
    isStartedByGit(host, 3)
  );
}

/**
 * Asked by the hook of a push: will git's own http helper start what sends, which is then judged? The helper never lets git
 * send by itself; another one may, even where it connects only after the hook. So the address says nothing, and nothing else
 * that the push has started may still run: a helper of the caller's own would be there, too.
 */
export function isSentByHelper(host: Host): boolean {
  const others = host.siblings();
  return others.length > 0 && others.every(({ program, words }) => isHttpHelper(host, program, words));
}

function isHttpHelper(host: Host, program: string, words: readonly string[]): boolean {
  const name = words[1] ?? "";
  if (!isGit(host, program) || (name !== "remote-http" && name !== "remote-https")) return false;
  // Where git has none, it takes one from the caller's PATH.
  return host.stat(programsFolder(host) + "/git-" + name) !== null;
}

/** In a sealed install the push itself must have been given a hook of ours. */
function isBelowPush(host: Host, { seal }: Layers): boolean {
  if (seal) return givesBakedHook(host.ancestorWords(3), seal);
  const call = readCall(host);
  return call !== null && call.last.indexOf("pre-push") >= 0;
}

export function isStartedByGit(host: Host, generation: number): boolean {
  return isGit(host, host.ancestorProgram(generation));
}

function isGit(host: Host, program: string): boolean {
  if (program === "") return false;
  // Some installations have a second copy of git among its programs.
  return program === host.realPath(host.realProgram()) || program === programsFolder(host) + "/git";
}

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host): string {
  return askExecPath(host) || "/dev/null";
}
