/**
 * A single effect changes nothing in a second run, but a chain may: two prefixes that both want to be first would grow
 * with every amend. So each chain is run twice over a few samples.
 */
import { runEffects } from "../core/dispatch/run-effects.ts";
import type { Occasion } from "../core/occasion.ts";
import {
  finalizePoint,
  preparePoint,
  hookPointNames,
  hookPoints,
  isMessagePoint,
  type HookPointName,
} from "../core/hook-points.ts";
import type { CleanupSettings } from "../core/cleanup-settings.ts";
import type { Contribution, Plan } from "../core/plan.ts";
import { makeValues } from "../core/resolve-template.ts";
import type { Problem } from "../core/problem.ts";
import { errorAt, type Finding } from "./files/problem-at.ts";
import type { Plugin } from "./plugins/read-plugin.ts";
import { samplesFor, scenariosOf } from "./sample-runs.ts";

const messageRules: CleanupSettings = { mode: "whitespace", commentChar: "#" };

/** Points that a text goes through one after the other. */
type Route = readonly [HookPointName, ...HookPointName[]];

/** An amend with an editor fires both, over the result of both. */
const amendRoute: Route = [preparePoint, finalizePoint];

export function checkIdempotence(plan: Plan, plugins: readonly Plugin[]): Problem[] {
  const textPoints = hookPointNames.filter((point) => hookPoints[point].mode === "text");
  const check = (route: Route): Problem[] => {
    const clash = findClash(plan, route);
    return clash === null ? [] : [report(clash, route, plugins)];
  };
  const clashes = textPoints.flatMap((point) => check([point]));
  const isNew = amendRoute.every((point) => plan.points[point] !== undefined);
  return clashes.length > 0 || !isNew ? clashes : check(amendRoute);
}

/** The smallest set of contributions that undo each other's work; it may be one that undoes its own. */
type Clash = [Contribution, ...Contribution[]];

function findClash(plan: Plan, route: Route): Clash | null {
  const all = route.flatMap((point) => plan.points[point] ?? []);
  const chain = all.filter(({ disabledBy }) => disabledBy === undefined);
  for (const occasion of scenariosOf(chain)) {
    for (const sample of samplesFor(route[0], chain)) {
      const clashes = (some: Contribution[]): boolean => changesAgain(plan, route, some, sample, occasion);
      if (chain.length > 0 && clashes(chain)) return smallest(chain, clashes) as Clash;
    }
  }
  return null;
}

/** Removes ever smaller pieces as long as the rest still clashes. */
function smallest(chain: Contribution[], clashes: (some: Contribution[]) => boolean): Contribution[] {
  let left = chain;
  for (let size = Math.ceil(chain.length / 2); ; size = Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (without.length > 0 && clashes(without)) left = without;
      else at += size;
    }
    if (size === 1) return left;
  }
}

function changesAgain(
  plan: Plan,
  route: Route,
  contributions: readonly Contribution[],
  sample: string,
  occasion: Occasion,
): boolean {
  const chosen = new Set(contributions);
  const run = (text: string): string => route.reduce((before, point) => runPoint(point, before), text);
  const runPoint = (point: HookPointName, text: string): string => {
    const some = (plan.points[point] ?? []).filter((one) => chosen.has(one));
    const cleanup = isMessagePoint(point) ? messageRules : null;
    const context = { cleanup, values: placeholders(plan), allowEmpty: false, occasion };
    return runEffects({ ...plan, points: { [point]: some } }, point, text, context).value;
  };
  const once = run(sample);
  return run(once) !== once;
}

/** The plan's own values, and made-up ones for the rest. */
function placeholders(plan: Plan) {
  return makeValues(
    plan,
    {},
    (name) => `value-of-${name}`,
    (which) => `${which} <${which}@acme.example>`,
  );
}

function report(clash: Clash, route: Route, plugins: readonly Plugin[]): Problem {
  const [first] = clash;
  const plugin = plugins.find(({ name }) => name === first.plugin) as Plugin;
  const index = (plugin.hooks ?? []).findIndex(({ id }) => id === first.id);
  const frame = plugin.source?.frame(["extensions", "hooks", index, "id"]) ?? null;
  return errorAt(plugin.file, frame, describe(clash, route));
}

function describe(clash: Clash, route: Route): Finding {
  const last = clash[clash.length - 1] as Contribution;
  const who =
    clash.length === 1
      ? `the effects of '${last.id}'`
      : `'${clash.map(({ id }) => id).join("', '")}'`.replace(/, (?='[^']*'$)/, " and ");
  const others = `another 'priority', or disable it: add '${last.id}' to 'disabledHooks' of plugin '${last.plugin}'`;
  return {
    code: "not-idempotent",
    message: `${who} undo each other: at '${route.join("' and '")}' a second run changes the text again`,
    hint:
      clash.length === 1
        ? "leave out one of them, write them in another order, or write two values as one"
        : `leave out one of them, give one ${others}`,
  };
}
