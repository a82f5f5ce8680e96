/**
 * Variables that look like ours and are none: a mistyped one does nothing, and nobody would be told.
 */
import type { Problem } from "../engine/core/problem.ts";
import type { Host } from "./host.ts";

/** As in docs/configuration.md; the second list is what our own processes tell each other. */
const forPeople = [
  "INTERLOCK_CONFIG",
  "INTERLOCK_DEBUG",
  "INTERLOCK_QUIET",
  "INTERLOCK_DRY_RUN",
  "INTERLOCK_TIMEOUT_MS",
];
const forOurselves = [
  "INTERLOCK_CALL",
  "INTERLOCK_PARAMETER",
  "INTERLOCK_EDITOR",
  "INTERLOCK_CALLERS_EDITOR",
  "INTERLOCK_WRAPPERS",
];
export const ownVariables = forPeople.concat(forOurselves);

export function findUnknownVariables(host: Pick<Host, "envNames">): Problem[] {
  const names = host.envNames("INTERLOCK_").filter((name) => ownVariables.indexOf(name) < 0);
  return names.sort().map((name) => ({
    code: "unknown-variable",
    message: "'" + name + "' is no variable of interlock, and does nothing",
    hint: "it reads " + forPeople.join(", "),
    source: "",
  }));
}
