/** `interlock plugin add`: installs a plugin from a repository or a folder. */
import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, dirname } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { findLayersHere } from "../shared/layers-here.ts";
import { badSetUp, complainOfFiles, refuseCall, refuseSetUp } from "../shared/complain.ts";
import { sayJson, sayNotice } from "../shared/output.ts";
import { findPlace, type PluginPlace } from "../shared/plugin-place.ts";
import { fetchPlugin, listTags } from "./fetch-plugin.ts";
import { installPlugin } from "./install-plugin.ts";
import { digestTree, readLock, type LockedPlugin } from "./lock-file.ts";
import { parseSource, shownName, whyBadRef, type PluginSource } from "./plugin-source.ts";
import type { PluginTree } from "./plugin-tree.ts";
import { readPluginFolder } from "./read-folder.ts";

export function addPlugin(line: VerbLine, [word = ""]: readonly string[]): number {
  const ref = line.value("--ref") ?? "";
  const source = parseSource(word, process.cwd());
  const refusal = "message" in source ? source : ref === "" ? null : whyBadRef(ref);
  if (refusal !== null) return refuseCall(refusal.message, refusal.hint);
  const here = findLayersHere();
  const place = findPlace(here, line.has("--global"));
  if ("message" in place) return refuseSetUp(place.message, place.hint);
  const { locked, diagnostics } = readLock(place.lock);
  if (locked === null) {
    complainOfFiles(diagnostics);
    return badSetUp;
  }
  const { name } = source as PluginSource;
  const taken = findTaken(place, name);
  if (taken !== null)
    return refuseSetUp(
      `'${shownName(taken)}' is installed already`,
      `'interlock plugin update ${shownName(taken)}' brings it up to date; 'plugin remove' takes it out`,
    );
  const got = getPlugin(source as PluginSource, decodeUtf8(ref), place);
  if ("message" in got) return refuseSetUp(`${shownName(name)}: ${got.message}`, got.hint);
  const isJson = line.has("--json");
  if (!isJson) sayNotice(describeUncommitted(source as PluginSource, got));
  const done = installPlugin({ here, place, name, ...got, isAgreed: line.has("--yes"), isJson });
  if ("message" in done) return refuseSetUp((done as Refusal).message, (done as Refusal).hint);
  if (isJson) sayJson(done);
  return 0;
}

/** By a name that is the same where case does not count. */
function findTaken({ plugins }: PluginPlace, name: string): string | null {
  const names = existsSync(plugins) ? readdirSync(plugins) : [];
  return names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? null;
}

/** The files, and what the lock says of them. */
export function getPlugin(
  { kind, address }: Pick<PluginSource, "kind" | "address">,
  ref: string,
  place: PluginPlace,
): { tree: PluginTree; entry: LockedPlugin } | Refusal {
  if (kind === "git" || isRepository(address)) {
    const got = fetchPlugin({ address, ref, protocols: kind === "git" ? "https:ssh:git" : "file" });
    if ("message" in got) return got;
    const source = kind === "git" ? address : shownSource(address, place);
    return {
      tree: got.tree,
      entry: { source, ...(ref === "" ? {} : { ref }), commit: got.commit, digest: digestTree(got.tree) },
    };
  }
  if (lstatSync(address, { throwIfNoEntry: false }) === undefined)
    return {
      message: `'${address}' does not exist`,
      hint: "name a folder, or 'org/repo' for a repository on GitHub",
    };
  if (ref !== "")
    return { message: `'${address}' is no repository, and has no '${ref}'`, hint: "leave '--ref' out" };
  const tree = readPluginFolder(encodeUtf8(realpathSync(address)));
  return "message" in tree
    ? tree
    : { tree, entry: { source: shownSource(address, place), digest: digestTree(tree) } };
}

/** None where only a folder is named. `ref`: a whole commit id names a commit for good, whatever tags there are. */
export function listTagsOf(
  { kind, address }: Pick<PluginSource, "kind" | "address">,
  ref: string,
): string[] | Refusal {
  if (/^[0-9a-f]{40,64}$/.test(ref) || (kind === "path" && !isRepository(address))) return [];
  return listTags({ address, protocols: kind === "git" ? "https:ssh:git" : "file" });
}

/** A repository's plugin is taken from its commit: whoever works on it may expect what is in the folder. */
function describeUncommitted(
  { kind, address }: PluginSource,
  { tree, entry }: { tree: PluginTree; entry: LockedPlugin },
): string {
  if (kind === "git" || entry.commit === undefined || entry.ref !== undefined) return "";
  // Compared by us: git's own look at the folder could run programs that its settings name.
  const inFolder = existsSync(join(address, ".git"))
    ? readPluginFolder(encodeUtf8(realpathSync(address)), { ownRepository: true })
    : tree;
  if ("message" in inFolder) return "";
  const one = ({ path, bytes, isExecutable }: PluginTree[number]): string =>
    `${path}\0${isExecutable}\0${bytes.toString("latin1")}`;
  const [committed, now] = [tree, inFolder].map(
    (each) => new Map(each.map((file) => [file.path, one(file)])),
  );
  const paths = new Set([...(committed?.keys() ?? []), ...(now?.keys() ?? [])]);
  const count = [...paths].filter((path) => committed?.get(path) !== now?.get(path)).length;
  if (count === 0) return "";
  return `interlock: '${address}' is installed as committed; ${count} ${count === 1 ? "file differs" : "files differ"} in the folder\n`;
}

/** Its top folder, or a bare one. */
function isRepository(path: string): boolean {
  return (
    existsSync(join(path, ".git")) ||
    ["HEAD", "objects", "refs"].every((name) => existsSync(join(path, name)))
  );
}

/** A folder inside of the repository is the same folder in every clone. */
function shownSource(path: string, { location, folder }: PluginPlace): string {
  const inside = relative(dirname(folder), path);
  return location === "local" && inside !== "" && !inside.startsWith("..") && !isAbsolute(inside)
    ? `./${inside}`
    : path;
}

/** What the lock says, as `add` would have understood it. */
export function sourceOf({ source }: LockedPlugin, { folder }: PluginPlace): PluginSource | Refusal {
  return parseSource(encodeUtf8(source.startsWith("./") ? resolve(dirname(folder), source) : source), "/");
}
