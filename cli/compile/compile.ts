/**
 * `interlock compile`: checks config files and plugins, and writes the plan. What has not changed since it was last
 * compiled is not compiled again: the compiler takes several times as long to load as all the rest.
 */
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { makeExecPath } from "../../shim/hooks/exec-path.ts";
import { makeHooksAhead } from "../../shim/hooks/hooks-folder.ts";
import { findMistypedConfigs } from "../../shim/plan/mistyped-config.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { badSetUp, complainOfFiles, refuseCall, warnOfLeftOutLayer, wrongUsage } from "../shared/complain.ts";
import { countPlan } from "../shared/describe-plan.ts";
import { findCachedPlan } from "../shared/cached-findings.ts";
import { findLayersHere, type LayersHere } from "../shared/layers-here.ts";
import { say, sayError, sayNotice } from "../shared/output.ts";
import { isWorthSaying, sayWritten, type Made } from "./report.ts";

export async function runCompile(line: VerbLine): Promise<number> {
  const request = line.value("--for-shim");
  const prefix = line.value("--prefix");
  if (request === null)
    return compileForPerson(prefix === null ? null : decodeUtf8(prefix), line.has("--json"));
  const { status, stdout } = (await import("../shared/answer-shim.ts")).answerShim(request);
  if (status === wrongUsage) return refuseCall("'--for-shim' is for the shim", "run 'interlock compile'");
  say(stdout);
  return status;
}

/** Compiles the layers of the current folder, and says everything worth knowing about them. */
async function compileForPerson(prefix: string | null, asJson: boolean): Promise<number> {
  const here = findLayersHere();
  const { host, layers, top } = here;
  sayError(decodeUtf8(renderProblems("warning", findMistypedConfigs(host, top))));
  if (layers.seal && process.geteuid?.() === 0) {
    const { bake } = await import("./bake.ts");
    return bake(host, layers.install, layers.seal, prefix, asJson);
  }
  const cached = findCachedPlan(host, layers);
  const made =
    cached === null
      ? (await import("./compile-now.ts")).compileNow(here, asJson)
      : { ...cached, how: "unchanged in" as const, leftOut: null, unwritten: null, errors: [] };
  return typeof made === "number" ? made : finish(here, made, asJson);
}

function finish(
  { host, layers, top }: LayersHere,
  { unwritten, errors, ...made }: Made,
  asJson: boolean,
): number {
  const diagnostics = made.diagnostics.filter(isWorthSaying);
  sayError(renderFileProblems(diagnostics));
  if (layers.seal && !asJson)
    sayNotice("interlock: the install is sealed: root bakes its plan, this one is for lower layers\n");
  // A layer with errors has to be corrected first; only then is trust worth a word.
  if (errors.length === 0) warnOfLeftOutLayer(made.leftOut);
  if (unwritten !== null) {
    complainOfFiles([unwritten]);
    return badSetUp;
  }
  // Later commands may find the place read-only. Where nothing has changed, they are there.
  const isNew = made.how !== "unchanged in";
  if (isNew && !layers.seal && makeHooksAhead(host, layers)) makeExecPath(host, layers, "");
  const written = { ...made, host, top, diagnostics };
  if (errors.length === 0) return sayWritten(written, asJson);
  if (!asJson && countPlan(made.plan).contributions > 0) sayWritten(written, false);
  complainOfFiles(errors);
  return badSetUp;
}
