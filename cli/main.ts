/**
 * The cold side's entry: `interlock <verb>` on Node.
 */
import { readArguments } from "../shim/node/byte-strings.ts";
import { run } from "./run.ts";

const status = run(readArguments());
if (typeof status === "number") process.exitCode = status;
else void status.then((later) => (process.exitCode = later));
