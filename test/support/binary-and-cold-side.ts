import { afterEach, beforeEach, describe } from "vitest";
import { useColdSide } from "./sandbox.ts";

/**
 * The same tests with the native binary and with the cold side in its place, which is otherwise asked only for what the binary
 * leaves to it: both give the same results, exit codes and texts.
 */
export function forBinaryAndColdSide(tests: () => void): void {
  describe("the native binary", tests);
  describe("the cold side", () => {
    beforeEach(() => useColdSide(true));
    afterEach(() => useColdSide(false));
    tests();
  });
}
