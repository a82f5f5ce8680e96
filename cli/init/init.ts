/**
 * `interlock init`: a commented config for this repository, or for all of the user's, with a plugin that shows at the first
 * commit. What it writes it trusts; nothing is overwritten.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { applyChange, checkOrComplain, describeStanding } from "../shared/apply-change.ts";
import { ask, canAsk } from "../shared/ask.ts";
import { findLayersHere } from "../shared/layers-here.ts";
import { refuseCall, refuseSetUp } from "../shared/complain.ts";
import { renderNewConfig } from "../shared/config-text.ts";
import type { LayerChange } from "../shared/layer-change.ts";
import { renderNewPlugin, askPluginName, usualPlugin, whyBadPluginName } from "../shared/new-plugin.ts";
import { sayNotice } from "../shared/output.ts";
import { findPlace, shortPath, type PluginPlace } from "../shared/plugin-place.ts";

export function runInit(line: VerbLine): number {
  const given = line.value("--plugin");
  if (given !== null && line.has("--no-plugin"))
    return refuseCall("'--plugin' and '--no-plugin' exclude each other", "run it with one of them");
  const here = findLayersHere();
  const isGlobal = line.has("--global");
  const place = findPlace(here, isGlobal);
  if ("message" in place)
    return refuseSetUp(
      place.message,
      !isGlobal && here.top === ""
        ? "run 'git init' first, go to a repository, or use '--global' for rules in all of yours"
        : place.hint,
    );
  if (existsSync(place.config))
    return refuseSetUp(
      `'${shortPath(place.config)}' exists already`,
      `nothing is overwritten; 'interlock plugin init' makes a plugin, 'interlock plugin add${isGlobal ? " --global" : ""}' adds one`,
    );
  const name = line.has("--no-plugin") ? null : given === null ? askPlugin() : decodeUtf8(given);
  const bad = name === null ? null : whyBadPluginName(name);
  if (bad !== null) return refuseCall(bad.message, bad.hint);
  if (name !== null && existsSync(join(place.plugins, name)))
    return refuseSetUp(
      `'${shortPath(join(place.plugins, name))}' exists already`,
      "choose another name; nothing is overwritten",
    );
  const change = changeFor(place, name);
  const checked = checkOrComplain(here, change, "the new config");
  const standing = "message" in checked ? checked : applyChange(change, checked);
  if (typeof standing !== "string") return refuseSetUp(standing.message, standing.hint);
  for (const path of pathsOf(change)) sayNotice(`created ${shortPath(path)}\n`);
  sayNotice(describeStanding(standing, place));
  sayNotice(renderNext(name, place));
  return 0;
}

/** On a terminal it is a question; otherwise there is a plugin: a config without rules changes nothing. */
function askPlugin(): string | null {
  if (!canAsk()) return usualPlugin;
  if (!confirmPlugin()) return null;
  return askPluginName("Its name") ?? usualPlugin;
}

function confirmPlugin(): boolean {
  return !/^n(?:o)?$/i.test(
    ask("Write a plugin with a first rule, a policy and examples, too? [Y/n] ") ?? "n",
  );
}

function changeFor(place: PluginPlace, name: string | null): LayerChange {
  const dirs = name === null ? [] : [`plugins/${name}`];
  return {
    place,
    files: new Map([[place.config, renderNewConfig(dirs, place.location)]]),
    was: new Map([[place.config, null]]),
    folders: new Map(name === null ? [] : [[name, renderNewPlugin(name)]]),
  };
}

function pathsOf({ place, files, folders }: LayerChange): string[] {
  const inFolders = [...folders].flatMap(([name, content]) =>
    [...(content ?? new Map()).keys()].map((path) => join(place.plugins, name, path)),
  );
  return [...files.keys(), ...inFolders];
}

function renderNext(name: string | null, place: PluginPlace): string {
  const commands = name === null ? withoutRule(place) : withRule(name, place);
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, why]) => `  ${command.padEnd(width)}   # ${why}\n`);
  return `\n${name === null ? "There is no rule yet. " : ""}Next:\n${lines.join("")}`;
}

type Advice = readonly (readonly [command: string, why: string])[];

function withoutRule({ location }: PluginPlace): Advice {
  const flag = location === "global" ? "--global " : "";
  return [
    [`interlock plugin add ${flag}<org/repo>`, "use somebody's plugin"],
    ["interlock plugin init <name>", "or write your own"],
  ];
}

function withRule(name: string, { location, plugins }: PluginPlace): Advice {
  return [
    ["git commit --allow-empty -m 'Try the rules' && git log -1", `'Checked-by: ${name}' is added`],
    [`interlock plugin test ${quoteWord(shortPath(join(plugins, name)))}`, "run the plugin's examples"],
    location === "global"
      ? ["interlock doctor", "which of your shells find interlock?"]
      : ["git add .interlock", "whoever clones it runs 'interlock trust'"],
  ];
}
