/**
 * `npm run release:local`: builds tarballs and packages of the current commit in release/. See docs/release.md.
 *
 *   node scripts/release.mjs [--with-pkg]
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endWithHint } from "./release/end-with-hint.mjs";
import { buildFromCommit, readCommit } from "./release/from-commit.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, "release");

await endWithHint(async () => {
  const { values } = parseArgs({ options: { "with-pkg": { type: "boolean", default: false } } });
  const { commit, seconds, changed } = readCommit(root);
  if (changed) process.stderr.write("note: uncommitted changes are not in the release\n");
  rmSync(output, { recursive: true, force: true });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-release-")));
  try {
    const options = values["with-pkg"] ? ["--with-pkg"] : [];
    await buildFromCommit({ root, commit, seconds, folder: join(folder, "tree"), output, options });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of readdirSync(output)) {
    const kilobytes = Math.ceil(statSync(join(output, name)).size / 1000);
    process.stdout.write(`${relative(process.cwd(), join(output, name))}: ${kilobytes} kB\n`);
  }
});
