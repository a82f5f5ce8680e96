/**
 * Compiles one plugin by itself, as an install layer that has nothing else would.
 */
import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import {
  lastNameOf,
  folderOf,
  rememberFiles,
  type LayerFiles,
} from "../../engine/compile/files/config-files.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { overlayFiles } from "./overlay-files.ts";

/** `folder`: of the plugin; a byte string, absolute. */
export function compileAlone(folder: string, files: LayerFiles): CompiledPlan {
  // Beside the plugin, and only in memory: a path in it is relative to its folder.
  const config = `${folderOf(folder)}/.interlock-alone.yaml`;
  const dirs = JSON.stringify([`./${decodeUtf8(lastNameOf(folder))}`]);
  const bytes = toBuffer(encodeUtf8(`version: 1\nplugins: {dirs: ${dirs}}\n`));
  const overlay = { files: new Map([[config, { bytes, mode: 0o644 }]]), folders: new Map() };
  const paths = { install: config, user: "", repository: "" };
  return compilePlan(paths, overlayFiles(rememberFiles(files), overlay), { planDirOf, sealedOf });
}
