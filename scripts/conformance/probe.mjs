/** Before anything is compared: are the rules really applied to the commits of a test? */
import { fileURLToPath } from "node:url";
import { SetupError } from "../command.mjs";
import { writeRule } from "./rule.mjs";
import { runScript } from "./run-script.mjs";

const name = "t0000-probe";
const file = fileURLToPath(new URL(`${name}.sh`, import.meta.url));

export async function checkInterception(tree, shim) {
  const config = writeRule(shim.folder, "probe", "text.ensureTrailer");
  const side = { ...shim, env: { ...shim.env, INTERLOCK_CONFIG: config } };
  const result = await runScript(tree, name, side, { file, withLog: true });
  const failed = result.tests.filter((test) => test.outcome !== "ok");
  if (result.ended === "done" && failed.length === 0) return;
  throw new SetupError(
    "inside git's tests the shim does not apply its rules: there is nothing to compare",
    `see above for what '${file}' did`,
    `${result.log}\n${result.stderr}\n`,
  );
}
