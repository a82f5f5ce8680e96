import { defineConfig } from "vitest/config";
import { chooseTemporaryFolder } from "../support/memory-folder.ts";
import { root } from "../support/paths.ts";

/** For `npm run clients`: these tests need programs that `npm test` does without. */
export default defineConfig({
  root,
  test: {
    include: ["test/clients/*.test.ts"],
    testTimeout: 60_000,
    maxWorkers: 2,
    env: { TMPDIR: chooseTemporaryFolder() },
  },
});
