// `npm run build`: writes a relocatable prefix to dist/, in one step when it is complete.
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleColdSide } from "./build/cold-side.mjs";
import { bundleHotPath, generateGitTables, hotPathEntry } from "./build/hot-path.mjs";
import { buildLibrary } from "./build/library.mjs";
import { writeManual } from "./build/manual.mjs";
import { Native, surveyHeap } from "./build/native.mjs";
import { publish } from "./build/publish.mjs";
import { prepareCommits } from "./build/sample-commits.mjs";
import { readVersion, writeVersion } from "./build/version.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = join(root, "build", "native");
const published = join(root, "dist");
// Made aside, because agents may have dist/bin on their PATH.
const dist = join(root, "build", "dist");
const source = join(work, "hot-path.js");
const bytecode = join(work, "hot-path.bytecode");
const uses = join(work, "heap-uses");

writeVersion(root);
mkdirSync(join(work, "generated"), { recursive: true });
await generateGitTables(root, join(work, "generated", "git-tables.h"));
const native = new Native(root, work, "release", readVersion(root));
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "bin"), { recursive: true });

// The compiler runs while TypeScript is bundled.
await Promise.all([native.compileObjects(), bundle()]);
await native.compileScript(source, bytecode);
await native.linkHost(join(dist, "bin", "interlock"), bytecode, async (binary) => {
  await surveyHeap(binary, bytecode, prepareCommits(root, work, dist), uses);
  return uses;
});
for (const name of ["git", "gh"]) symlinkSync("interlock", join(dist, "bin", name));
cpSync(join(root, "plugins"), join(dist, "plugins"), { recursive: true });
publish({ made: dist, published, before: join(root, "build", "dist-before"), work });

async function bundle() {
  await bundleHotPath(root, hotPathEntry, source);
  await bundleColdSide(root, work, join(dist, "lib", "interlock", "cold"));
  await writeManual(root, join(dist, "share", "man"));
  await buildLibrary(root, join(dist, "lib", "interlock", "library"));
}
