import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { chooseTemporaryFolder } from "./test/support/memory-folder.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // `npm run clients` has what these need.
    exclude: [...configDefaults.exclude, "test/clients/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores, and every test starts processes.
    maxWorkers: 2,
    // A new process for every file takes half a second; no module of ours keeps anything from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    env: { TMPDIR: chooseTemporaryFolder() },
  },
});
