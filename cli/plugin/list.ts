/** `interlock plugin list`: the plugins of the repository and of the user. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { userConfig } from "../../shim/plan/layers.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { findLayersHere } from "../shared/layers-here.ts";
import { badSetUp, complainOfFiles } from "../shared/complain.ts";
import { say, sayError, sayJson, sayPainted } from "../shared/output.ts";
import { renderTable } from "../shared/table.ts";
import { isTerminal } from "../shared/terminal.ts";
import { findPlace, type PluginPlace } from "../shared/plugin-place.ts";
import { originAsJson } from "./install-plugin.ts";
import { readLock, type LockedPlugin } from "./lock-file.ts";
import {
  contentsAsJson,
  describeContents,
  hookNames,
  isPlugin,
  type PluginContents,
} from "./plugin-contents.ts";
import { shownName } from "./plugin-source.ts";
import { readPluginFolder } from "./read-folder.ts";

interface Installed {
  name: string;
  place: PluginPlace;
  contents: PluginContents;
  /** Null if 'plugin add' has not put it there. */
  entry: LockedPlugin | null;
}

const headings = [
  "NAME",
  "LOCATION",
  "SKILLS",
  "RECIPES",
  "HOOKS",
  "POLICIES",
  "EXECUTABLES",
  "REF",
  "VERSION",
];

export function listPlugins(line: VerbLine): number {
  const here = findLayersHere();
  const places = [false, true].flatMap((isGlobal) => {
    const isThere = (isGlobal ? userConfig(here.host) : here.top) !== "";
    const place = findPlace(here, isGlobal);
    if ("config" in place) return [place];
    if (isThere) sayError(`interlock: warning: ${place.message}\nhint: ${place.hint}\n`);
    return [];
  });
  const installed: Installed[] = [];
  for (const place of places) {
    const { locked, diagnostics } = readLock(place.lock);
    if (locked === null) {
      complainOfFiles(diagnostics);
      return badSetUp;
    }
    installed.push(...installedIn(place, locked));
  }
  installed.sort(byName);
  if (line.has("--json")) sayJson(installed.map(asJson));
  else if (installed.length > 0)
    sayPainted(renderTable({ headings, underlined: true, rows: installed.map(asRow) }));
  else if (isTerminal(1)) say("interlock: no plugin is installed; 'interlock plugin add' adds one\n");
  return 0;
}

/** One table of all places. Of two with one name the repository's stays first. */
function byName(a: Installed, b: Installed): number {
  const [one, other] = [shownName(a.name), shownName(b.name)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function installedIn(place: PluginPlace, locked: { [name: string]: LockedPlugin }): Installed[] {
  const names = existsSync(place.plugins)
    ? readdirSync(place.plugins)
        .filter((name) => !name.startsWith("."))
        .sort()
    : [];
  for (const missing of Object.keys(locked).filter((name) => !names.includes(name)))
    sayError(
      `interlock: warning: '${shownName(missing)}' is in '${place.lock}', and not there\nhint: interlock plugin update ${shownName(missing)}\n`,
    );
  return names.flatMap((name) => {
    const folder = join(place.plugins, name);
    const tree = readPluginFolder(encodeUtf8(folder));
    if ("message" in tree) {
      sayError(`interlock: warning: '${folder}': ${tree.message}\nhint: ${tree.hint}\n`);
      return [];
    }
    if (!isPlugin(tree)) return [];
    return [{ name, place, contents: describeContents(folder, tree).contents, entry: locked[name] ?? null }];
  });
}

function asRow({ name, place, contents, entry }: Installed): string[] {
  const { skills, recipes, policies, executables, version } = contents;
  const counts = [skills, recipes, hookNames(contents), policies, executables].map((each) =>
    String(each.length),
  );
  return [shownName(name), place.location, ...counts, refOf(entry), version ?? "-"];
}

function refOf(entry: LockedPlugin | null): string {
  return entry?.ref ?? entry?.commit?.slice(0, 12) ?? "-";
}

function asJson({ name, place, contents, entry }: Installed): object {
  const origin = entry === null ? { source: null, ref: null, commit: null } : originAsJson(entry);
  return {
    name: shownName(name),
    location: place.location,
    path: join(place.plugins, name),
    ...origin,
    ...contentsAsJson(contents),
  };
}
