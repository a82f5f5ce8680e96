/**
 * What a change to a layer would mean: does everything compile with it, and may it be trusted without another look?
 */
import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { isError, type Problem } from "../../engine/core/problem.ts";
import { rememberFiles, type LayerFiles } from "../../engine/compile/files/config-files.ts";
import { readLayerContent } from "../../engine/compile/layers/layer-content.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { compileHere } from "./compile-here.ts";
import { findLayersHere, type LayersHere } from "./layers-here.ts";
import { sha256 } from "./compile-layers.ts";
import { overlayOf, type LayerChange } from "./layer-change.ts";
import { overlayFiles } from "./overlay-files.ts";
import { savePlans } from "./save-plan.ts";
import { isTrusted, recordFile, writeRecord } from "./trust-records.ts";

export interface CheckedChange {
  /** Errors that are there before the change. */
  already: Problem[];
  /** Errors with the change. */
  errors: Problem[];
  compiled: CompiledPlan;
  /**
   * Whether the layer's rules count then. `trust`: nothing but the change is new in it, so it can be trusted with what was
   * shown; `untrusted`: there is more that nobody has looked at.
   */
  standing: "counts" | "trust" | "untrusted" | "off";
  /** Of the layer with the change; empty if that is too large to be trusted, or trust does not matter. */
  digest: string;
}

export function checkChange(here: LayersHere, change: LayerChange): CheckedChange {
  const before = rememberFiles(nodeConfigFiles);
  const after = overlayFiles(before, overlayOf(change));
  const { install, user } = here.layers;
  const config = encodeUtf8(change.place.config);
  // A file that INTERLOCK_CONFIG names is the install layer, wherever it lies.
  const isInstall = install !== "" && nodeConfigFiles.realPath(install) === nodeConfigFiles.realPath(config);
  const isLayer = change.place.location === "local" && !isInstall;
  const compile = (files: LayerFiles, repository: string): CompiledPlan =>
    compilePlan({ install, user, repository }, files, { planDirOf, sealedOf, hookFiles: true });
  const repository = isLayer ? config : "";
  const was = compile(before, here.layers.repository === "" ? "" : repository);
  const compiled = compile(after, repository);
  const checked = {
    already: was.diagnostics.filter(isError),
    errors: compiled.diagnostics.filter(isError),
    compiled,
  };
  if (!isLayer || compiled.repositoryPolicy === "on") return { ...checked, standing: "counts", digest: "" };
  if (compiled.repositoryPolicy === "off") return { ...checked, standing: "off", digest: "" };
  const { digest } = readLayerContent(config, after, sha256);
  // For instance as it was before somebody took a part of it away.
  if (isTrusted(here.layers.trust, digest)) return { ...checked, standing: "counts", digest };
  return { ...checked, standing: isKnown(here, change, before) ? "trust" : "untrusted", digest };
}

/** Was the layer trusted as it is, or is there none? */
function isKnown(here: LayersHere, { place }: LayerChange, before: LayerFiles): boolean {
  const config = encodeUtf8(place.config);
  if (here.layers.repository !== "")
    return isTrusted(here.layers.trust, readLayerContent(config, before, sha256).digest);
  const names = before.listDirectory(encodeUtf8(place.folder));
  return typeof names === "number" || names.length === 0;
}

/** After the change has been made. Null, or why the trust cannot be recorded. */
export function trustDigest(digest: string): string | null {
  const record = recordFile(findLayersHere().layers.trust, digest);
  return record === null ? "there is no home" : writeRecord(record);
}

/** So that the next commit need not compile. A plan that cannot be written is made then. */
export function keepPlan(): void {
  const { host, layers, compiled } = compileHere();
  if (compiled !== null && compiled.plan !== null && !layers.seal)
    savePlans(host, layers, compiled.plan, compiled);
}
