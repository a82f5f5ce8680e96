/** Sealed values, config and the environment as they are now, for what hooks ask for and depend on. */
import { encodeUtf8 } from "../engine/core/bytes.ts";
import type { OpenedValues } from "../engine/core/dispatch/fire-point.ts";
import type { Plan } from "../engine/core/plan.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { openValues } from "../shim/plan/open-values.ts";

/** `env`: texts, not bytes. */
export function valuesNow(
  plan: Plan,
  env: (name: string) => string | undefined,
  ident: (which: "author" | "committer") => string = () => "",
): OpenedValues {
  const variable = (name: string): string | undefined => {
    const value = env(name);
    return value === undefined ? undefined : encodeUtf8(value);
  };
  return openValues({ ...nodeConfigFiles, env: variable }, plan, ident);
}
