/** `interlock plugin remove`: takes a plugin out, with its line in the config and in the lock. */
import { join } from "node:path";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { applyChange, checkOrComplain, describeStanding } from "../shared/apply-change.ts";
import { refuseSetUp } from "../shared/complain.ts";
import { withoutPluginDir } from "../shared/config-text.ts";
import { readText, type LayerChange } from "../shared/layer-change.ts";
import { sayJson, sayNotice } from "../shared/output.ts";
import { shortPath } from "../shared/plugin-place.ts";
import { findInstalled, openPlace, whyChanged, type OpenPlace } from "./installed-plugin.ts";
import { renderLock } from "./lock-file.ts";
import { shownName } from "./plugin-source.ts";

export function removePlugin(line: VerbLine, [word = ""]: readonly string[]): number {
  const open = openPlace(line);
  if (typeof open === "number") return open;
  const name = findInstalled(open, word);
  const refusal = typeof name !== "string" ? name : line.has("--yes") ? null : whyChanged(open, name);
  if (refusal !== null) return refuseSetUp(refusal.message, refusal.hint);
  const shown = shownName(name as string);
  const change = changeFor(open, name as string);
  const checked = checkOrComplain(open.here, change, `without '${shown}', the rest`);
  const standing = "message" in checked ? checked : applyChange(change, checked);
  if (typeof standing !== "string") return refuseSetUp(standing.message, standing.hint);
  const path = join(open.place.plugins, name as string);
  if (line.has("--json")) sayJson({ name: shown, location: open.place.location, path, standing });
  else sayNotice(`interlock: removed '${shortPath(path)}'\n${describeStanding(standing, open.place)}`);
  return 0;
}

function changeFor({ place, locked }: OpenPlace, name: string): LayerChange {
  const remaining = Object.fromEntries(Object.entries(locked).filter(([each]) => each !== name));
  const was = new Map([place.lock, place.config].map((path) => [path, readText(path)]));
  const [lock, config] = [...was.values()];
  const files = new Map<string, string | null>();
  if (typeof lock === "string")
    files.set(place.lock, Object.keys(remaining).length === 0 ? null : renderLock(remaining));
  if (typeof config === "string") files.set(place.config, withoutPluginDir(config, `plugins/${name}`));
  return { place, files, was, folders: new Map([[name, null]]) };
}
