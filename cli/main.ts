/**
 * The cold side's entry: `interlock <verb>` on Node.
 */
import { readArguments } from "../shim/node/byte-strings.ts";
import { run } from "./run.ts";

process.exitCode = run(readArguments());
