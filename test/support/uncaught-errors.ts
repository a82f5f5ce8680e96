import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reporter } from "vitest/node";
import { root } from "./paths.ts";

/** The messages of errors outside of any test, as JSON: the report of vitest leaves them out, and `.ci/run` must know of them. */
export default class UncaughtErrors implements Reporter {
  onTestRunEnd(_: unknown, errors: readonly { message: string }[]): void {
    const path = join(root, "build", "test-errors.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(errors.map(({ message }) => message)));
  }
}
