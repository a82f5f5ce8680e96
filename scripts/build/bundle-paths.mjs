/**
 * A bundle names each module by its path. With these options of esbuild that path is the one from the
 * project's root, wherever the build is started and also where node_modules is a link.
 */
export function namedFromRoot(root) {
  return { absWorkingDir: root, preserveSymlinks: true };
}

/** A comment for each npm package of a bundle, as esbuild writes it where white space is kept; the bill of materials is held to it. */
export function packageComments({ inputs }) {
  const packages = new Map();
  for (const path of Object.keys(inputs).sort()) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name !== undefined && !packages.has(name)) packages.set(name, `// ${path}\n`);
  }
  return [...packages.values()].join("");
}
