// `npm run build`: leaves a relocatable prefix in dist/.
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { namedFromRoot, packageComments } from "./build/bundle-paths.mjs";
import { bundleHotPath, generateGitTables, hotPathEntries, readVersion } from "./build/hot-path.mjs";
import { buildLibrary } from "./build/library.mjs";
import { Native } from "./build/native.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = join(root, "build", "native");
const dist = join(root, "dist");

mkdirSync(join(work, "generated"), { recursive: true });
await generateGitTables(root, join(work, "generated", "git-tables.h"));
const native = new Native(root, work, "release", await readVersion(root));
for (const { name, entry } of hotPathEntries) {
  await bundleHotPath(root, entry, join(work, `${name}.js`));
  native.compileScript(join(work, `${name}.js`), join(work, `${name}.bytecode`), name);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "bin"), { recursive: true });
native.linkHost(join(dist, "bin", "interlock"), work);
symlinkSync("interlock", join(dist, "bin", "git"));

const cli = join(dist, "lib", "interlock", "cold", "cli.cjs");
const { metafile } = await esbuild.build({
  entryPoints: [join(root, "cli", "main.ts")],
  outfile: cli,
  metafile: true,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // Node reads all of it at every start; a single letter beyond ASCII in a comment would double its size in memory.
  minifyWhitespace: true,
  ...namedFromRoot(root),
  logLevel: "warning",
});
appendFileSync(cli, packageComments(metafile));
await buildLibrary(root, join(dist, "lib", "interlock", "library"));
cpSync(join(root, "plugins"), join(dist, "plugins"), { recursive: true });
