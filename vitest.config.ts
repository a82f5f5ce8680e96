import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { chooseTemporaryFolder } from "./test/support/memory-folder.ts";

/** Tests with servers, or with repositories to fetch from: a third of the time of all. `npm run remotes` runs them, and `npm test` the others. */
const remotes = ["test/{push,redteam,gh,plugin}/**/*.test.ts", "test/verify/pre-receive.test.ts"];

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "remotes" ? remotes : ["test/**/*.test.ts"],
    // `npm run clients` has what these need.
    exclude: [...configDefaults.exclude, "test/clients/**", ...(mode === "alone" ? remotes : [])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // For two cores: every test waits for processes, and some for time to pass.
    maxWorkers: 3,
    // A new process for every file takes half a second; no module of ours keeps anything from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    env: { TMPDIR: chooseTemporaryFolder() },
  },
}));
