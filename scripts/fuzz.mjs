// `npm run fuzz`: runs the property tests with 100,000 generated messages each, against the real git.
//   node scripts/fuzz.mjs [how many]     with INTERLOCK_SEED for the messages of an earlier run
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const count = process.argv[2] ?? "100000";
const seed = process.env.INTERLOCK_SEED ?? String(randomInt(2 ** 31));
const files = ["test/rules/trailers-against-git.test.ts", "test/message/cleanup-against-git.test.ts"];

process.stdout.write(`seed ${seed}, ${count} messages for each property\n`);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, "--testTimeout=0"], {
  cwd: root,
  env: { ...process.env, INTERLOCK_FUZZ: count, INTERLOCK_SEED: seed },
  stdio: "inherit",
});
if (status !== 0) process.stdout.write(`replay: INTERLOCK_SEED=${seed} node scripts/fuzz.mjs ${count}\n`);
process.exitCode = status ?? 1;
