/**
 * A bundle names each module by its path. With these options of esbuild that path is the one from the
 * project's root, wherever the build is started and also where node_modules is a link.
 */
export function namedFromRoot(root) {
  return { absWorkingDir: root, preserveSymlinks: true };
}
