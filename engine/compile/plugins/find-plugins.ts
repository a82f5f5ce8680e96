/**
 * The plugin folders of a layer: every folder with a `plugin.yaml` in one of its `plugins.dirs`, or
 * that entry itself if it has one.
 */
import { describeErrno } from "../../core/errno.ts";
import { decodeUtf8, encodeUtf8 } from "../../core/bytes.ts";
import {
  folderOf,
  joinPath,
  lastNameOf,
  manifestName,
  nearbyName,
  type ConfigFiles,
} from "../files/config-files.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt, warningAt, type Finding } from "../files/problem-at.ts";
import { describeMissing, findMistyped, mistyped, pluginsBelow } from "./missing-plugin.ts";
import type { InputLog } from "../files/input-log.ts";
import type { ConfigLayer } from "../layers/read-layers.ts";

export interface FoundPlugins {
  /** Paths of the plugin folders, sorted within each of the dirs. */
  folders: string[];
  diagnostics: Problem[];
}

export function findPlugins(layer: ConfigLayer, files: ConfigFiles, log: InputLog): FoundPlugins {
  const found: FoundPlugins = { folders: [], diagnostics: [] };
  (layer.config.plugins?.dirs ?? []).forEach((dir, i) => {
    const refuse = (finding: Finding): void => {
      found.diagnostics.push(errorAt(layer.file, layer.source.frame(["plugins", "dirs", i]), finding));
    };
    const path = joinPath(folderOf(layer.file), encodeUtf8(dir));
    const stat = log.stat(path);
    const names = stat?.kind === "directory" ? files.listDirectory(path) : [];
    // One plugin may be named alone.
    if (stat?.kind === "directory" && log.stat(joinPath(path, manifestName)) !== null)
      found.folders.push(path);
    else if (stat?.kind !== "directory")
      refuse(notAFolder(path, stat !== null, stat === null ? nearbyName(path, files) : null));
    else if (typeof names === "number") refuse(unlistable(path, names));
    else {
      const before = found.folders.length + found.diagnostics.length;
      const folders = foldersIn(path, names, log);
      for (const folder of folders) {
        const kind = judgeFolder(folder, files, log);
        if (kind === "plugin") found.folders.push(folder);
        else if (kind === "unreachable") refuse(unreachable(folder));
        else if (kind !== "nothing") refuse(mistyped(folder, kind.manifest));
      }
      const isAny = found.folders.length + found.diagnostics.length > before;
      // Where there is no plugin beside them, that is an error, and says so.
      if (isAny) found.diagnostics.push(...tooDeep(layer, i, folders, found.folders, files));
      else refuse(describeMissing(path, names, folders, files));
    }
  });
  return found;
}

/** A repository's plugins count where they are installed, whether a config file names them or not. */
export function findPluginsInPlace(config: string, files: ConfigFiles, log: InputLog): FoundPlugins {
  const found: FoundPlugins = { folders: [], diagnostics: [] };
  const dir = joinPath(folderOf(config), "plugins");
  const names = log.stat(dir)?.kind === "directory" ? files.listDirectory(dir) : [];
  for (const folder of typeof names === "number" ? [] : foldersIn(dir, names, log)) {
    const kind = judgeFolder(folder, files, log);
    if (kind === "plugin") found.folders.push(folder);
    // It may be there for its executables alone.
    else if (kind !== "nothing")
      found.diagnostics.push(
        warningAt("", null, kind === "unreachable" ? unreachable(folder) : mistyped(folder, kind.manifest)),
      );
  }
  return found;
}

function foldersIn(dir: string, names: readonly string[], log: InputLog): string[] {
  const visible = names.filter((name) => !name.startsWith(".")).sort();
  const paths = visible.map((name) => joinPath(dir, name));
  // A name that is listed and leads nowhere (a dangling link) may be meant for a plugin.
  return paths.filter((path) => (log.stat(path)?.kind ?? "directory") === "directory");
}

/** An unreachable folder or manifest is an error, so that its rules are not lost silently. */
function judgeFolder(
  folder: string,
  files: ConfigFiles,
  log: InputLog,
): "plugin" | "nothing" | "unreachable" | { manifest: string } {
  const names = log.stat(folder) === null ? null : files.listDirectory(folder);
  const manifest = log.stat(joinPath(folder, manifestName));
  if (manifest !== null) return "plugin";
  if (names === null || typeof names === "number" || names.includes(manifestName)) return "unreachable";
  const slip = findMistyped(names);
  // A folder without a manifest is not a plugin, but `log` has recorded it, because it may become one.
  return slip === null ? "nothing" : { manifest: slip };
}

/** Plugins that are not found because they are one level too deep. */
function tooDeep(
  { file, source }: ConfigLayer,
  i: number,
  folders: readonly string[],
  found: readonly string[],
  files: ConfigFiles,
): Problem[] {
  const overlooked = folders
    .filter((folder) => !found.includes(folder))
    .flatMap((folder) => pluginsBelow(folder, files));
  return overlooked.map((manifest) =>
    warningAt(file, source.frame(["plugins", "dirs", i]), {
      code: "plugin-too-deep",
      message: `'${decodeUtf8(manifest)}' is not used: it lies one level too deep`,
      hint: `add '${decodeUtf8(folderOf(folderOf(manifest)))}' to 'plugins.dirs', or move the plugin's folder one level up`,
    }),
  );
}

function unreachable(folder: string): Finding {
  return {
    code: "plugin-folder",
    message: `plugin folder '${decodeUtf8(folder)}' or its '${manifestName}' cannot be reached`,
    hint: "make it readable for whoever runs git, or remove it",
  };
}

function notAFolder(path: string, exists: boolean, near: string | null): Finding {
  return {
    code: "plugin-folder",
    message: `plugin folder '${decodeUtf8(path)}' ${exists ? "is not a folder" : "does not exist"}`,
    hint:
      lastNameOf(path) === manifestName
        ? "name the folder that it is in"
        : near !== null
          ? `did you mean '${near}'?`
          : "create it, or correct the path; it is relative to this file's folder",
  };
}

function unlistable(path: string, errno: number): Finding {
  return {
    code: "plugin-folder",
    message: `plugin folder '${decodeUtf8(path)}' cannot be listed: ${describeErrno(errno)}`,
    hint: "make it readable for whoever runs git",
  };
}
