/**
 * `interlock policies`: the policies of all hooks, as one section for a prompt.
 */
import { readHookPolicies, renderHookPolicies } from "../../engine/compile/hook-policies.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { resolvePoint, suggestPoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { listHooksHere } from "../shared/hooks-here.ts";
import { badSetUp, complainOfFiles, refuseCall, warnOfLeftOutLayer } from "../shared/complain.ts";
import { say, sayJson } from "../shared/output.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";

export async function runPolicies(line: VerbLine): Promise<number> {
  const points: PointName[] = [];
  for (const word of line.values("--point")) {
    const name = decodeUtf8(word);
    const point = resolvePoint(name);
    if (point === null) return refuseCall(`unknown hook point '${name}'`, suggestPoint(name));
    points.push(point);
  }
  return printPolicies(points.length === 0 ? undefined : points, line.has("--json"));
}

async function printPolicies(points: readonly PointName[] | undefined, asJson: boolean): Promise<number> {
  const here = await listHooksHere();
  if (here === null) return badSetUp;
  warnOfLeftOutLayer(here.leftOut);
  const { policies, diagnostics } = readHookPolicies(here.hooks, nodeConfigFiles);
  // The reader could not see that some policies are missing.
  if (diagnostics.length > 0) {
    complainOfFiles(diagnostics);
    return badSetUp;
  }
  const section = renderHookPolicies(policies, points);
  if (asJson) {
    const wanted = policies.filter(({ point }) => points === undefined || points.includes(point));
    sayJson({
      policies: wanted.map(({ point, hook, plugin, file, text }) => ({
        id: hook,
        hook: point,
        plugin,
        file,
        text,
      })),
      section,
    });
  } else say(section);
  return 0;
}
