/**
 * `npm run conformance`: git's own tests through the shim, compared test by test with the real git.
 * Needs dist/ (npm run build). See docs/conformance.md.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArguments, usage } from "./conformance/arguments.mjs";
import { SetupError } from "./command.mjs";
import { compareResults, countTests } from "./conformance/compare.mjs";
import { replaceFigures } from "./conformance/document.mjs";
import { ensureTree } from "./conformance/git-build.mjs";
import { readSourceVersion } from "./conformance/git-source.mjs";
import { selectScripts } from "./conformance/groups.mjs";
import { checkInterception } from "./conformance/probe.mjs";
import { RealResults } from "./conformance/real-results.mjs";
import { renderFigures, renderSummary, renderVerdict } from "./conformance/report.mjs";
import { runComparison } from "./conformance/run-comparison.mjs";
import { endScripts } from "./conformance/run-script.mjs";
import { makeSides } from "./conformance/sides.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const document = join(root, "docs", "conformance.md");
const resultFile = join(root, "build", "conformance.json");
const say = (line) => process.stdout.write(`${line}\n`);

function listScripts(tree) {
  return readdirSync(join(tree, "t"))
    .filter((name) => /^t\d{4}-.*\.sh$/.test(name))
    .map((name) => name.slice(0, -3))
    .sort();
}

function sumCounts(scripts, results) {
  const total = { scripts: scripts.length, real: 0, shim: 0, skipped: 0 };
  for (const script of scripts) {
    const counts = countTests(results.real[script], results.shim[script]);
    for (const key of ["real", "shim", "skipped"]) total[key] += counts[key];
  }
  return total;
}

/** Prints the results, writes them for CI, and returns the exit status. */
function conclude(options, version, scripts, results) {
  const differences = scripts.flatMap((script) =>
    compareResults(script, results.real[script], results.shim[script]),
  );
  const counts = { ...sumCounts(scripts, results), differences: differences.length };
  for (const line of renderVerdict(differences, results.flaky)) say(line);
  say(renderSummary(counts));
  const failed = differences.length;
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(resultFile, JSON.stringify({ passed: counts.shim, failed, ...counts, differences }, null, 2));
  if (options.record) {
    const selection = options.all ? "`--all`" : options.words.map((word) => `\`${word}\``).join(" ") || "CI";
    const figures = renderFigures(version, userInfo().username, counts);
    writeFileSync(document, replaceFigures(readFileSync(document, "utf8"), selection, figures));
  }
  return failed === 0 ? 0 : 1;
}

async function main(options) {
  const version = readSourceVersion();
  const cache = ensureTree(version, say);
  const { scripts, unknown } = selectScripts(options, listScripts(cache.tree));
  if (unknown.length > 0) {
    throw new SetupError(
      `no script or group of git ${version}: '${unknown.join(" ")}'`,
      "npm run conformance -- --help",
    );
  }
  // Short: gpg-agent's socket is in a test's folder, and its path is limited to 107 bytes.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ilc-")));
  process.on("exit", () => {
    endScripts();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  const sides = makeSides(folder, join(root, "dist"));
  await checkInterception(cache.tree, sides.shim);
  const known = new RealResults(cache);
  const width = availableParallelism();
  const results = await runComparison({ ...options, tree: cache.tree, scripts, sides, known, width, say });
  return options.realOnly ? 0 : conclude(options, version, scripts, results);
}

rmSync(resultFile, { force: true }); // must not count results of an earlier run
try {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else process.exitCode = await main(options);
} catch (error) {
  if (!(error instanceof SetupError) && !String(error.code).startsWith("ERR_PARSE_ARGS")) throw error;
  const hint = error.hint ?? "npm run conformance -- --help";
  process.stderr.write(`${error.output ?? ""}error: ${error.message}\nhint: ${hint}\n`);
  process.exitCode = 1;
}
