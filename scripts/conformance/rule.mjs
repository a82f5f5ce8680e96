/** A configuration with one rule for the tests' commits. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** No test of git's has a trailer of this name. */
const trailer = "key: Interlock-Conformance";

const effects = {
  /** Applies to every message, and never finds anything. */
  "text.removeTrailer": [trailer],
  /** For the probe: shows that the rules ran. */
  "text.ensureTrailer": [trailer, "value: probed"],
};

/** Returns the config file. HOME is the trash directory during a test, so plans must be elsewhere. */
export function writeRule(folder, name, effect) {
  const plugin = join(folder, name, "plugin");
  const plans = join(folder, name, "plans");
  const config = join(folder, name, "config.yaml");
  for (const path of [plugin, plans]) mkdirSync(path, { recursive: true });
  writeFileSync(
    join(plugin, "plugin.yaml"),
    [
      "name: conformance",
      "extensions:",
      "  hookApiVersion: 1",
      "  hooks:",
      `    - id: conformance.${name}`,
      "      hook: commit.message.finalize",
      "      effects:",
      `        - type: ${effect}`,
      ...effects[effect].map((line) => `          ${line}`),
      "",
    ].join("\n"),
  );
  writeFileSync(config, `version: 1\nplanDir: ${plans}\nplugins:\n  dirs: [${plugin}]\n`);
  return config;
}
