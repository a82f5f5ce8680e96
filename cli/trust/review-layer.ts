/**
 * What a person should see before trusting a repository's layer: what it asks for, and links that lead out of it.
 */
import type { LayerContent } from "../../engine/compile/layers/layer-content.ts";
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { posix } from "node:path";
import { listExecutables } from "../../library/discover-programs.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";

/** `name`: what the layer is called; `hooks`: of all layers. */
export function describeLayer(
  name: string,
  folder: string,
  hooks: readonly ListedHook[],
  content: LayerContent | null,
): string {
  const own = hooks.filter(({ layer }) => layer === "repository");
  const names = [...new Set(own.flatMap(({ env }) => env))].sort();
  const rows = [
    ["layer", name],
    ...own.map((hook) => ["hook", describeHook(hook)]),
    ...own.flatMap(({ policies }) => policies.map(({ path }) => ["policy", decodeUtf8(path)])),
    ...listExecutables({ layer: "repository", folder }).map((path) => ["program", path]),
    ["reads", names.length === 0 ? "no environment variable" : names.join(", ")],
    ...(content === null || content.digest === "" ? [] : [["digest", `sha256 ${content.digest}`]]),
  ];
  return rows.map(([heading, value]) => `${(heading as string).padEnd(8)}${value}\n`).join("");
}

function describeHook({ id, plugin, point, effects, handler }: ListedHook): string {
  const line = handler === null ? [] : [handler.command, handler.args].flat();
  const runs =
    handler === null ? [] : [`runs ${handler.kind === "builtin" ? "the builtin " : ""}'${line.join(" ")}'`];
  const what = [...effects, ...runs].map((each) => `, ${each}`).join("");
  return `${id} of plugin '${plugin}' at ${point}${what}`;
}

/**
 * The first file of the layer whose path is in the work tree but which a link leads out of it, or into the git folder;
 * null if there is none. Such a file is not the repository's to show: an error message would print its lines.
 */
export function findLeadingOut(top: string, { inputs }: LayerContent): string | null {
  const realTop = nodeConfigFiles.realPath(top) ?? top;
  const leadsOut = (path: string): boolean => {
    const real = isBelow(posix.normalize(path), top) ? nodeConfigFiles.realPath(path) : null;
    return real !== null && (!isBelow(real, realTop) || isBelow(real, `${realTop}/.git`));
  };
  return inputs.map(({ path }) => path).find(leadsOut) ?? null;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}
