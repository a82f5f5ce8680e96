/**
 * Makes `dist-packaged/` from `dist/`: the same prefix, with the cold side as one executable
 * (`lib/interlock/cold/interlock-cold`) in place of `cli.cjs`, for machines without Node.
 *
 *   node scripts/package.mjs [<prefix> [<packaged>]] [--node <file> --strip <program>]
 *
 * `--node`: the Node of another architecture to put into it, in the version of the one that runs this script.
 *
 * We call pkg's `sea()` function, because it uses the Node that runs this script; pkg's command line
 * downloads one.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync } from "node:fs";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { publish } from "./build/publish.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: "string" }, strip: { type: "string", default: "strip" } },
});
const node = values.node ?? process.execPath;
const runsHere = values.node === undefined;
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const prefix = resolve(positionals[0] ?? join(root, "dist"));
const packaged = resolve(positionals[1] ?? `${prefix}-packaged`);
const staged = `${packaged}.new`;
const work = join(root, "build", "package");

const cold = join("lib", "interlock", "cold");
const bundle = join(prefix, cold, "cli.cjs");
const executable = join(cold, "interlock-cold");
const keyFile = `${executable}.key`;

function fail(message, hint) {
  rmSync(staged, { recursive: true, force: true });
  process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
  process.exit(1);
}

/** Everything that affects the executable: the bundle, the Node, pkg, and this script. */
function readKey(require) {
  const hash = createHash("sha256");
  for (const name of readdirSync(dirname(bundle)).sort())
    hash.update(readFileSync(join(dirname(bundle), name)));
  hash.update(readFileSync(fileURLToPath(import.meta.url)));
  const pkg = require("@yao-pkg/pkg/package.json").version;
  if (!runsHere) hash.update(readFileSync(node));
  return `${hash.digest("hex")} node ${process.version} ${process.arch} pkg ${pkg}\n`;
}

function isCurrent(key) {
  const old = join(packaged, keyFile);
  return existsSync(join(packaged, executable)) && existsSync(old) && readFileSync(old, "utf8") === key;
}

/** The Node without its symbols (12 MB less). Before the injection: stripping after it breaks the file. */
function writeStrippedNode() {
  const stripped = join(work, "node");
  copyFileSync(node, stripped);
  chmodSync(stripped, 0o755);
  const strip = spawnSync(values.strip, [stripped], { stdio: "ignore" });
  const runs = () => spawnSync(stripped, ["-p", "6*7"]).stdout?.toString() === "42\n";
  return strip.status === 0 && (!runsHere || runs()) ? stripped : node;
}

/** `sea()` swallows a failed injection, which leaves a bare Node: one that answers with its own version. */
function isBareOrBroken(file) {
  if (!runsHere) return !readFileSync(file).includes("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1");
  const run = spawnSync(file, ["--version"], { input: "", encoding: "utf8", timeout: 30_000 });
  return run.error !== undefined || run.signal !== null || run.stdout.trim() === process.version;
}

/** An executable has one script; in it, too, a part runs only when it is needed. */
async function joinParts(outfile) {
  const options = { bundle: true, platform: "node", target: "node20", format: "cjs", minifyWhitespace: true };
  // Paths in comments are relative to here.
  const absWorkingDir = dirname(bundle);
  await esbuild.build({
    entryPoints: [bundle],
    outfile,
    ...options,
    absWorkingDir,
    logLevel: "warning",
    plugins: [parseLater],
  });
}

/** Node parses the whole script at every start, so parts that most calls do not need are texts in it until they run. */
const parseLater = {
  name: "parse later",
  setup(build) {
    const filter = /\/(part-\w+|compiler|execa|refa|regexpp)\.cjs$/;
    build.onLoad({ filter }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const parts = new Set(text.match(/(?<=\brequire\()"\.\/[\w-]+\.cjs"(?=\))/g));
      const cases = [...parts].map((part) => `case ${part}: return require(${part});`);
      return {
        contents: `const take = (name) => { switch (name) { ${cases.join(" ")} } return require(name); };
          const names = ["module", "exports", "require"];
          const run = require("node:vm").compileFunction(${JSON.stringify(text)}, names, { filename: "${basename(path)}" });
          run(module, exports, take);`,
      };
    });
  },
};

async function writeExecutable(require, output) {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  await joinParts(join(work, "cli.cjs"));
  // sea() works in $TMPDIR/pkg-sea/<time>, calls `node` by name, and runs postject through npx:
  // inside our tree npx finds the one in node_modules; without one it must not stop to ask.
  process.env.TMPDIR = work;
  process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;
  process.env.npm_config_yes = "true";
  const sea = require("@yao-pkg/pkg/lib-es5/sea.js").default;
  const target = { nodeRange: "node", platform: "linux", arch: process.arch, output };
  await sea(join(work, "cli.cjs"), {
    // With a path, nothing is downloaded.
    nodePath: writeStrippedNode(),
    targets: [target],
    seaConfig: {
      // Relative, because the path is stored in the executable and shown in stack traces.
      main: "../../cli.cjs",
      disableExperimentalSEAWarning: true,
      // A code cache saves 30 ms, but import() fails under it, and under a V8 flag in NODE_OPTIONS
      // Node warns on stderr that it was rejected.
      useCodeCache: false,
    },
  });
  rmSync(work, { recursive: true, force: true });
  if (isBareOrBroken(output)) {
    fail(
      "the packaged executable does not run the cold side",
      "try 'npx --yes postject --help'; Node must be the official build, not one linked to libnode.so",
    );
  }
}

if (!existsSync(bundle)) fail(`'${bundle}' does not exist`, "run 'npm run build' first");

const require = createRequire(import.meta.url);
const key = readKey(require);
const kept = isCurrent(key);

// The rest of the prefix is small and copied every time; the old one stays complete until the swap.
rmSync(staged, { recursive: true, force: true });
cpSync(prefix, staged, { recursive: true, verbatimSymlinks: true });
rmSync(join(staged, cold), { recursive: true });
mkdirSync(join(staged, cold));
// The library is for programs on Node, which a packaged prefix does not have.
rmSync(join(staged, "lib", "interlock", "library"), { recursive: true });
if (kept) linkSync(join(packaged, executable), join(staged, executable));
else await writeExecutable(require, join(staged, executable));
writeFileSync(join(staged, keyFile), key);
publish({
  made: staged,
  published: packaged,
  before: `${packaged}.before`,
  work: join(root, "build", "native"),
});

const megabytes = (statSync(join(packaged, executable)).size / 1e6).toFixed(0);
process.stdout.write(`${packaged}: interlock-cold ${megabytes} MB${kept ? ", unchanged" : ""}\n`);
