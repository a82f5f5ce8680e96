import { afterEach, beforeEach, describe } from "vitest";
import { useColdSide } from "./sandbox.ts";

/**
 * Runs the same tests with the native binary and with the cold side in its place: both must give the same exit codes and
 * texts, and the binary hands only some calls on.
 */
export function forBinaryAndColdSide(tests: () => void): void {
  describe("the native binary", tests);
  describe("the cold side", () => {
    beforeEach(() => useColdSide(true));
    afterEach(() => useColdSide(false));
    tests();
  });
}
