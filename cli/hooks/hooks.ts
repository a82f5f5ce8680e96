/**
 * `interlock hooks`: every contribution in run order; with `--points`, the hook points there are.
 */
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import {
  basePayload,
  isCorePoint,
  pointNames,
  pointOf,
  type Point,
} from "../../engine/lifecycle/all-points.ts";
import { hookPoints } from "../../engine/core/hook-points.ts";
import { renderDiagnostics } from "../../library/diagnostic.ts";
import type { Style } from "../../shim/report/colour.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { listAllHere } from "../shared/programs-here.ts";
import { badSetUp, describeLeftOut, warnOfLeftOutLayer } from "../shared/complain.ts";
import { say, sayError, sayJson, sayPainted, type Painted } from "../shared/output.ts";
import { renderTable } from "../shared/table.ts";

export async function runHooks(line: VerbLine): Promise<number> {
  const asJson = line.has("--json");
  if (line.has("--points")) {
    if (asJson) sayJson({ points: pointNames.map(describePoint) });
    else sayPainted(renderPoints());
    return 0;
  }
  const here = await listAllHere();
  if (here === null) return badSetUp;
  const { hooks, leftOut } = here;
  sayError(renderDiagnostics(here.warnings));
  if (line.has("--registration")) {
    sayJson(registrationOf(hooks.filter(here.runsHere)));
    return 0;
  }
  if (asJson) {
    sayJson({ hooks: hooks.map(describeHook), leftOut: leftOut === null ? null : describeLeftOut(leftOut) });
    return 0;
  }
  warnOfLeftOutLayer(leftOut);
  if (hooks.length === 0) say("interlock: there are no hooks\n");
  else sayPainted(renderHooks(hooks));
  return 0;
}

function renderHooks(hooks: readonly ListedHook[]): Painted {
  return renderTable({
    headings: ["hook point", "priority", "plugin", "hook", "layer", "state", "summary", "source"],
    rows: hooks.map((hook) => [
      hook.point,
      String(hook.priority),
      hook.plugin,
      hook.id,
      hook.layer,
      stateOf(hook),
      hook.summary,
      // Paths are long: at the end of a line they push nothing aside.
      decodeUtf8(hook.source) +
        (hook.disabledBy === null ? "" : `, disabled by ${decodeUtf8(hook.disabledBy)}`),
    ]),
    styleOf: (column, cell) => (column === stateColumn ? stateStyle(cell) : null),
  });
}

const stateColumn = 5;

function stateStyle(state: string): Style {
  return state === "active" ? "green" : state === "disabled" ? "dim" : "yellow";
}

function stateOf({ disabledBy, point, effects }: ListedHook): string {
  if (disabledBy !== null) return "disabled";
  return effects.length > 0 && !pointOf(point).fired ? "active, not fired" : "active";
}

/** For programs. The order of the keys is part of it. */
function describeHook(hook: ListedHook): object {
  return {
    id: hook.id,
    hook: hook.point,
    fired: pointOf(hook.point).fired,
    plugin: hook.plugin,
    layer: hook.layer,
    priority: hook.priority,
    state: hook.disabledBy === null ? "active" : "disabled",
    disabledBy: hook.disabledBy === null ? null : decodeUtf8(hook.disabledBy),
    source: decodeUtf8(hook.source),
    summary: hook.summary,
    effects: hook.effects,
    policies: hook.policies.map(({ file }) => file),
    handler: hook.handler,
  };
}

/** What an orchestrator caches: the active hooks with handlers, by the names that the files have for event and kind. */
function registrationOf(hooks: readonly ListedHook[]): { [event: string]: object[] } {
  const groups: { [event: string]: object[] } = {};
  for (const { id, event, handler, declared, disabledBy } of hooks) {
    if (handler === null || disabledBy !== null) continue;
    const { command, args } = handler;
    const kind = declared?.kind ?? handler.kind;
    const entry = { id, handler: { kind, command, ...(args.length === 0 ? {} : { args }) } };
    (groups[event] ??= []).push(entry);
  }
  return groups;
}

/** For programs: the table's row, with its defaults. */
function describePoint(name: Point["name"]): object {
  if (isCorePoint(name)) return { name, ...hookPoints[name] };
  const { mode, aliases, summary, fired, payload, failure, timeLimitMs, refuses, merge, rewrites } =
    pointOf(name);
  return { name, mode, aliases, summary, fired, payload, failure, timeLimitMs, refuses, merge, rewrites };
}

function renderPoints(): Painted {
  return renderTable({
    headings: ["hook point", "mode", "fired", "payload", "on failure", "time limit", "summary"],
    rows: pointNames.map((name) => {
      const point = pointOf(name);
      const also = point.aliases.map((alias) => ` (also ${alias})`).join("");
      return [
        name,
        point.mode,
        point.fired ? "yes" : "no",
        renderPayload(isCorePoint(name) ? hookPoints[name].payload : point.payload),
        point.failure,
        point.timeLimitMs === null ? "" : `${point.timeLimitMs} ms`,
        point.summary + also,
      ];
    }),
  });
}

/** Without the fields that every lifecycle point has. */
function renderPayload(payload: { readonly [field: string]: string }): string {
  const fields = Object.entries(payload).filter(([field]) => !Object.hasOwn(basePayload, field));
  return fields.map(([field, type]) => (field === type ? field : `${field}: ${type}`)).join(", ");
}
