/** Sealed values, config and the environment as they are now, for what hooks ask for and depend on. */
import { encodeUtf8 } from "../engine/core/bytes.ts";
import type { Plan } from "../engine/core/plan.ts";
import { makeValues, type Values } from "../engine/core/resolve-template.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { readEnvFile } from "../shim/plan/env-file.ts";

export function valuesNow(plan: Plan, env: (name: string) => string | undefined): Values {
  const variable = (name: string): string | undefined => {
    const value = env(name);
    return value === undefined ? undefined : encodeUtf8(value);
  };
  return makeValues(plan, readEnvFile(nodeConfigFiles, plan.envFile).values, variable, () => "");
}
