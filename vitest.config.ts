import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { remotes, thorough } from "./test/sets.ts";
import { chooseTemporaryFolder } from "./test/support/memory-folder.ts";

/** By `--mode`; without one, all. */
const sets: { [mode: string]: { include?: readonly string[]; exclude?: readonly string[] } } = {
  quick: { exclude: [...remotes, ...thorough] },
  thorough: { include: thorough },
  remotes: { include: remotes },
};

export default defineConfig(({ mode }) => ({
  test: {
    include: [...(sets[mode]?.include ?? ["test/**/*.test.ts"])],
    // `npm run clients` has what these need.
    exclude: [...configDefaults.exclude, "test/clients/**", ...(sets[mode]?.exclude ?? [])],
    // Only for what hangs: on a busy machine everything takes several times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // For two cores: every test waits for processes, and some for time to pass.
    maxWorkers: 3,
    // A new process for every file takes half a second; no module of ours keeps anything from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What `.ci/run` adds up.
    ...(mode in sets
      ? {
          reporters: ["default", "json", "./test/support/uncaught-errors.ts"],
          outputFile: { json: `build/${mode}-results.json` },
        }
      : {}),
    env: { TMPDIR: chooseTemporaryFolder() },
  },
}));
