/**
 * The hooks folders of a sealed install, made in advance: one for each combination of our own hooks, and, for
 * repositories that have hooks, some with every hook that git runs on the client.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { editorName, hookNames, type HookName } from "../git/hook-names.ts";
import { notBaked, whySealBroken, type Seal } from "./seal.ts";

/** The hooks that rules run in. */
const ownHooks: readonly HookName[] = ["applypatch-msg", "commit-msg", "pre-push", "prepare-commit-msg"];

/** git runs these so often that they exist only if the repository has them. */
const frequentHooks: readonly HookName[] = ["post-index-change", "reference-transaction"];

/** Hooks of the receiving side, which does not use our folder, and one that git finds by its own setting. */
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

export function listBakedFolders(): BakedFolder[] {
  const own = subsets(ownHooks).map((hooks) => ({ name: nameOf(hooks), links: [...hooks, editorName] }));
  const usual = hookNames.filter((name) => !isIn(name, foreignHooks) && !isIn(name, frequentHooks));
  const whole = subsets(frequentHooks).map((hooks) => ({
    name: nameOf(["all", ...hooks]),
    links: [...usual, ...hooks, editorName],
  }));
  return own.concat(whole);
}

/** The name of the folder that a command needs. */
export function bakedFolderFor(ours: readonly HookName[], theirs: readonly HookName[]): string {
  const wanted = hookNames.filter(
    (name) => isIn(name, ours) || (isIn(name, theirs) && !isIn(name, foreignHooks)),
  );
  if (wanted.every((name) => isIn(name, ownHooks))) return nameOf(wanted);
  return nameOf(["all", ...frequentHooks.filter((name) => isIn(name, wanted))]);
}

/** The folder's path, or what is wrong with it. */
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

/** Each subset keeps the order of the names. */
function subsets(names: readonly HookName[]): HookName[][] {
  let all: HookName[][] = [[]];
  for (const name of names) all = all.concat(all.map((set) => [...set, name]));
  return all;
}
