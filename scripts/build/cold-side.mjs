/**
 * Bundles the cold side so that a verb loads only what it needs: Node reads and compiles a file whole, and the tables of
 * refa alone take longer than most verbs. esbuild splits only ES modules, so that is the first step; the second turns
 * each part into CommonJS, which starts faster.
 */
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { namedFromRoot, packageComments } from "./bundle-paths.mjs";
import { groupParts, joinParts, placeParts } from "./join-parts.mjs";

/** Packages that are loaded when one of these names is first used, if ever: most calls never do. */
const lazyPackages = {
  "@eslint-community/regexpp": ["RegExpParser", "RegExpSyntaxError"],
  execa: ["execa", "execaSync"],
  refa: ["JS"],
};
/** Of Node's own modules, those that take a millisecond or more; with every name that is imported from them. */
const lazyBuiltins = {
  "node:child_process": ["spawn", "spawnSync"],
  "node:crypto": ["createHash", "hash", "randomBytes", "randomUUID"],
  "node:tty": ["isatty", "WriteStream"],
  "node:zlib": ["deflateSync", "inflateSync"],
};

const names = Object.keys(lazyPackages);
const fileOf = (name) => name.replace(/^.*\//, "");

const common = {
  platform: "node",
  target: "node20",
  // One non-ASCII letter in a comment would double a file's size in memory.
  minifyWhitespace: true,
  logLevel: "warning",
};

const commonJs = {
  ...common,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  // import() would start Node's loader of ES modules.
  supported: { "dynamic-import": false },
};

/** Writes `cli.cjs` and its parts to `folder`. */
export async function bundleColdSide(root, work, folder) {
  const modules = mkdtempSync(join(work, "cold-"));
  const { metafile } = await esbuild.build({
    ...common,
    ...namedFromRoot(root),
    bundle: true,
    format: "esm",
    outExtension: { ".js": ".mjs" },
    splitting: true,
    chunkNames: "part-[hash]",
    entryPoints: { cli: join(root, "cli", "main.ts") },
    outdir: modules,
    metafile: true,
    plugins: [loadLater],
    external: names.map((name) => `./${fileOf(name)}.cjs`),
  });
  const packages = await esbuild.build({
    ...commonJs,
    ...namedFromRoot(root),
    entryPoints: Object.fromEntries(names.map((name) => [fileOf(name), name])),
    outdir: folder,
    bundle: true,
    metafile: true,
  });
  await writeParts(modules, groupParts(metafile), folder);
  rmSync(modules, { recursive: true });
  const inputs = { ...metafile.inputs, ...packages.metafile.inputs };
  appendFileSync(join(folder, "cli.cjs"), packageComments({ inputs }));
}

async function writeParts(modules, groups, folder) {
  const parts = readdirSync(modules);
  const joined = groups.flatMap(([, some]) => some);
  const alone = parts.filter((part) => !joined.includes(part)).map((part) => join(modules, part));
  const { outputFiles } = await esbuild.build({ ...commonJs, entryPoints: alone, outdir: folder, write: false });
  for (const [file, some] of groups) {
    const others = parts.filter((part) => !some.includes(part));
    const { outputFiles: one } = await esbuild.build({
      ...commonJs,
      stdin: { contents: joinParts(some), resolveDir: modules },
      outfile: join(folder, file),
      bundle: true,
      external: [...others.map((part) => `./${part}`), ...names.map((name) => `./${fileOf(name)}.cjs`)],
      write: false,
    });
    outputFiles.push(...one);
  }
  for (const { path, text } of outputFiles) writeFileSync(path, placeParts(nameRequire(text), groups));
}

/**
 * The first step calls `require` by another name. Bundlers, as the one that packages, see only the plain name, and leave
 * the file out.
 */
function nameRequire(text) {
  return text.replace(/(?:\(0,import_part_\w+\.__require\)|\b__require)\(("\.\/[\w-]+\.cjs")\)/g, " require($1)");
}

/** A module whose exports load the package. */
const loadLater = {
  name: "load later",
  setup(build) {
    const filter = new RegExp(`^(${[...names, ...Object.keys(lazyBuiltins)].join("|")})$`);
    // What such a module itself asks for is the real one.
    build.onResolve({ filter }, ({ path, namespace }) =>
      namespace === "later" ? { path, external: true } : { path, namespace: "later" },
    );
    build.onLoad({ filter, namespace: "later" }, ({ path }) => {
      const place = path in lazyBuiltins ? path : `./${fileOf(path)}.cjs`;
      const exported = lazyBuiltins[path] ?? lazyPackages[path];
      const getters = exported.map((name) => `get ${name}() { return require("${place}").${name}; }`);
      return { contents: `module.exports = { ${getters.join(", ")} };` };
    });
  },
};
