/**
 * The hooks folders of a sealed install, made beforehand: for each set of hooks of ours one that has nothing else,
 * and for repositories with hooks of their own some that have every hook a client's git asks for.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { editorName, hookNames, type HookName } from "../git/hook-names.ts";
import { notBaked, whySealBroken, type Seal } from "./seal.ts";

/** Those that rules run in. */
const ownHooks: readonly HookName[] = ["applypatch-msg", "commit-msg", "pre-push", "prepare-commit-msg"];

/** Git asks for them so often that they are there only where the repository has them. */
const frequentHooks: readonly HookName[] = ["post-index-change", "reference-transaction"];

/** For the side that is pushed to, which is not given our folder, and what git finds by a setting of its own. */
const foreignHooks: readonly HookName[] = [
  "fsmonitor-watchman",
  "post-receive",
  "post-update",
  "pre-receive",
  "proc-receive",
  "push-to-checkout",
  "update",
];

export interface BakedFolder {
  name: string;
  links: readonly string[];
}

/** All that are to be made. */
export function listBakedFolders(): BakedFolder[] {
  const own = subsets(ownHooks).map((hooks) => ({ name: nameOf(hooks), links: [...hooks, editorName] }));
  const usual = hookNames.filter((name) => !isIn(name, foreignHooks) && !isIn(name, frequentHooks));
  const whole = subsets(frequentHooks).map((hooks) => ({
    name: nameOf(["all", ...hooks]),
    links: [...usual, ...hooks, editorName],
  }));
  return own.concat(whole);
}

/** The name of the one that a command needs. */
export function bakedFolderFor(ours: readonly HookName[], theirs: readonly HookName[]): string {
  const wanted = hookNames.filter(
    (name) => isIn(name, ours) || (isIn(name, theirs) && !isIn(name, foreignHooks)),
  );
  if (wanted.every((name) => isIn(name, ownHooks))) return nameOf(wanted);
  return nameOf(["all", ...frequentHooks.filter((name) => isIn(name, wanted))]);
}

/** Its path, or what is wrong with it. */
export function findBakedFolder(
  host: Host,
  seal: Seal,
  ours: readonly HookName[],
  theirs: readonly HookName[],
): string | Problem {
  const folder = hooksRoot(seal) + "/" + bakedFolderFor(ours, theirs);
  const link = folder + "/" + editorName;
  if (host.realPath(link) !== host.ownProgram()) return notBaked("its hooks folders are not there", folder);
  return whySealBroken(host, link) ?? folder;
}

export function hooksRoot({ planDir }: Seal): string {
  return planDir + "/hooks";
}

function nameOf(words: readonly string[]): string {
  return words.join("+") || "none";
}

function isIn(name: string, names: readonly string[]): boolean {
  return names.indexOf(name) >= 0;
}

/** In the order of the names. */
function subsets(names: readonly HookName[]): HookName[][] {
  let all: HookName[][] = [[]];
  for (const name of names) all = all.concat(all.map((set) => [...set, name]));
  return all;
}
