/**
 * `npm run image`: tests interlock in Debian root filesystems, sealed by sandbox-image/install.sh. As root.
 * With `--all` the Dockerfile is built in all its variants. Needs dist/ and dist-packaged/. See sandbox-image/README.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addNode, ensureSystem, unpackSystem } from "./image/base-system.mjs";
import { SetupError } from "./command.mjs";
import { mustRun } from "./image/run-mixed.mjs";
import { Builder } from "./image/container.mjs";
import { runInRoot } from "./image/in-root.mjs";
import { checkDockerfile, checkRecipes } from "./image/container-checks.mjs";
import { checkInstall } from "./image/install-checks.mjs";
import { checkInterruptions } from "./image/interruption-checks.mjs";
import { checkMoves } from "./image/move-checks.mjs";
import { checkPathInstall, checkWithoutDpkg, checkWithoutLibc } from "./image/other-installs.mjs";
import { checkRefusals } from "./image/refusal-checks.mjs";
import { checkRules } from "./image/rules-checks.mjs";
import { Results } from "./image/results.mjs";
import { checkBubblewrap, checkDevContainerFeature } from "./image/sandbox-checks.mjs";
import { judge } from "./image/sealed-checks.mjs";
import { makeRelease, releasePlace, variants } from "./image/variants.mjs";

const project = fileURLToPath(new URL("..", import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);

function openImage(name, root, release) {
  return {
    name,
    root,
    run: (script, options = {}) => runInRoot(root, script, { shown: [[release, releasePlace]], ...options }),
    size: () => Number(mustRun("du", ["-sx", "--block-size=1", root]).split("\t")[0]),
  };
}

function main(results, all) {
  if (process.getuid() !== 0)
    throw new SetupError("this needs root, for chroot and mounts", "sudo npm run image");
  const base = ensureSystem("git", say);
  const work = mkdtempSync(join(tmpdir(), "interlock-image-"));
  process.on("exit", () => rmSync(work, { recursive: true, force: true }));
  const makeImage = (name, variant) => {
    const root = join(work, name);
    unpackSystem(base, root);
    if (variant.node) addNode(root);
    return openImage(name, root, makeRelease(project, variant.prefix, join(work, `release-${name}`)));
  };
  for (const [name, variant] of Object.entries(variants)) {
    const image = makeImage(name, variant);
    checkInstall(image, results, variant);
    rmSync(image.root, { recursive: true });
  }
  const image = makeImage("others", variants.node);
  checkRefusals(image, results);
  checkMoves(image, results);
  checkInterruptions(image, results);
  checkWithoutDpkg(image, results);
  checkPathInstall(image, results);
  checkRules(image, results);
  checkDevContainerFeature(image, project, results);
  results.add("bubblewrap: install.sh", judge(image.run(`${releasePlace}/install.sh`), /git is sealed/));
  checkBubblewrap(image, work, results, variants.node);
  checkWithoutLibc(join(work, "busybox"), openImage, join(work, "release-minimal"), results);
  const builder = new Builder(project, work, say);
  builder.importBases();
  for (const name of all ? Object.keys(variants) : ["minimal"]) checkDockerfile(builder, name, results);
  if (all) checkRecipes(builder, project, results);
}

const results = new Results(join(project, "build", "image.json"), say);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
try {
  main(results, process.argv.includes("--all"));
  process.exitCode = results.write();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.output}error: ${error.message}\nhint: ${error.hint}\n`);
  process.exitCode = 1;
}
