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
    // For two cores: every test waits for processes, and some for time to pass.
    maxWorkers: 3,
    // A new process for every file takes half a second; no module of ours keeps anything from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    env: { TMPDIR: chooseTemporaryFolder() },
  },
});
