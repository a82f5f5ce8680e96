/**
 * Compiles the plan that the shim asks for. The shim itself says what a failure means for the command that waits.
 */
import { isError } from "../../engine/core/problem.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import type { Layers } from "../../shim/plan/layers.ts";
import { isOn } from "../../shim/plan/own-variables.ts";
import { compileLayers } from "./compile-layers.ts";
import { badSetUp, wrongUsage } from "./complain.ts";
import { sayError } from "./output.ts";
import { savePlan, type SavedPlan } from "./save-plan.ts";

/** `request`: JSON in ASCII whose strings are byte strings. `stdout`: the plan file's text. */
export function answerShim(request: string): { status: number; stdout: string } {
  const asked = parseRequest(request);
  if (asked === null) return { status: wrongUsage, stdout: "" };
  const { layers, path } = asked;
  const host = createNodeHost({ argv: ["git"] });
  const save = (text: string): SavedPlan | null => (path === "" ? null : savePlan(host, layers, path, text));
  const { plan, diagnostics } = compileLayers(layers, (first) => void save(renderPlan(first)));
  sayError(renderFileProblems(diagnostics.filter(isError)));
  if (plan === null) return { status: badSetUp, stdout: "" };
  const stdout = renderPlan(plan);
  // A plan that cannot be saved is still a plan. The next command compiles it again.
  const saved = save(stdout);
  if (isOn(host, "INTERLOCK_DEBUG")) sayError(renderTime(saved?.failure === null ? saved.path : ""));
  return { status: 0, stdout };
}

function parseRequest(text: string): { layers: Layers; path: string } | null {
  try {
    const { layers, path } = JSON.parse(text);
    const texts = [layers.install, layers.user, layers.repository, layers.trust, path];
    return texts.every((each) => typeof each === "string") ? { layers, path } : null;
  } catch {
    return null;
  }
}

/** Since the start of this process, which is most of the time that the command waits. */
function renderTime(path: string): string {
  const place = path === "" ? "not kept" : decodeUtf8(path);
  return `interlock: there was no fresh plan; compiled one in ${Math.round(performance.now())} ms (${place})\n`;
}
