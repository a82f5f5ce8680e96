/**
 * `interlock trust`: from now on, the repository's own layer is used, with its present content. It came with a clone, so
 * a person has to look at it first; a changed layer has to be trusted again.
 */
import { isError, type Problem } from "../../engine/core/problem.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { folderOfLayer, nameOfLayer, repositoryConfig, type Layers } from "../../shim/plan/layers.ts";
import { onOneLine } from "../../shim/plan/left-out.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { compileHere, type CompiledHere } from "../shared/compile-here.ts";
import { compileLayers, type CompiledLayers } from "../shared/compile-layers.ts";
import { badSetUp, refuseCall, refuseSetUp } from "../shared/complain.ts";
import { say, sayError, sayNotice } from "../shared/output.ts";
import { savePlans } from "../shared/save-plan.ts";
import { recordFile, removeRecords, writeRecord } from "../shared/trust-records.ts";
import { describeLayer, findLeadingOut } from "./review-layer.ts";

export function runTrust(line: VerbLine): number {
  const [shows, revokes] = [line.has("--show"), line.has("--revoke")];
  if (shows && revokes)
    return refuseCall("'--show' and '--revoke' exclude each other", "run it with one of them");
  const here = compileHere();
  const { layers, top, compiled } = here;
  if (top === "") return refuseSetUp("there is no repository here", "run it inside of one");
  if (layers.repository === "" || compiled === null)
    return refuseSetUp(
      `'${shownPath(repositoryConfig(top))}' does not exist: there is nothing to trust`,
      "'interlock init' writes one; docs/configuration.md describes it",
    );
  if (revokes) return revoke(here);
  return look(here, compiled) ?? (shows ? 0 : trust(here, compiled));
}

/** Shows what the layer asks for. Gives the exit status if the layer cannot be used as it is. */
function look(
  { host, layers, top }: CompiledHere,
  { above, repositoryPolicy, content, withRepository }: CompiledLayers,
): number | null {
  const file = shownName(host, layers);
  if (above.plan === null) {
    sayError(renderFileProblems(above.diagnostics.filter(isError)));
    return badSetUp;
  }
  if (repositoryPolicy === "off")
    return refuseSetUp(
      `'${file}' is not used, trusted or not: 'layers.repository' is 'off' here`,
      "only the config that says so can change it; where an install is sealed, it is 'off' unless the install config says otherwise",
    );
  const link = content === null ? null : findLeadingOut(top, content);
  if (link !== null)
    return refuseSetUp(
      `'${shownPath(link)}' is reached by a link that leads out of the repository, and is not trusted`,
      "put a copy in place of the link",
    );
  const { plan, hooks, diagnostics } = withRepository();
  const folder = folderOfLayer(layers.repository);
  say(describeLayer(file, decodeUtf8(folder), hooks, content));
  // A file that is left out is not among the hooks above.
  const isOfLayer = (each: Problem): boolean =>
    each.severity === "warning" && each.source.startsWith(`${folder}/`);
  sayError(renderFileProblems(diagnostics.filter(isOfLayer)));
  if (plan !== null) return null;
  // Report errors now, not at the next commit.
  sayError(renderFileProblems(diagnostics.filter(isError)));
  return refuseSetUp(
    `'${file}' cannot be used as it is, and is not trusted`,
    "correct what is named above, then trust it",
  );
}

function trust({ host, layers }: CompiledHere, { content }: CompiledLayers): number {
  const file = shownName(host, layers);
  if (content === null) {
    sayNotice("interlock: it is used already: 'layers.repository' is 'on' here\n");
    return 0;
  }
  if (content.digest === "")
    return refuseSetUp(
      `there is more below the folder of '${file}' than can be trusted`,
      "keep rules there, and nothing else",
    );
  const record = recordFile(layers.trust, content.digest);
  const failure = record === null ? "there is no home" : writeRecord(record);
  if (failure !== null) return refuseSetUp(`the trust cannot be recorded (${failure})`, noPlace);
  sayNotice(`interlock: '${file}' is trusted as it is now; if it changes, trust it again\n`);
  const compiled = compileLayers(layers);
  // If it cannot be saved, the next commit compiles it.
  if (compiled.plan !== null) savePlans(host, layers, compiled.plan, compiled);
  return 0;
}

const noPlace = "set XDG_STATE_HOME, or HOME, to a folder that can be written to";

function revoke({ host, layers }: CompiledHere): number {
  const removed = removeRecords(layers.trust);
  if (typeof removed === "string") return refuseSetUp(`the trust cannot be taken back (${removed})`, noPlace);
  const was = removed === 0 ? "was not trusted" : "is no longer trusted";
  sayNotice(`interlock: '${shownName(host, layers)}' ${was}\n`);
  return 0;
}

function shownName(host: CompiledHere["host"], layers: Layers): string {
  return shownPath(nameOfLayer(host, layers));
}

function shownPath(path: string): string {
  return decodeUtf8(onOneLine(path));
}
