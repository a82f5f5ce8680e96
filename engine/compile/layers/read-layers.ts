/**
 * Reads the config files of all layers, and checks that each sets only keys that its layer may set.
 */
import { describeErrno } from "../../core/errno.ts";
import { decodeUtf8, encodeUtf8 } from "../../core/bytes.ts";
import { layerOrder, type Layer } from "../../core/plan.ts";
import { isAbsent, type ConfigFiles } from "../files/config-files.ts";
import { keyRights, keysWithoutEffect, configSchema, type Config } from "../schema/config-schema.ts";
import type { Problem, Frame } from "../../core/problem.ts";
import { errorAt, noteAt, warningAt } from "../files/problem-at.ts";
import { flattenConfig, type ConfigEntry } from "./flatten-config.ts";
import type { InputLog } from "../files/input-log.ts";
import { checkSealedConfig } from "./check-sealed-config.ts";
import { readYaml } from "../files/read-yaml.ts";
import type { YamlSource } from "../files/yaml-source.ts";
import { parseWith } from "../schema/zod-issues.ts";

/** The three config files' paths, byte strings; empty where there is no such layer. */
export type LayerPaths = { [L in Layer]: string };

export interface ConfigLayer {
  layer: Layer;
  file: string;
  source: YamlSource;
  config: Config;
  entries: ConfigEntry[];
}

export interface ReadLayers {
  /** Those that exist and are valid, from the highest to the lowest. */
  layers: ConfigLayer[];
  diagnostics: Problem[];
}

/** Read a key as the hot path does. Passed in, because the engine does not import the shim. */
export interface HotReaders {
  planDirOf: (configText: string) => string;
  sealedOf: (configText: string) => boolean;
}

export function readLayers(
  paths: LayerPaths,
  files: ConfigFiles,
  log: InputLog,
  readers: HotReaders,
): ReadLayers {
  const layers: ConfigLayer[] = [];
  const diagnostics: Problem[] = [];
  for (const layer of layerOrder) {
    const file = paths[layer];
    const stat = file === "" ? null : log.stat(file);
    if (stat === null) {
      const absence = file === "" ? null : whyAbsent(file, layer, files);
      if (absence !== null) diagnostics.push(absence);
      continue;
    }
    const read = readYaml(files, file, stat);
    diagnostics.push(...read.diagnostics);
    if (read.source === null) continue;
    const source = read.source;
    const parsed = parseWith(configSchema, source, { laterKeys: [] });
    diagnostics.push(...parsed.diagnostics, ...checkRights(source, layer, paths.install));
    if (parsed.value === null) continue;
    if (layer === "install") {
      diagnostics.push(...checkPlanDir(source, parsed.value, readers.planDirOf(read.text)));
      diagnostics.push(...checkSealedConfig(source, parsed.value, readers.sealedOf(read.text)));
    }
    const flat = flattenConfig(source);
    diagnostics.push(...flat.diagnostics, ...noteUnusedKeys(source));
    const config = withoutIgnored(parsed.value, layer, paths.install);
    layers.push({ layer, file, source, config, entries: flat.entries });
  }
  return { layers, diagnostics };
}

/** A missing file is an error only if INTERLOCK_CONFIG names it; an unreadable one always is. */
function whyAbsent(file: string, layer: Layer, files: ConfigFiles): Problem | null {
  const read = files.readFile(file);
  const path = decodeUtf8(file);
  if (typeof read === "number" && !isAbsent(read)) {
    return errorAt("", null, {
      code: "file-unreadable",
      message: `'${path}' cannot be read: ${describeErrno(read)}`,
      hint: "make it, and the folders above it, readable for whoever runs git",
    });
  }
  if (layer !== "install") return null;
  return errorAt("", null, {
    code: "file-missing",
    message: `INTERLOCK_CONFIG names '${path}', which does not exist`,
    hint: path.includes("/~")
      ? "write $HOME in place of '~': in quotes the shell does not expand it"
      : "create the file, or unset INTERLOCK_CONFIG",
  });
}

function rightTo(key: string): (typeof keyRights)[keyof typeof keyRights] {
  return Object.hasOwn(keyRights, key) ? keyRights[key as keyof typeof keyRights] : "any";
}

/** `install`: the install config, or empty. */
function checkRights(source: YamlSource, layer: Layer, install: string): Problem[] {
  if (layer === "install" || source.value === null || typeof source.value !== "object") return [];
  const diagnostics: Problem[] = [];
  for (const key of Object.keys(source.value)) {
    const right = rightTo(key);
    const mayUser = right === "user" || right === "highest";
    if (right === "any" || (mayUser && layer === "user" && (right === "user" || install === ""))) continue;
    diagnostics.push(
      mayUser && layer === "user"
        ? ignoredKey(source.file, source.keyFrame([key]), `'${key}'`, install)
        : errorAt(source.file, source.keyFrame([key]), {
            code: "reserved-key",
            message: `'${key}' cannot be set in the ${layer} layer`,
            hint:
              right === "user" || (right === "highest" && install === "")
                ? "move it to the user config (~/.config/interlock/config.yaml)"
                : `move it to the install config (${decodeUtf8(install) || "/etc/interlock/config.yaml, or the file INTERLOCK_CONFIG names"})`,
          }),
    );
  }
  return diagnostics;
}

/**
 * What a user may set where there is no install layer. It is no mistake of theirs that there is one now, and their commits must go
 * on.
 */
export function ignoredKey(file: string, frame: Frame, what: string, install: string): Problem {
  const path = decodeUtf8(install);
  return warningAt(file, frame, {
    code: "ignored-key",
    message: `${what} is ignored here, because '${path}' decides about it`,
    hint: `remove it; whoever may write '${path}' can set it there`,
  });
}

/** The config without what `ignoredKey` names. */
function withoutIgnored(config: Config, layer: Layer, install: string): Config {
  if (layer !== "user" || install === "") return config;
  const kept = Object.entries(config).filter(([key]) => rightTo(key) !== "highest");
  return Object.fromEntries(kept) as Config;
}

/** The hot path reads `planDir` without a YAML parser. Both must read the same folder. */
function checkPlanDir(source: YamlSource, config: Config, found: string): Problem[] {
  if (encodeUtf8(config.planDir ?? "") === found) return [];
  return [
    errorAt(source.file, source.frame(["planDir"]), {
      code: "plan-dir-form",
      message: "'planDir' is not written in the form that the shim reads",
      hint: "write it on a line of its own, as in 'planDir: /var/cache/interlock', without quotes or a comment",
    }),
  ];
}

function noteUnusedKeys(source: YamlSource): Problem[] {
  const used = keysWithoutEffect.filter((path) => source.node(path) !== null);
  return used.map((path) =>
    noteAt(source.file, source.keyFrame(path), {
      code: "no-effect-yet",
      message: `'${path.join(".")}' has no effect yet in this version`,
      hint: "",
    }),
  );
}
