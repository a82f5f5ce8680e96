/**
 * Compiles the plan that commands go by: that of all layers, or, where the repository's own does not count, that of the
 * layers above it. Which of the two is decided here alone; whoever has the plan need not ask.
 */
import { createHash } from "node:crypto";
import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { readLayerContent, type LayerContent } from "../../engine/compile/layers/layer-content.ts";
import { rememberFiles } from "../../engine/compile/files/config-files.ts";
import type { LeftOutLayer, Plan, PlanInput } from "../../engine/core/plan.ts";
import { aboveRepository, planDirOf, sealedOf, type Layers } from "../../shim/layers.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { hasRecords, isTrusted, recordFile } from "./trust-records.ts";

export interface CompiledLayers extends CompiledPlan {
  /** That of install and user layers, which other repositories share. */
  above: CompiledPlan;
  /** Of the repository's layer; null where nobody needs to know. */
  content: LayerContent | null;
  /** What becomes of the plan if the repository's layer is trusted; the plan itself where it counts already. */
  withRepository(): CompiledPlan;
}

/**
 * `keepFirst` gets, before anything of a repository's layer is read that cannot be trusted, the plan without it: to
 * read it may take longer than there is time.
 */
export function compileLayers(layers: Layers, keepFirst?: (plan: Plan) => void): CompiledLayers {
  const files = rememberFiles(nodeConfigFiles);
  const compile = (some: Layers): CompiledPlan => compilePlan(some, files, { planDirOf, sealedOf });
  const above = compile(aboveRepository(layers));
  const { repository, trust } = layers;
  const policy = above.repositoryPolicy;
  if (repository !== "" && policy === "trusted" && !hasRecords(trust)) {
    const first = madeFor(layers, above, stampsOf([repository, trust]), {
      why: "untrusted",
      digest: "",
    }).plan;
    if (first !== null) keepFirst?.(first);
  }
  const content =
    repository === "" || policy !== "trusted" ? null : readLayerContent(repository, files, sha256);
  const inputs = content === null ? [] : [...content.inputs, ...recordOf(trust, content)];
  const withRepository = (): CompiledPlan => madeFor(layers, compile(layers), inputs);
  const counts =
    repository === "" || policy === "on" || (content !== null && isTrusted(trust, content.digest));
  const digest = content?.digest ?? "";
  const leftOut: LeftOutLayer = { why: policy === "off" ? "off" : "untrusted", digest };
  const compiled = counts ? withRepository() : madeFor(layers, above, inputs, leftOut);
  return { ...compiled, above, content, withRepository };
}

/** The plan is fresh as long as nobody trusts the layer, or takes that back. */
function recordOf(trust: string, { digest }: LayerContent): PlanInput[] {
  const path = recordFile(trust, digest);
  return path === null ? [] : stampsOf([path]);
}

function stampsOf(paths: readonly string[]): PlanInput[] {
  const named = paths.filter((path) => path !== "");
  return named.map((path) => ({ path, stamp: nodeConfigFiles.stat(path)?.stamp ?? "absent" }));
}

function madeFor(
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
    inputs: mergeInputs(compiled.plan.inputs, inputs),
  };
  return { ...compiled, plan };
}

/** Sorted by path, as the compiler has them. */
function mergeInputs(some: readonly PlanInput[], others: readonly PlanInput[]): PlanInput[] {
  const known = new Set(some.map(({ path }) => path));
  const added = others.filter(({ path }) => !known.has(path));
  return [...some, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of a byte string, in hexadecimal. */
export function sha256(bytes: string): string {
  return createHash("sha256").update(toBuffer(bytes)).digest("hex");
}
