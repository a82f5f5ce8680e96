// Binaries for the tests only: the vectors inside the native engine, and everything built again with the
// address and undefined-behaviour sanitizers.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { bundleHotPath } from "./build/hot-path.mjs";
import { Native } from "./build/native.mjs";
import { readVersion } from "./build/version.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = join(root, "build", "native");
const output = join(root, "build", "test");
const vectors = join(work, "vectors");
mkdirSync(vectors, { recursive: true });
const version = readVersion(root);
const source = join(vectors, "vectors.js");
await bundleHotPath(root, join("test", "vectors", "main.ts"), source);

await esbuild.build({
  entryPoints: [join(root, "test", "support", "probe-node-host.ts")],
  outfile: join(output, "probe-node-host.cjs"),
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
});

const sanitized = new Native(root, work, "sanitized", version);
const release = new Native(root, work, "release", version);
await Promise.all([sanitized.compileObjects(), release.compileObjects()]);
await placeVectors(sanitized, "sanitized");
await placeVectors(release, "release");
await placeBinary(sanitized, join(output, "sanitized", "prefix"), join(work, "hot-path.bytecode"));

/** The vectors replace the hot path; the rest is the shipped host. */
async function placeVectors(native, variant) {
  const bytecode = join(vectors, variant, "hot-path.bytecode");
  mkdirSync(dirname(bytecode), { recursive: true });
  await native.compileScript(source, bytecode);
  await placeBinary(native, join(output, variant, "vectors"), bytecode);
}

/** A prefix with the binary under both names, and the cold side. */
async function placeBinary(native, prefix, bytecode) {
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(join(prefix, "bin"), { recursive: true });
  await native.linkHost(join(prefix, "bin", "interlock"), bytecode);
  for (const name of ["git", "gh"]) symlinkSync("interlock", join(prefix, "bin", name));
  const cold = join(root, "dist", "lib");
  if (existsSync(cold)) cpSync(cold, join(prefix, "lib"), { recursive: true });
}
