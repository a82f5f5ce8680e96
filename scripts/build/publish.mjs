// Puts a prefix that was built aside in the place of the one in use, in one step: agents that have it on their PATH find the old
// one or the new one. Between two renames they would find the real git, and commit without the rules.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("exchange-folders.c", import.meta.url));

/**
 * `work`: for the tool that swaps. What was published before stays in `before`, which must be on the same file system, until the
 * next time: a command that runs now still needs its cold side.
 */
export function publish({ made, published, before, work }) {
  rmSync(before, { recursive: true, force: true });
  mkdirSync(dirname(before), { recursive: true });
  if (!existsSync(published)) return renameSync(made, published);
  if (exchange(made, published, work)) return renameSync(made, before);
  // A file system without such a step.
  renameSync(published, before);
  renameSync(made, published);
}

function exchange(a, b, work) {
  const tool = join(work, "exchange-folders");
  mkdirSync(work, { recursive: true });
  const runs = (program, ...words) => spawnSync(program, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  return (existsSync(tool) || runs("musl-gcc", "-static", "-O2", "-o", tool, source)) && runs(tool, a, b);
}
