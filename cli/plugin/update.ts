/** `interlock plugin update`: fetches what the ref of a plugin names now; without a name, of all plugins. */
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { complain, badSetUp } from "../shared/complain.ts";
import { isQuiet, sayJson, sayNotice, sayPainted } from "../shared/output.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { getPlugin, sourceOf } from "./add.ts";
import { installPlugin } from "./install-plugin.ts";
import { findInstalled, openPlace, whyChanged, type OpenPlace } from "./installed-plugin.ts";
import type { LockedPlugin } from "./lock-file.ts";
import { shownName, whyBadRef } from "./plugin-source.ts";
import type { PluginTree } from "./plugin-tree.ts";
import { readPluginFolder } from "./read-folder.ts";
import { diffTrees, renderChanges } from "./tree-diff.ts";

export function updatePlugins(line: VerbLine, words: readonly string[]): number {
  const results: object[] = [];
  const wanted = words.length > 0 ? words : null;
  const first = openPlace(line);
  if (typeof first === "number") return first;
  let status = 0;
  for (const word of wanted ?? Object.keys(first.locked).sort()) {
    // Read again: the one before has changed the lock.
    const open = openPlace(line);
    if (typeof open === "number") return open;
    const result = updateOne(line, open, word);
    if ("message" in result) {
      complain("not-possible", (result as Refusal).message, (result as Refusal).hint);
      status = badSetUp;
    } else results.push(result);
  }
  if (wanted === null && Object.keys(first.locked).length === 0 && !line.has("--json"))
    sayNotice("interlock: no plugin is installed here\n");
  if (line.has("--json") && status === 0) sayJson(results);
  return status;
}

function updateOne(line: VerbLine, open: OpenPlace, word: string): object | Refusal {
  const name = findInstalled(open, word);
  if (typeof name !== "string") return name;
  const entry = open.locked[name];
  const isAgreed = line.has("--yes");
  const changed = isAgreed ? null : whyChanged(open, name);
  if (changed !== null) return changed;
  if (entry === undefined)
    return {
      message: `where '${shownName(name)}' comes from is not in 'interlock.lock'`,
      hint: "remove it, and add it again",
    };
  const source = sourceOf(entry, open.place);
  if ("message" in source) return source;
  const ref = line.value("--ref");
  const bad = ref === null ? null : whyBadRef(ref);
  if (bad !== null) return bad;
  const got = getPlugin(source, ref === null ? (entry.ref ?? "") : decodeUtf8(ref), open.place);
  if ("message" in got) return { ...got, message: `${shownName(name)}: ${got.message}` };
  const isJson = line.has("--json");
  if (
    isSame(entry, got.entry) &&
    existsSync(join(open.place.plugins, name)) &&
    whyChanged(open, name) === null
  ) {
    if (!isJson)
      sayNotice(
        `interlock: '${shownName(name)}' is up to date${entry.commit === undefined ? "" : `, at ${entry.commit.slice(0, 12)}`}\n`,
      );
    return { name: shownName(name), updated: false, commit: entry.commit ?? null };
  }
  const changes = diffTrees(treeIn(join(open.place.plugins, name)), got.tree);
  if (!isJson && !isQuiet()) sayPainted(renderChanges(shownName(name), changes));
  const done = installPlugin({ ...open, name, ...got, isAgreed, isJson });
  return "message" in done ? done : { ...done, updated: true, changes };
}

/** Nothing, if it is gone. */
function treeIn(folder: string): PluginTree {
  const tree = existsSync(folder) ? readPluginFolder(encodeUtf8(folder)) : [];
  return "message" in tree ? [] : tree;
}

export function isSame(some: LockedPlugin, other: LockedPlugin): boolean {
  return some.commit === other.commit && some.ref === other.ref && some.digest === other.digest;
}
