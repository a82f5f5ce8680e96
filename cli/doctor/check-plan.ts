/**
 * Is the saved plan up to date with the config files and plugins?
 */
import { inputsOf } from "../../engine/core/plan.ts";
import { createInputLog } from "../../engine/compile/files/input-log.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { isAbsent, type Host } from "../../shim/host.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { loadBakedPlan } from "../../shim/plan/baked-plan.ts";
import { loadCachedPlan } from "../../shim/plan/cached-plan.ts";
import { planFile } from "../../shim/plan/plan-places.ts";
import { sha256 } from "../shared/compile-layers.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkPlan: Check = ({ host, layers, compiled }) => {
  if (compiled === null || compiled.plan === null) return [];
  if (layers.seal === null) {
    const foreign = nameForeign(host, planFile(host, layers));
    const loaded = loadCachedPlan(host, layers, false);
    if ("problem" in loaded) return [...foreign, failed(loaded.problem)];
    return loaded.origin === "cache"
      ? [...foreign, ok("plan", `fresh: ${decodeUtf8(loaded.path)}`)]
      : [
          ...foreign,
          warn("plan", "not there, or stale: the next commit makes it", "run 'interlock compile'"),
        ];
  }
  const loaded = loadBakedPlan(host, layers.install, layers.seal);
  if ("problem" in loaded) return [failed(loaded.problem)];
  const log = createInputLog(nodeConfigFiles, sha256);
  const changed = inputsOf(loaded.plan).filter(({ path, stamp }) => {
    log.stat(path);
    return log.inputs().find((input) => input.path === path)?.stamp !== stamp;
  });
  if (changed.length === 0) return [ok("plan", `baked from what is there: ${decodeUtf8(loaded.path)}`)];
  const names = changed.map(({ path }) => decodeUtf8(path)).join(", ");
  return [fail("plan", `changed since the plan was baked: ${names}`, "run 'interlock compile' as root")];
};

/** A plan file that is ignored because another user could have written it. */
function nameForeign(host: Host, path: string): Finding[] {
  if (path === "" || host.stat(path) === null || !isAbsent(host.readOwnFile(path))) return [];
  const message = `not used, since somebody else owns it or could change it: ${decodeUtf8(path)}`;
  return [
    warn("plan", message, "remove it as root, and set 'planDir' to a folder that only root can write to"),
  ];
}

function failed({ message, hint }: Problem): Finding {
  return fail("plan", decodeUtf8(message), decodeUtf8(hint));
}
