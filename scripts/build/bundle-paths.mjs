/**
 * A bundle names each module by its path. These esbuild options make that path relative to the project's root,
 * wherever the build is started, and even if node_modules is a link.
 */
export function namedFromRoot(root) {
  return { absWorkingDir: root, preserveSymlinks: true };
}

/** A comment for each npm package of a bundle, as esbuild writes it without minification. The bill of materials is checked against them. */
export function packageComments({ inputs }) {
  const packages = new Map();
  for (const path of Object.keys(inputs).sort()) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name !== undefined && !packages.has(name)) packages.set(name, `// ${path}\n`);
  }
  return [...packages.values()].join("");
}
