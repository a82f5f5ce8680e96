/**
 * Finds the program that interlock replaces: the one kept beside it, otherwise the first of its name on PATH
 * that is not interlock, otherwise one on the default path, otherwise the one that the installer found.
 */
import { resolveReal, statPath } from "./read-files.ts";

const defaultPath = "/usr/bin:/bin";

/** `searchPath`: null if PATH is not set. `ownFolder`: interlock's own bin folder, or empty. Returns an absolute path, or empty. */
export function findRealProgram(
  name: string,
  searchPath: string | null,
  cwd: string,
  ownFolder: string,
): string {
  const own = ownFolder === "" ? null : resolveReal(ownFolder);
  const copy = `${ownFolder}/../lib/interlock/real/${name}`;
  if (own !== null && isProgram(copy)) return copy;
  const lists = searchPath === null ? [defaultPath] : [searchPath, defaultPath];
  for (const entry of lists.join(":").split(":")) {
    // An empty entry is the working directory, as for execvp.
    const folder = entry === "" ? cwd : entry.startsWith("/") ? entry : `${cwd}/${entry}`;
    const candidate = `${folder.replace(/\/$/, "")}/${name}`;
    if (!isProgram(candidate)) continue;
    if (own !== null && isInside(own, folder, candidate)) continue;
    return candidate;
  }
  const found = `${ownFolder}/../lib/interlock/found`;
  const candidate = `${found}/${name}`;
  return own !== null && isProgram(candidate) && !isInside(own, found, candidate) ? candidate : "";
}

function isProgram(path: string): boolean {
  const stat = statPath(path);
  return stat?.kind === "file" && stat.executable;
}

/** Our entries may be links out of our bin folder, or links into it. */
function isInside(own: string, folder: string, candidate: string): boolean {
  return resolveReal(folder) === own || (resolveReal(candidate) ?? "").startsWith(own + "/");
}
