/** The table of lifecycle points, in so far as the hot path reads it, too: names and payloads. */
import type { HookPointName } from "../../core/hook-points.ts";
import { agentPoints } from "./agent-points.ts";
import type { PayloadForm } from "./point-form.ts";
import { sessionPoints } from "./session-points.ts";
import { toolPoints } from "./tool-points.ts";

export const lifecyclePoints: typeof agentPoints & typeof sessionPoints & typeof toolPoints = {
  ...agentPoints,
  ...sessionPoints,
  ...toolPoints,
};

export type LifecyclePointName = keyof typeof lifecyclePoints;

/** Any hook point's own name. */
export type PointName = HookPointName | LifecyclePointName;

/** Fields that every lifecycle payload may have. */
export const basePayload = {
  session_id: "text?",
  conv_id: "text?",
  run_id: "text?",
  cwd: "text?",
  invoked_by: "text?",
  recipe_name: "text?",
  transcript_path: "text?",
  timestamp: "time?",
  repository_root: "text?",
  stage: "text?",
} as const satisfies PayloadForm;

export function payloadOf(point: LifecyclePointName): PayloadForm {
  return { ...basePayload, ...lifecyclePoints[point].payload };
}
