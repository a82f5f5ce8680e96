/** Fires a hook point where git or gh does: with the programs that run there, and the values of the environment. */
import { firePoint as fire, type Firing, type OpenedValues } from "../../engine/core/dispatch/fire-point.ts";
import { changeMessage } from "../../engine/core/effect-problems.ts";
import type { PointValue } from "../../engine/core/effects/payload-kinds.ts";
import type { Occasion } from "../../engine/core/occasion.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { openValues } from "../plan/open-values.ts";
import type { Findings } from "../report/report.ts";
import { askPrograms, type ProgramsContext } from "./ask-programs.ts";

export interface ShimFiring<V extends PointValue>
  extends
    Pick<Firing<V>, "given" | "cleanup" | "allowEmpty" | "removed" | "asSent">,
    Pick<ProgramsContext, "isSealed" | "surroundings" | "whyUnfit"> {
  point: HookPointName;
  /** Null where no commit is made. `kind` and `remotes` are looked up only if a contribution needs them. */
  kind: Occasion["commit"] | null;
  remotes: Occasion["remotes"];
  ident: IdentReader;
  /** If they are opened already, for several points. */
  opened?: OpenedValues;
  /** The command line that continues after a refusal; left out or null if there is none to suggest. */
  nextCommand?: (() => string) | null;
}

export interface PointResult<V> {
  /** What the command goes on with: what was given, in report mode or if there are problems. */
  value: V;
  /** `message`: of a text, and null if programs stopped it before the rules ran. */
  findings: Pick<Findings, "message" | "problems" | "warnings"> & { trace: TraceEntry[] };
}

export function firePoint<V extends PointValue>(
  host: Host,
  plan: Plan,
  firing: ShimFiring<V>,
): PointResult<V> {
  const { point, given, kind, remotes, ident, isSealed, surroundings, whyUnfit } = firing;
  const opened = firing.opened || openValues(host, plan, ident);
  const occasion: Occasion = { commit: kind || unknownKind, remotes };
  const context: ProgramsContext = { values: opened.values, occasion, isSealed, surroundings };
  if (whyUnfit) context.whyUnfit = whyUnfit;
  const { value, made, trace, warnings, problems } = fire(plan, point, {
    ...firing,
    opened,
    occasion,
    ask: (asked) => askPrograms(host, plan, point, asked, context),
    isCallers: isSealed ? (source) => host.whyUnguarded(source.replace(/:\d+$/, "")) !== "" : null,
  });
  return {
    value,
    findings: {
      trace,
      message: typeof given === "string" && made !== null ? { before: given, after: made as string } : null,
      warnings,
      problems: withNextCommand(problems, firing.nextCommand),
    },
  };
}

function unknownKind(): null {
  return null;
}

function withNextCommand(problems: Problem[], nextCommand: (() => string) | null | undefined): Problem[] {
  if (!nextCommand || !problems.some(({ hint }) => hint === changeMessage)) return problems;
  const hint = "change the message: " + nextCommand();
  return problems.map((problem) => (problem.hint === changeMessage ? { ...problem, hint } : problem));
}
