/** Asks the programs of a hook point about a text or a list: a commit message, a description, labels, a command line, refs. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Judged } from "../../engine/core/dispatch/run-effects.ts";
import { mapText, type PointValue } from "../../engine/core/effects/payload-kinds.ts";
import { hookPoints, type HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { whyNul } from "../../engine/core/programs/program-findings.ts";
import { programsAt, runPrograms, type Payload } from "../../engine/core/programs/run-programs.ts";
import type { RunContext } from "../../engine/core/when.ts";
import type { Host } from "../host.ts";
import type { Surroundings } from "./commit-metadata.ts";
import { callProgram } from "./program-call.ts";

export interface ProgramsContext extends RunContext {
  /** Programs that the caller could have written do not run. */
  isSealed: boolean;
  surroundings?: Surroundings | undefined;
  /** Why a program's change cannot be used, if not because of a NUL. Words are text, not bytes. */
  whyUnfit?: (words: readonly string[]) => string | null;
}

/** Where no program changes the value, it stays as it is, byte for byte. */
export function askPrograms<V extends PointValue>(
  host: Host,
  plan: Plan,
  point: HookPointName,
  value: V,
  context: ProgramsContext,
): Judged<V> {
  if (programsAt(plan, point).length === 0) return { value, trace: [], problems: [], warnings: [] };
  const { values, isSealed, surroundings, whyUnfit = whyNoText } = context;
  const field = Object.keys(hookPoints[point].payload)[0] as string;
  const given = mapText(value, decodeUtf8);
  const { payload, trace, problems, warnings } = runPrograms(plan, {
    point,
    context,
    payload: () => {
      if (!surroundings) return { [field]: given, metadata: {} };
      const metadata = surroundings.metadata();
      return "code" in metadata && typeof metadata["code"] === "string"
        ? metadata
        : { [field]: given, ...surroundings.fields, metadata };
    },
    call: (program, asked) =>
      callProgram(host, program, point, asked, values, isSealed, surroundings ? surroundings.place : null),
    whyUnfit: (changed: Payload) => whyUnfit(([] as string[]).concat(changed[field] as string | string[])),
  });
  const made = payload === null ? given : (payload[field] as PointValue);
  return {
    value: made === given ? value : (mapText(made, encodeUtf8) as V),
    trace,
    problems,
    warnings,
  };
}

function whyNoText(texts: readonly string[]): string | null {
  return whyNul(texts, "text");
}
