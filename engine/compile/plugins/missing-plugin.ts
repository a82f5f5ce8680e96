/**
 * Messages about a folder that should hold a plugin and does not. A typing mistake must not disable a rule silently.
 */
import { quoteWords } from "../../core/quote-words.ts";
import { decodeUtf8 } from "../../core/bytes.ts";
import { joinPath, lastNameOf, type ConfigFiles, manifestName } from "../files/config-files.ts";
import type { Finding } from "../files/problem-at.ts";
import { nearestName } from "../../core/nearest-name.ts";

/** Copies that an editor or a merge leaves. */
const backups = /(?:~|\.(?:bak|orig|rej|sw[op]))$/;
const guesses = /^(?:plugin|manifest\.ya?ml)$/i;

/** The file of a folder that looks like a manifest and is called otherwise, such as `plugin.yml`; null if there is none. */
export function findMistyped(names: readonly string[]): string | null {
  const isMeant = (name: string): boolean =>
    !backups.test(name) && (guesses.test(name) || nearestName(name, [manifestName]) !== null);
  return [...names].sort().find(isMeant) ?? null;
}

export function mistyped(folder: string, name: string): Finding {
  const path = decodeUtf8(folder);
  const slip = decodeUtf8(name);
  return {
    code: "plugin-folder",
    message: `plugin folder '${path}' has '${slip}', and '${manifestName}' is looked for`,
    hint: quoteWords(["mv", `${path}/${slip}`, `${path}/${manifestName}`]),
  };
}

/** For an entry of `plugins.dirs`: what is there in place of a plugin. `folders`: those in it. */
export function describeMissing(
  path: string,
  names: readonly string[],
  folders: readonly string[],
  files: ConfigFiles,
): Finding {
  const slip = findMistyped(names);
  if (slip !== null) return mistyped(path, slip);
  const deeper = folders.find((folder) => pluginsBelow(folder, files).length > 0);
  const lookedFor = `'${manifestName}' is looked for in it and in its subfolders`;
  const found =
    deeper === undefined
      ? describeNames(names)
      : `the plugins are one level below, in '${decodeUtf8(deeper)}'`;
  return {
    code: "plugin-folder",
    message: `there is no plugin in '${decodeUtf8(path)}': ${found}; ${lookedFor}`,
    hint:
      deeper === undefined
        ? `put a plugin's folder, with its '${manifestName}', there, or take the entry out`
        : `write '${decodeUtf8(deeper)}' here`,
  };
}

/** Manifests in subfolders of a folder. */
export function pluginsBelow(folder: string, files: ConfigFiles): string[] {
  const names = files.listDirectory(folder);
  if (typeof names === "number") return [];
  const manifests = [...names].sort().map((name) => joinPath(joinPath(folder, name), manifestName));
  return manifests.filter((manifest) => files.stat(manifest) !== null);
}

const mostNames = 5;

function describeNames(names: readonly string[]): string {
  if (names.length === 0) return "it is an empty folder";
  const shown = [...names]
    .sort()
    .slice(0, mostNames)
    .map((name) => `'${decodeUtf8(lastNameOf(name))}'`);
  const more = names.length - shown.length;
  return `it has ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
