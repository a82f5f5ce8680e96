/** The command line of `npm run conformance`. */
import { parseArgs } from "node:util";
import { groups } from "./groups.mjs";

export const usage = `usage: npm run conformance -- [<option>...] [<script or group>...]

Runs git's own tests on the real git and through the shim, and compares them test by test.
Without names: the groups that CI runs.

  --all        git's whole suite, t0 to t7
  --real-only  run the real git anew and keep its results; the shim is not run
  --verbose    keep the output of every command and show how it differs; runs both sides
  --record     write the figures into docs/conformance.md

groups: ${groups.map((group) => (group.inCi ? group.name : `${group.name} (not in CI)`)).join(", ")}
`;

/** Throws a TypeError with a message for a wrong option. */
export function parseArguments(args) {
  const flag = { type: "boolean", default: false };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: flag, "real-only": flag, verbose: flag, record: flag, help: flag },
  });
  const { all, verbose, record, help } = values;
  return { all, verbose, record, help, realOnly: values["real-only"], words: positionals };
}
