/**
 * `interlock policies`: the policies of all hooks, as one section for a prompt.
 */
import { readHookPolicies, renderHookPolicies } from "../../engine/compile/hook-policies.ts";
import { renderDiagnostics } from "../../engine/compile/files/render-diagnostic.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { resolvePoint, suggestPoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { listHooksHere } from "../shared/compile-here.ts";
import { badSetUp, refuseCall, warnOfLeftOutLayer } from "../shared/complain.ts";
import { say, sayError } from "../shared/output.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";

export function runPolicies(line: VerbLine): number {
  const points: PointName[] = [];
  for (const word of line.values("--point")) {
    const name = decodeUtf8(word);
    const point = resolvePoint(name);
    if (point === null) return refuseCall(`unknown hook point '${name}'`, suggestPoint(name));
    points.push(point);
  }
  return printPolicies(points.length === 0 ? undefined : points);
}

function printPolicies(points: readonly PointName[] | undefined): number {
  const here = listHooksHere();
  if (here === null) return badSetUp;
  warnOfLeftOutLayer(here.leftOut);
  const { policies, diagnostics } = readHookPolicies(here.hooks, nodeConfigFiles);
  // The reader could not see that some policies are missing.
  if (diagnostics.length > 0) {
    sayError(renderDiagnostics(diagnostics));
    return badSetUp;
  }
  say(renderHookPolicies(policies, points));
  return 0;
}
