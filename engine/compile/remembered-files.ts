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
    // `a//b` and `a/./b` are the same file as `a/b`, and what it holds may be another thing at every look.
    const key = path.replace(/\/(?:\.?\/)+/g, "/");
    if (!answers.has(key)) answers.set(key, ask(path));
    return answers.get(key) as T;
  };
}
