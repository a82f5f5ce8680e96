/**
 * `interlock doctor`: are the rules enforced here, and could the agent disable them?
 */
import { join } from "node:path";
import type { Plan } from "../../engine/core/plan.ts";
import { loadBakedPlan } from "../../shim/plan/baked-plan.ts";
import type { Style } from "../../shim/report/colour.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { compileHere, type CompiledHere } from "../shared/compile-here.ts";
import { printable } from "../../engine/core/printable.ts";
import { isQuiet, sayDetail, sayJson, sayPainted, type Painted } from "../shared/output.ts";
import { renderTable } from "../shared/table.ts";
import { createStatusLine } from "../shared/progress.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { rulesHere } from "../shared/rules-here.ts";
import { checkAudit } from "./check-audit.ts";
import { checkConfig, checkInstallLayer } from "./check-config.ts";
import { checkEngine } from "./check-engine.ts";
import { checkCopies, checkShells } from "./check-gits.ts";
import { checkPlan } from "./check-plan.ts";
import { checkSeal } from "./check-seal.ts";
import { checkValues } from "./check-values.ts";
import type { Check, Finding, SetUp } from "./finding.ts";

const checks: readonly (readonly [name: string, check: Check])[] = [
  ["shells", checkShells],
  ["copies", checkCopies],
  ["seal", checkSeal],
  ["config", checkConfig],
  ["install config", checkInstallLayer],
  ["plan", checkPlan],
  ["values", checkValues],
  ["record", checkAudit],
  ["engine", checkEngine],
];

export function runDoctor(line: VerbLine): number {
  const here = compileHere();
  const setUp: SetUp = {
    ...here,
    plan: findPlan(here),
    ownFolder: join(ownPrefix(), "bin"),
    isBuild: line.has("--build"),
  };
  const findings: Finding[] = [];
  const statusLine = createStatusLine();
  for (const [name, check] of checks) {
    const start = performance.now();
    // At once: a profile that hangs blocks this process, too.
    statusLine.show(`interlock: checking: ${name}`);
    findings.push(...check(setUp, findings));
    statusLine.clear();
    sayDetail(() => `${name}: ${(performance.now() - start).toFixed(0)} ms`);
  }
  const isEffective = findings.every(({ status }) => status !== "fail");
  const isSealed = setUp.layers.seal !== null;
  if (line.has("--json")) sayJson({ effective: isEffective, sealed: isSealed, findings });
  else sayPainted(render(findings, isEffective ? describeEffect(setUp) : describeFailure(findings)));
  return isEffective ? 0 : 1;
}

/** Rules of the user's and the repository's own layers are not checked: their owners may change them. */
function findPlan({ host, layers, compiled }: CompiledHere): Plan | null {
  if (layers.seal === null) return compiled?.plan ?? null;
  const loaded = loadBakedPlan(host, layers.install, layers.seal);
  return "problem" in loaded ? null : loaded.plan;
}

/** With `--build`, an install without faults may still enforce nothing. */
function describeEffect({ host, compiled, top }: SetUp): string {
  const plan = compiled?.plan ?? null;
  if (plan !== null && rulesHere(host, plan, top).inForce === 0)
    return "the install is sound, and no rule is in force until a session sets its values";
  if (plan?.mode === "report") return "the install is sound, and rules are reported, not enforced";
  return "the rules are enforced here";
}

/** Whoever sees the rules work in this shell would not believe less. */
function describeFailure(findings: readonly Finding[]): string {
  const isOther = ({ check, message }: Finding): boolean =>
    check === "shells" && !message.startsWith("'sh -c'");
  const failed = findings.filter(({ status }) => status === "fail");
  if (failed.every(isOther))
    return "the rules are enforced in this shell, but not in every shell that is started from it";
  return failed.every(({ canUndo }) => canUndo)
    ? "the rules are enforced here, and this user can undo the seal"
    : "the rules are not enforced here";
}

function render(findings: readonly Finding[], verdict: string): Painted {
  const shown = isQuiet() ? findings.filter(({ status }) => status !== "ok") : findings;
  const rows = shown.flatMap(({ check, status, message, fix }) => [
    [status, check, message],
    ...(fix === "" ? [] : [["", "", `fix: ${fix}`]]),
  ]);
  const table = renderTable({
    headings: ["state", "check", "finding"],
    rows,
    styleOf: (column, cell) => (column === 0 ? (styles[cell] ?? null) : null),
  });
  return (rows.length === 0 ? "" : table) + printable(`interlock: ${verdict}\n`);
}

const styles: { readonly [status: string]: Style } = { ok: "green", warn: "yellow", fail: "red" };
