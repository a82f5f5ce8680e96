/** What a plan's references are looked up in: its sealed values, the `envFile` as it is now, and the caller's environment. */
import type { OpenedValues } from "../../engine/core/dispatch/fire-point.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "./env-file.ts";

export function openValues(
  host: Pick<Host, "readFile" | "env">,
  plan: Plan,
  ident: IdentReader,
): OpenedValues {
  const { values, problem } = readEnvFile(host, plan.envFile);
  return { values: makeValues(plan, values, (name) => host.env(name), ident), problem };
}
