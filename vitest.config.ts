import { configDefaults, defineConfig } from "vitest/config";
import { chooseTemporaryFolder } from "./test/support/memory-folder.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // `npm run clients` has what these need.
    exclude: [...configDefaults.exclude, "test/clients/**"],
    testTimeout: 30_000,
    // Two cores, and every test starts processes.
    maxWorkers: 2,
    env: { TMPDIR: chooseTemporaryFolder() },
  },
});
