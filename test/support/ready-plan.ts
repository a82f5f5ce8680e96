/** Compiles the plan in this process: starting Node for the cold side takes longer than most tests. */
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Host } from "../../shim/host.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { runCommand } from "../../shim/entry/command.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { writePlan } from "../../shim/node/write-plan.ts";
import { dist } from "./paths.ts";

/** Stops the command, which was started only to learn which plan it needs. */
class PlanKnown extends Error {}

/** For a commit with this environment in this folder. Writes nothing if the config does not compile. */
export function readyPlan(env: { [name: string]: string }, cwd: string): void {
  const bytes = Object.entries(env).map((entry) => entry.map(encodeUtf8) as [string, string]);
  const host: Host = {
    ...createNodeHost({
      argv: ["git", "commit", "-m", "message"],
      env: new Map(bytes),
      cwd: encodeUtf8(cwd),
      ownFolder: encodeUtf8(`${dist}/bin`),
    }),
    runCold(args) {
      keepPlan(args);
      throw new PlanKnown();
    },
    setFailurePolicy() {
      throw new PlanKnown();
    },
    write: () => undefined,
  };
  try {
    runCommand(host);
  } catch (error) {
    if (!(error instanceof PlanKnown)) throw error;
  }
}

/** As `interlock compile --for-shim` does it. A `planDir` is shared between users, and left to the cold side. */
function keepPlan([, , request = ""]: readonly string[]): void {
  const { layers, path } = JSON.parse(request);
  const config = nodeConfigFiles.readFile(layers.install);
  if (path === "" || typeof config !== "string" || planDirOf(config) !== "") return;
  const { plan } = compilePlan(layers, nodeConfigFiles, { planDirOf, sealedOf, hookFiles: true });
  if (plan !== null) writePlan(path, renderPlan(plan), "owner");
}
