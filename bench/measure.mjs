// Runs bench/measure.c, and sums up what it prints.
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export function buildMeasure(folder) {
  const program = join(folder, "measure");
  execFileSync("gcc", ["-O2", "-o", program, join(import.meta.dirname, "measure.c")]);
  return program;
}

function summarise(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { minimum: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

/** A way that takes hundreds of times as long runs once for this many rounds of the others. */
const roundsOfSlow = 10;

/**
 * Interleaved runs of ways, each `{ env, words, before, isSlow }`: for each, wall and processor time in milliseconds, the
 * largest resident set in megabytes, and the fewest page faults. A server of ours may answer meanwhile, so this does not block.
 */
export async function measure(program, { ways, rounds, env, cwd = ".", per = 1 }) {
  const runs = [];
  const fast = [...ways.keys()].filter((i) => !ways[i].isSlow);
  for (let done = 0; done < rounds; done += roundsOfSlow) {
    const left = Math.min(roundsOfSlow, rounds - done);
    runs.push(...(await runWays(program, { ways, chosen: fast, rounds: left - 1, env, cwd })));
    runs.push(...(await runWays(program, { ways, chosen: [...ways.keys()], rounds: 1, env, cwd })));
  }
  return ways.map((_, i) => {
    const column = (k, scale) => runs.filter(([which]) => which === i).map((run) => run[k] / scale);
    return {
      wall: summarise(column(1, 1000 * per)),
      cpu: summarise(column(2, 1000 * per)),
      peak: Math.max(...column(3, 1024)),
      faults: Math.min(...column(4, 1)),
    };
  });
}

/** What measure.c prints of each run: which way, then its figures. */
async function runWays(program, { ways, chosen, rounds, env, cwd }) {
  if (rounds === 0) return [];
  const args = chosen
    .map((i) => ways[i])
    .flatMap(({ env: own = {}, words, before }) => [
      ...(before ? ["--before", ...before] : []),
      "--",
      ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
      ...words,
    ]);
  const { stdout } = await promisify(execFile)(program, [String(rounds), ...args], {
    env,
    cwd,
    maxBuffer: 1 << 28,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .map(([which, ...figures]) => [chosen[which], ...figures]);
}
