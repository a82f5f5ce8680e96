/**
 * `interlock compile` where something is new: compiles the layers and writes the plan.
 */
import { isError, type Problem } from "../../engine/core/problem.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { systemConfig } from "../../engine/core/plan.ts";
import { repositoryConfig, userConfig } from "../../shim/plan/layers.ts";
import { leftOutOf, type LeftOut } from "../../shim/plan/left-out.ts";
import { compileHere } from "../shared/compile-here.ts";
import type { CompiledLayers } from "../shared/compile-layers.ts";
import { badSetUp, complainOfFiles } from "../shared/complain.ts";
import type { LayersHere } from "../shared/layers-here.ts";
import { sayJson, sayNotice } from "../shared/output.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { savePlans, unwritablePlan } from "../shared/save-plan.ts";
import { isWorthSaying, type Made } from "./report.ts";

/** Gives the exit status if there is no plan; the reason is then printed. */
export function compileNow(here: LayersHere, asJson: boolean): Made | number {
  const { host, layers, top } = here;
  const { compiled } = compileHere(here);
  if (compiled === null) {
    const besidePrefix = encodeUtf8(`${ownPrefix()}${systemConfig}`);
    const own = top === "" ? "" : repositoryConfig(top);
    const places = [systemConfig, besidePrefix, userConfig(host), own].filter((path) => path !== "");
    sayNothing(places.map(decodeUtf8), asJson);
    return 0;
  }
  const { plan, diagnostics } = compiled;
  if (plan === null) {
    complainOfFiles(diagnostics.filter(isWorthSaying));
    return badSetUp;
  }
  const { path, failure } = savePlans(host, layers, plan, compiled);
  const leftOut = leftOutOf(host, layers, plan);
  const unwritten = failure === null ? null : unwritablePlan(path, failure);
  const errors = unwritten === null ? errorsOf(compiled, leftOut) : [];
  return { plan, path, how: "written to", leftOut, diagnostics, unwritten, errors };
}

/** A layer is checked before it is trusted, too: its author has it untrusted most of the time. */
function errorsOf({ withRepository }: CompiledLayers, leftOut: LeftOut | null): Problem[] {
  if (leftOut === null || leftOut.why !== "untrusted" || leftOut.digest === "") return [];
  return withRepository().diagnostics.filter(isError);
}

function sayNothing(places: readonly string[], asJson: boolean): void {
  if (asJson) return sayJson({ ok: true, plan: null, lookedFor: places });
  sayNotice("interlock: there is no configuration, so there is nothing to compile\n");
  for (const path of places) sayNotice(`hint: looked for ${path}\n`);
}
