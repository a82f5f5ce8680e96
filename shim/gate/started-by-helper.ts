/**
 * Who has started what sends? Read from the processes above, because a variable proves nothing.
 */
import { givesBakedHook } from "../commands/gives-baked-hook.ts";
import type { Host } from "../host.ts";
import { readCall } from "../inject/call.ts";
import { knownExecPath } from "../inject/exec-path.ts";
import type { Layers } from "../layers.ts";

/**
 * git sends by itself where it can. Over http its helper starts what sends, and is started by a git of its own: that
 * of the push, which asks a hook of ours.
 */
export function isStartedByHelper(host: Host, layers: Layers): boolean {
  if (!isBelowPush(host, layers)) return false;
  const program = host.ancestorProgram(1);
  const folder = programsFolder(host, layers);
  return (
    program.slice(0, program.lastIndexOf("/")) === folder &&
    program !== folder + "/git" &&
    isGit(host, 2, () => folder) &&
    isGit(host, 3, () => folder)
  );
}

/** In a sealed install the push itself must have been given a hook of ours. */
function isBelowPush(host: Host, { seal }: Layers): boolean {
  if (seal) return givesBakedHook(host.ancestorWords(3), seal);
  const call = readCall(host);
  return call !== null && call.last.indexOf("pre-push") >= 0;
}

export function isStartedByGit(host: Host, layers: Layers): boolean {
  return isGit(host, 1, () => programsFolder(host, layers));
}

function isGit(host: Host, generation: number, folder: () => string): boolean {
  const program = host.ancestorProgram(generation);
  if (program === "") return false;
  // Some installations have a second copy of git among its programs.
  return program === host.realPath(host.realProgram()) || program === folder() + "/git";
}

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host, layers: Layers): string {
  return knownExecPath(host, layers) || "/dev/null";
}
