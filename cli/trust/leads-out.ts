/**
 * Links of a repository's layer that lead out of it. What they lead to is not the repository's to show: a message about
 * a wrong line would print it.
 */
import { posix } from "node:path";
import type { LayerContent } from "../../engine/compile/layer-content.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";

/** The first file whose path is in the work tree, while the file is not; null if there is none. The git folder is not. */
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
