/** The same tests with the cold side in place of the native binary: same results, exit codes and texts. */
import { useColdSide } from "../../support/sandbox.ts";

useColdSide();
await import("../odd-commits.test.ts");
