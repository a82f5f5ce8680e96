/**
 * What a compile finds beside the plan, in a file beside the plan. While both are fresh, a verb that shows it needs no
 * compiler, and answers in a third of the time.
 */
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { asciiJson, encodeUtf8 } from "../../engine/core/bytes.ts";
import { largestPlan } from "../../engine/core/plan-file.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import { statPath } from "../../shim/node/read-files.ts";
import { writePlan } from "../../shim/node/write-plan.ts";
import { findFreshPlan } from "../../shim/plan/cached-plan.ts";
import { aboveRepository, type Layers } from "../../shim/plan/layers.ts";
import { ownProgram } from "./own-install.ts";

export type Findings = Pick<CompiledPlan, "hooks" | "programs" | "allowPrograms" | "diagnostics">;

/** A plan that was made before, as it is on disk. */
export interface CachedPlan extends Findings {
  plan: Plan;
  /** A byte string. */
  path: string;
}

interface FindingsFile extends Findings {
  /** Which program wrote it: another one may find something else. */
  program: string;
  /** The first line of the plan, which has its checksum. */
  plan: string;
}

/** What cannot be written is found again by the next compile. */
export function cacheFindings(path: string, text: string, findings: Findings, readers: Readers): void {
  const { hooks, programs, allowPrograms, diagnostics } = findings;
  const file: FindingsFile = {
    program: stampOfProgram(),
    plan: firstLineOf(text),
    hooks,
    programs,
    allowPrograms,
    diagnostics,
  };
  writePlan(findingsFile(path), asciiJson(file), readers);
}

type Readers = Parameters<typeof writePlan>[2];

/**
 * Null if the layers have to be compiled. In a sealed install they always are, because the file is the caller's; and where
 * the repository's layer is left out, because it may have errors.
 */
export function findCachedPlan(host: Host, layers: Layers): CachedPlan | null {
  if (layers.seal) return null;
  const cached = readFresh(host, layers);
  if (cached === null || cached.plan.leftOut !== undefined) return null;
  // `interlock compile` writes both.
  if (layers.repository !== "" && readFresh(host, aboveRepository(layers)) === null) return null;
  const findings = readFindings(host, cached.path);
  if (findings?.plan !== cached.firstLine || findings.program !== stampOfProgram()) return null;
  return { ...findings, plan: cached.plan, path: cached.path };
}

function readFresh(host: Host, layers: Layers): { plan: Plan; path: string; firstLine: string } | null {
  const found = findFreshPlan(host, layers);
  const text = found === null ? 0 : host.readOwnFile(found.path, largestPlan);
  return found === null || typeof text !== "string" ? null : { ...found, firstLine: firstLineOf(text) };
}

function readFindings(host: Host, path: string): FindingsFile | null {
  const text = host.readOwnFile(findingsFile(path), largestPlan);
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text) as FindingsFile;
  } catch {
    return null;
  }
}

function findingsFile(path: string): string {
  return path.replace(/[^/]*$/, "findings-$&");
}

function firstLineOf(text: string): string {
  return text.slice(0, text.indexOf("\n"));
}

function stampOfProgram(): string {
  return statPath(encodeUtf8(ownProgram()))?.stamp ?? "";
}
