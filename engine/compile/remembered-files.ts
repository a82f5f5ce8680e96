/**
 * A file system that answers every question once: what is digested is what is compiled, whatever happens meanwhile.
 */
import type { LayerFiles } from "./layer-content.ts";

export function rememberFiles(files: LayerFiles): LayerFiles {
  return {
    stat: remember(files.stat),
    lookAt: remember(files.lookAt),
    readFile: remember(files.readFile),
    listDirectory: remember(files.listDirectory),
    realPath: remember(files.realPath),
  };
}

function remember<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, T>();
  return (path) => {
    if (!answers.has(path)) answers.set(path, ask(path));
    return answers.get(path) as T;
  };
}
