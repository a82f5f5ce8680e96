/**
 * `npm run packages:check`: checks the packages that `npm run release:local` made in release/, as `npm run release:check`
 * does with those that it makes itself.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackages } from "./release/check/packages.mjs";
import { createReport } from "./release/check/report.mjs";
import { endWithHint } from "./release/end-with-hint.mjs";

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "release");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "interlock-packages-")));
const { counts, report, say } = createReport();
try {
  await endWithHint(() => checkPackages({ packages, scratch, report, say }));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(`${counts.passed} passed, ${counts.failed} failed`);
if (counts.failed > 0) process.exitCode = 1;
