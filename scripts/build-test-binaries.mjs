// What only the tests need: the vectors inside the native engine, and everything once more under the
// address and undefined-behaviour sanitizers.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleHotPath, hotPathEntries, readVersion } from "./build/hot-path.mjs";
import { Native } from "./build/native.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = join(root, "build", "native");
const output = join(root, "build", "test");
const vectors = join(work, "vectors");
mkdirSync(vectors, { recursive: true });
const version = await readVersion(root);
await bundleHotPath(root, join("test", "vectors", "main.ts"), join(vectors, "vectors.js"));

for (const variant of ["release", "sanitized"]) {
  const native = new Native(root, work, variant, version);
  // The vectors take the place of both pieces of bytecode; everything else is the shipped host.
  for (const { name } of hotPathEntries) {
    native.compileScript(join(vectors, "vectors.js"), join(vectors, `${name}.bytecode`), "vectors");
  }
  placeBinary(native, join(output, variant, "vectors"), vectors);
  if (variant === "sanitized") placeBinary(native, join(output, variant, "prefix"), work);
}

/** A prefix with the binary under both names and the cold side beside it. */
function placeBinary(native, prefix, bytecode) {
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(join(prefix, "bin"), { recursive: true });
  native.linkHost(join(prefix, "bin", "interlock"), bytecode);
  symlinkSync("interlock", join(prefix, "bin", "git"));
  const cold = join(root, "dist", "lib");
  if (existsSync(cold)) cpSync(cold, join(prefix, "lib"), { recursive: true });
}
