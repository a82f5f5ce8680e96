/**
 * Bakes a sealed install: the plan of the install layer, with checksums of what it was made from, and the hooks folders.
 * Root does this when an image is built or the rules change.
 */
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { errorAt } from "../../engine/compile/files/problem-at.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { inputsOf, type Plan } from "../../engine/core/plan.ts";
import type { Host } from "../../shim/host.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { makeFolder, writePlan } from "../../shim/node/write-plan.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { bakedPlanFile } from "../../shim/plan/plan-places.ts";
import { hooksRoot, listBakedFolders } from "../../shim/seal/baked-hooks.ts";
import type { Seal } from "../../shim/seal/seal.ts";
import { sha256 } from "../shared/compile-layers.ts";
import { badSetUp, complainOfFiles } from "../shared/complain.ts";
import { sayError } from "../shared/output.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { isWorthSaying, sayWritten } from "./report.ts";
import { unwritablePlan } from "../shared/save-plan.ts";

/** `prefix`: the install to seal, if it is not the one that this program belongs to. */
export function bake(
  host: Host,
  install: string,
  seal: Seal,
  prefix: string | null,
  asJson: boolean,
): number {
  const paths = { install, user: "", repository: "" };
  const { plan, diagnostics } = compilePlan(paths, nodeConfigFiles, { planDirOf, sealedOf, sha256 });
  const worthSaying = diagnostics.filter(isWorthSaying);
  if (plan === null) return failFor(worthSaying);
  sayError(renderFileProblems(worthSaying));
  const path = bakedPlanFile(host, install, seal);
  // Before anything is written, because a plan is in force as soon as it exists.
  const open = findOpenPlaces(host, plan, [path, hooksRoot(seal)]);
  if (open.length > 0) return failFor(open);
  const failure = writePlan(path, renderPlan(plan), "everybody");
  if (failure !== null) return failFor([unwritablePlan(path, failure)]);
  const program = resolve(prefix ?? ownPrefix(), "bin", "interlock");
  try {
    bakeHooks(decodeUtf8(hooksRoot(seal)), program);
    if (plan.audit?.file !== undefined) ensureAuditFile(decodeUtf8(plan.audit.file));
  } catch (error) {
    const { code, message, path: place } = error as NodeJS.ErrnoException;
    return failFor([unwritablePlan(encodeUtf8(place ?? path), code ?? message)]);
  }
  const written = { host, top: "", plan, path, leftOut: null, diagnostics: worthSaying };
  return sayWritten({ ...written, how: "baked into" }, asJson);
}

/** Makes the new folder beside the old one, then swaps: a command that runs meanwhile finds one of the two. */
function bakeHooks(root: string, program: string): void {
  const made = `${root}.new`;
  const old = `${root}.old`;
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
  for (const { name, links } of listBakedFolders()) {
    const folder = join(made, name);
    mkdirSync(folder, { recursive: true });
    // Regardless of the umask.
    chmodSync(folder, 0o755);
    for (const link of links) symlinkSync(program, join(folder, link));
  }
  chmodSync(made, 0o755);
  if (exists(root)) renameSync(root, old);
  renameSync(made, root);
  rmSync(old, { recursive: true, force: true });
}

/** The audit file: everybody who commits appends to it, only root reads it. */
function ensureAuditFile(path: string): void {
  if (exists(path)) return;
  makeFolder(encodeUtf8(dirname(path)), 0o755);
  writeFileSync(path, "", { flag: "wx" });
  chmodSync(path, 0o622);
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Files and folders that others than root could change, and with them the rules. */
function findOpenPlaces(host: Host, plan: Plan, baked: readonly string[]): Problem[] {
  const paths = [...inputsOf(plan).map((input) => input.path), ...baked];
  const places = new Set(paths.map((path) => host.whyUnguarded(path)).filter((why) => why !== ""));
  return [...places].map((why) =>
    errorAt("", null, {
      code: "unsealed",
      message: `the seal would not hold: ${decodeUtf8(why)}`,
      hint: "make it root's alone: chown root:root and chmod go-w",
    }),
  );
}

function failFor(diagnostics: Problem[]): number {
  complainOfFiles(diagnostics);
  return badSetUp;
}
