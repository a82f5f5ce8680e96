/** Finds an installed plugin by the name that people call it, for `update` and `remove`. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { findLayersHere, type LayersHere } from "../shared/layers-here.ts";
import { badSetUp, complainOfFiles, refuseSetUp } from "../shared/complain.ts";
import { findPlace, type PluginPlace } from "../shared/plugin-place.ts";
import { digestTree, readLock, type Locked } from "./lock-file.ts";
import { folderNameOf, shownName } from "./plugin-source.ts";
import { readPluginFolder } from "./read-folder.ts";

export interface OpenPlace {
  here: LayersHere;
  place: PluginPlace;
  locked: Locked;
}

/** On failure, the exit status; the error is already printed. */
export function openPlace(line: VerbLine): OpenPlace | number {
  const here = findLayersHere();
  const place = findPlace(here, line.has("--global"));
  if ("message" in place) return refuseSetUp(place.message, place.hint);
  const { locked, diagnostics } = readLock(place.lock);
  if (locked !== null) return { here, place, locked };
  complainOfFiles(diagnostics);
  return badSetUp;
}

/** The folder's name. */
export function findInstalled({ place, locked }: OpenPlace, word: string): string | Refusal {
  const shown = decodeUtf8(word);
  const there = existsSync(place.plugins)
    ? readdirSync(place.plugins).filter((name) => !name.startsWith("."))
    : [];
  const names = [...new Set([...there, ...Object.keys(locked)])];
  if (names.includes(folderNameOf(shown))) return folderNameOf(shown);
  const elsewhere = place.location === "local" ? "; those of all your repositories need '--global'" : "";
  return {
    message: `no plugin '${shown}' is installed here`,
    hint:
      names.length === 0 ? `there is none${elsewhere}` : suggestName(shown, names.map(shownName)) + elsewhere,
  };
}

/** Somebody's changes would be lost. Null if its files are as they were installed, or gone. */
export function whyChanged({ place, locked }: OpenPlace, name: string): Refusal | null {
  const folder = join(place.plugins, name);
  const { digest } = locked[name] ?? {};
  if (!existsSync(folder)) return null;
  const tree = readPluginFolder(encodeUtf8(folder));
  if (digest !== undefined && !("message" in tree) && digestTree(tree) === digest) return null;
  return {
    message:
      digest === undefined
        ? `'${shownName(name)}' was not installed by 'plugin add'`
        : `'${shownName(name)}' was changed since it was installed`,
    hint: "keep what you need of it, then repeat the command with '--yes'",
  };
}
