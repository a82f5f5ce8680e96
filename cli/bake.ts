/**
 * Bakes a sealed install: the plan of the install layer, with the sums of what it was made from, and the hooks
 * folders. Root does this once, when an image is built or the rules change.
 */
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compilePlan } from "../engine/compile/compile-plan.ts";
import { errorAt, type Diagnostic } from "../engine/compile/diagnostic.ts";
import { renderDiagnostics } from "../engine/compile/render-diagnostic.ts";
import { renderPlan } from "../engine/compile/render-plan.ts";
import { decodeUtf8, encodeUtf8 } from "../engine/core/bytes.ts";
import type { Plan } from "../engine/core/plan.ts";
import type { Host } from "../shim/host.ts";
import { bakedPlanFile, planDirOf, sealedOf } from "../shim/plan/layers.ts";
import type { Seal } from "../shim/seal/seal.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { makeFolder, writePlan } from "../shim/node/write-plan.ts";
import { hooksRoot, listBakedFolders } from "../shim/seal/baked-hooks.ts";
import { describePlan, unwritable } from "./describe-plan.ts";
import { badSetUp } from "./exit-status.ts";
import { say, sayError } from "./output.ts";
import { ownPrefix } from "./own-prefix.ts";
import { sayInactive } from "./rules-here.ts";
import { sha256 } from "./sha256.ts";

/** `prefix`: the install that is sealed, if it is not the one that this program lies in. */
export function bake(host: Host, install: string, seal: Seal, prefix: string | null): number {
  const paths = { install, user: "", repository: "" };
  const { plan, diagnostics } = compilePlan(paths, nodeConfigFiles, { planDirOf, sealedOf, sha256 });
  sayError(renderDiagnostics(diagnostics.filter(({ code }) => code !== "never-fired")));
  if (plan === null) return badSetUp;
  const path = bakedPlanFile(host, install, seal);
  // Before anything is written: a plan that is there is in force.
  const open = findOpenPlaces(host, plan, [path, hooksRoot(seal)]);
  if (open.length > 0) return refuse(open);
  const failure = writePlan(path, renderPlan(plan), "everybody");
  if (failure !== null) return refuse([unwritable(path, failure)]);
  const program = resolve(prefix ?? ownPrefix(), "bin", "interlock");
  try {
    bakeHooks(decodeUtf8(hooksRoot(seal)), program);
    if (plan.auditFile !== undefined) ensureRecord(decodeUtf8(plan.auditFile));
  } catch (error) {
    const { code, message, path: place } = error as NodeJS.ErrnoException;
    return refuse([unwritable(encodeUtf8(place ?? path), code ?? message)]);
  }
  say(`interlock: ${describePlan(plan)} baked into ${decodeUtf8(path)}\n`);
  return sayInactive(host, plan, "");
}

/** All beside the old ones first: a command that runs meanwhile finds one or the other. */
function bakeHooks(root: string, program: string): void {
  const made = `${root}.new`;
  const old = `${root}.old`;
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
  for (const { name, links } of listBakedFolders()) {
    const folder = join(made, name);
    mkdirSync(folder, { recursive: true });
    // Whatever the umask is.
    chmodSync(folder, 0o755);
    for (const link of links) symlinkSync(program, join(folder, link));
  }
  chmodSync(made, 0o755);
  if (isThere(root)) renameSync(root, old);
  renameSync(made, root);
  rmSync(old, { recursive: true, force: true });
}

/** Whoever commits writes to it, behind what is there; nobody else than root reads it. */
function ensureRecord(path: string): void {
  if (isThere(path)) return;
  makeFolder(encodeUtf8(dirname(path)), 0o755);
  writeFileSync(path, "", { flag: "wx" });
  chmodSync(path, 0o622);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What somebody else than root could change, and so the rules. */
function findOpenPlaces(host: Host, plan: Plan, baked: readonly string[]): Diagnostic[] {
  const paths = [...plan.inputs.map((input) => input.path), ...baked];
  const places = new Set(paths.map((path) => host.whyUnguarded(path)).filter((why) => why !== ""));
  return [...places].map((why) =>
    errorAt("", null, {
      code: "unsealed",
      message: `the seal would not hold: ${decodeUtf8(why)}`,
      hint: "make it root's alone: chown root:root and chmod go-w",
    }),
  );
}

function refuse(diagnostics: Diagnostic[]): number {
  sayError(renderDiagnostics(diagnostics));
  return badSetUp;
}
