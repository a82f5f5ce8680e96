/**
 * Compiles the plan for commands: from all layers, or without the repository's own layer where that is not used. Only
 * this file decides which.
 */
import { createHash } from "node:crypto";
import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { rememberFiles } from "../../engine/compile/files/config-files.ts";
import { readLayerContent, type LayerContent } from "../../engine/compile/layers/layer-content.ts";
import {
  inputsOf,
  listInputs,
  type LeftOutLayer,
  type Plan,
  type PlanInput,
} from "../../engine/core/plan.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { aboveRepository, planDirOf, sealedOf, type Layers } from "../../shim/plan/layers.ts";
import { hasRecords, isTrusted, recordFile } from "./trust-records.ts";

export interface CompiledLayers extends CompiledPlan {
  /** The plan of the install and user layers, which other repositories share. */
  above: CompiledPlan;
  /** The repository's layer; null if its content decides nothing. */
  content: LayerContent | null;
  /** The plan with the repository's layer, trusted or not. */
  withRepository(): CompiledPlan;
}

/**
 * `saveFirst` gets the plan without an untrusted repository layer before that layer is read, because reading it may take
 * longer than the shim waits.
 */
export function compileLayers(layers: Layers, saveFirst?: (plan: Plan) => void): CompiledLayers {
  const files = rememberFiles(nodeConfigFiles);
  const compile = (some: Layers): CompiledPlan =>
    compilePlan(some, files, { planDirOf, sealedOf, hookFiles: true });
  const above = compile(aboveRepository(layers));
  const { repository, trust } = layers;
  const policy = above.repositoryPolicy;
  if (repository !== "" && policy === "trusted" && !hasRecords(trust)) {
    const first = asPlanOf(layers, above, stampsOf([repository, trust]), {
      why: "untrusted",
      digest: "",
    }).plan;
    if (first !== null) saveFirst?.(first);
  }
  const content =
    repository === "" || policy !== "trusted" ? null : readLayerContent(repository, files, sha256);
  const inputs = content === null ? [] : [...content.inputs, ...recordOf(trust, content)];
  const withRepository = (): CompiledPlan =>
    repository === "" ? above : asPlanOf(layers, compile(layers), inputs);
  const counts =
    repository === "" || policy === "on" || (content !== null && isTrusted(trust, content.digest));
  const digest = content?.digest ?? "";
  const leftOut: LeftOutLayer = { why: policy === "off" ? "off" : "untrusted", digest };
  const compiled = counts ? withRepository() : asPlanOf(layers, above, inputs, leftOut);
  return { ...compiled, above, content, withRepository };
}

/** The record is an input: the plan becomes stale when the layer is trusted or the trust revoked. */
function recordOf(trust: string, { digest }: LayerContent): PlanInput[] {
  const path = recordFile(trust, digest);
  return path === null ? [] : stampsOf([path]);
}

function stampsOf(paths: readonly string[]): PlanInput[] {
  const named = paths.filter((path) => path !== "");
  return named.map((path) => ({ path, stamp: nodeConfigFiles.stat(path)?.stamp ?? "absent" }));
}

function asPlanOf(
  layers: Layers,
  compiled: CompiledPlan,
  inputs: readonly PlanInput[],
  leftOut?: LeftOutLayer,
): CompiledPlan {
  if (compiled.plan === null || layers.repository === "") return compiled;
  const { install, user, repository, trust } = layers;
  const plan: Plan = {
    ...compiled.plan,
    layers: { install, user, repository },
    ...(trust === "" ? {} : { trust }),
    ...(leftOut === undefined ? {} : { leftOut }),
    inputs: listInputs(mergeInputs(inputsOf(compiled.plan), inputs)),
  };
  return { ...compiled, plan };
}

/** Sorted by path, as the compiler sorts them. */
function mergeInputs(some: readonly PlanInput[], others: readonly PlanInput[]): PlanInput[] {
  const known = new Set(some.map(({ path }) => path));
  const added = others.filter(({ path }) => !known.has(path));
  return [...some, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of a byte string, in hexadecimal. */
export function sha256(bytes: string): string {
  return createHash("sha256").update(toBuffer(bytes)).digest("hex");
}
