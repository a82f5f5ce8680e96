/** `interlock plugin outdated`: the installed plugins whose source has something newer, and the command that installs it. */
import { join } from "node:path";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { quoteWords } from "../../engine/core/quote-words.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { badSetUp, complain, complainOfFiles } from "../shared/complain.ts";
import { findLayersHere } from "../shared/layers-here.ts";
import { say, sayJson, sayNotice, sayPainted } from "../shared/output.ts";
import { findPlace, type PluginPlace } from "../shared/plugin-place.ts";
import { renderTable } from "../shared/table.ts";
import { isTerminal } from "../shared/terminal.ts";
import { getPlugin, listTagsOf, sourceOf } from "./add.ts";
import { newerTag } from "./newer-tag.ts";
import { readLock, type LockedPlugin } from "./lock-file.ts";
import { describeContents } from "./plugin-contents.ts";
import { shownName } from "./plugin-source.ts";
import type { PluginTree } from "./plugin-tree.ts";
import { readPluginFolder } from "./read-folder.ts";
import { isSame } from "./update.ts";

interface State {
  version: string | null;
  ref: string | null;
  commit: string | null;
}

interface Outdated {
  name: string;
  location: PluginPlace["location"];
  installed: State;
  available: State;
  /** The command that installs it. */
  update: string;
}

const headings = ["NAME", "LOCATION", "INSTALLED", "AVAILABLE", "UPDATE"];

/** The status is 1 if something is outdated. */
export function listOutdated(line: VerbLine): number {
  const here = findLayersHere();
  const places = [false, true].flatMap((isGlobal) => {
    const place = findPlace(here, isGlobal);
    return "config" in place ? [place] : [];
  });
  const outdated: Outdated[] = [];
  let isUnknown = false;
  for (const place of places) {
    const { locked, diagnostics } = readLock(place.lock);
    if (locked === null) {
      complainOfFiles(diagnostics);
      return badSetUp;
    }
    for (const name of Object.keys(locked).sort()) {
      const found = compare(place, name, locked[name] as LockedPlugin);
      if (found === null) continue;
      if (!("message" in found)) outdated.push(found);
      else {
        complain("not-possible", `${shownName(name)}: ${found.message}`, found.hint);
        isUnknown = true;
      }
    }
  }
  if (isUnknown && line.has("--json")) return badSetUp;
  if (line.has("--json")) sayJson(outdated);
  else if (outdated.length > 0) sayRows(outdated.map(asRow));
  else if (!isUnknown) sayNotice("interlock: no plugin is outdated\n");
  return isUnknown ? badSetUp : outdated.length > 0 ? 1 : 0;
}

/** Null if there is nothing newer. */
function compare(place: PluginPlace, name: string, entry: LockedPlugin): Outdated | Refusal | null {
  const source = sourceOf(entry, place);
  if ("message" in source) return source;
  const tags = entry.ref === undefined ? [] : listTagsOf(source, entry.ref);
  if ("message" in tags) return tags;
  const newer = entry.ref === undefined ? null : newerTag(entry.ref, tags);
  const got = getPlugin(source, newer ?? entry.ref ?? "", place);
  if ("message" in got) return got;
  if (newer === null && isSame(entry, got.entry)) return null;
  const folder = join(place.plugins, name);
  const there = readPluginFolder(encodeUtf8(folder));
  const words = ["interlock", "plugin", "update", shownName(name)];
  return {
    name: shownName(name),
    location: place.location,
    installed: stateOf(folder, "message" in there ? [] : there, entry),
    available: stateOf(folder, got.tree, got.entry),
    update: quoteWords([
      ...words,
      ...(newer === null ? [] : ["--ref", newer]),
      ...(place.location === "global" ? ["--global"] : []),
    ]),
  };
}

function stateOf(folder: string, tree: PluginTree, { ref, commit }: LockedPlugin): State {
  const { version } = describeContents(folder, tree).contents;
  return { version, ref: ref ?? null, commit: commit ?? null };
}

/** `1.3 (v1.3, 2dbdaa0accb0)` */
function renderState({ version, ref, commit }: State): string {
  const places = [ref, commit?.slice(0, 12)].filter((each) => each !== undefined && each !== null);
  const known = version ?? (places.length === 0 ? "no version" : null);
  if (known === null) return places.join(", ");
  return places.length === 0 ? known : `${known} (${places.join(", ")})`;
}

function asRow({ name, location, installed, available, update }: Outdated): string[] {
  return [name, location, renderState(installed), renderState(available), update];
}

function sayRows(rows: readonly string[][]): void {
  if (isTerminal(1)) sayPainted(renderTable({ headings, rows }));
  else say(rows.map((row) => `${row.join("\t")}\n`).join(""));
}
