/**
 * Makes `dist-packaged/` from `dist/`: the same prefix, with the cold side as one executable
 * (`lib/interlock/cold/interlock-cold`) in place of `cli.cjs`, for machines without Node.
 *
 * We call pkg's `sea()` function, because it uses the Node that runs this script; pkg's command line
 * downloads one.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, existsSync, linkSync, mkdirSync } from "node:fs";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const prefix = resolve(process.argv[2] ?? join(root, "dist"));
const packaged = resolve(process.argv[3] ?? `${prefix}-packaged`);
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
  hash.update(readFileSync(bundle)).update(readFileSync(fileURLToPath(import.meta.url)));
  const pkg = require("@yao-pkg/pkg/package.json").version;
  return `${hash.digest("hex")} node ${process.version} ${process.arch} pkg ${pkg}\n`;
}

function isCurrent(key) {
  const old = join(packaged, keyFile);
  return existsSync(join(packaged, executable)) && existsSync(old) && readFileSync(old, "utf8") === key;
}

/** The local Node without its symbols (12 MB less). Before the injection: stripping after it breaks the file. */
function writeStrippedNode() {
  const stripped = join(work, "node");
  copyFileSync(process.execPath, stripped);
  chmodSync(stripped, 0o755);
  const strip = spawnSync("strip", [stripped], { stdio: "ignore" });
  const works = strip.status === 0 && spawnSync(stripped, ["-p", "6*7"]).stdout?.toString() === "42\n";
  return works ? stripped : process.execPath;
}

/** `sea()` swallows a failed injection, which leaves a bare Node: one that answers with its own version. */
function isBareOrBroken(file) {
  const run = spawnSync(file, ["--version"], { input: "", encoding: "utf8", timeout: 30_000 });
  return run.error !== undefined || run.signal !== null || run.stdout.trim() === process.version;
}

async function writeExecutable(require, output) {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  copyFileSync(bundle, join(work, "cli.cjs"));
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
rmSync(join(staged, cold, "cli.cjs"));
// The library is for programs on Node, which a packaged prefix does not have.
rmSync(join(staged, "lib", "interlock", "library"), { recursive: true });
if (kept) linkSync(join(packaged, executable), join(staged, executable));
else await writeExecutable(require, join(staged, executable));
writeFileSync(join(staged, keyFile), key);
rmSync(packaged, { recursive: true, force: true });
renameSync(staged, packaged);

const megabytes = (statSync(join(packaged, executable)).size / 1e6).toFixed(0);
process.stdout.write(`${packaged}: interlock-cold ${megabytes} MB${kept ? ", unchanged" : ""}\n`);
