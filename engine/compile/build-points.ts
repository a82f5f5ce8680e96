/**
 * The contributions of all plugins, by hook point and in run order.
 */
import { finalizePoint, hookPointNames } from "../core/hook-points.ts";
import { pointOf, type PointName } from "../lifecycle/all-points.ts";
import { byRunOrder } from "../lifecycle/hook.ts";
import { commitTimeKinds } from "../judge/judgeable.ts";
import { mapReferences, referencesIn, type Replace } from "../core/resolve-template.ts";
import { rowOf } from "../core/effects/effects.ts";
import type { FormatEffect } from "../core/effects/format.ts";
import { dependsOnFormat } from "../core/parts/part-names.ts";
import { type Contribution, type Effect, type Layer, type Plan, type When } from "../core/plan.ts";
import { isAtOrAbove } from "./schema/config-schema.ts";
import { checkEnvironment, readableAs, placeOf } from "./check-environment.ts";
import type { Problem } from "../core/problem.ts";
import { noteAt } from "./files/problem-at.ts";
import type { LayerRights } from "./layers/layer-rights.ts";
import { partsIn, type ManifestHook } from "./schema/manifest-schema.ts";
import type { Plugin } from "./plugins/read-plugin.ts";
import type { YamlPath, YamlSource } from "./files/yaml-source.ts";

export interface BuiltPoints {
  points: Plan["points"];
  diagnostics: Problem[];
}

export function buildPoints(
  plugins: readonly Plugin[],
  disabledBy: ReadonlyMap<string, string>,
  rights: Pick<LayerRights, "referenceTo">,
): BuiltPoints {
  const byPoint = new Map<PointName, Placed[]>();
  const diagnostics: Problem[] = [];
  for (const plugin of plugins) {
    const { source, hooks } = plugin;
    if (source === null) continue;
    (hooks ?? []).forEach((hook, i) => {
      const path: YamlPath = ["extensions", "hooks", i];
      // The hot path does not need policies: they only go into prompts.
      if (hook.effects.length === 0 && hook.format === undefined) return;
      if (!pointOf(hook.hook).fired) diagnostics.push(neverFired(source, path, hook));
      const when = conditionsOf(hook);
      if (hook.hook === finalizePoint && commitTimeKinds(when).length > 0)
        diagnostics.push(commitTimeOnly(source, path, hook.id, when));
      const switchedOff = disabledBy.get(hook.id) ?? (hook.enabled ? null : plugin.file);
      const contribution = buildContribution(hook, when, plugin, source, path, switchedOff);
      diagnostics.push(...checkEnvironment(hook, plugin.layer, source, path, rights));
      const replace: Replace = (reference) => readableAs(reference, plugin.layer, rights);
      const order = { priority: hook.priority, plugin: plugin.name, id: hook.id };
      const others = byPoint.get(hook.hook) ?? [];
      others.push({ ...order, layer: plugin.layer, contribution: mapReferences(contribution, replace) });
      byPoint.set(hook.hook, others);
    });
  }
  // In the table's order, so that the plan does not depend on who came first.
  const points: Plan["points"] = {};
  for (const point of hookPointNames) {
    const found = byPoint.get(point);
    if (found) points[point] = found.sort(byRunOrder).map((one) => guardedFromBelow(one, found));
  }
  return { points, diagnostics };
}

/** A contribution, and what its place in the run order depends on. */
interface Placed {
  priority: number;
  plugin: string;
  id: string;
  layer: Layer;
  contribution: Contribution;
}

/**
 * A lower layer may only add. If one of its contributions can change the text, the effects of the layers above are
 * checked again after the chain, as if they were `required`.
 */
function guardedFromBelow({ layer, contribution }: Placed, all: readonly Placed[]): Contribution {
  const isThreatened = all.some((other) => !isAtOrAbove(other.layer, layer) && canChange(other.contribution));
  if (!isThreatened) return contribution;
  return { ...contribution, effects: contribution.effects.map((effect) => ({ ...effect, required: true })) };
}

function canChange({ disabledBy, effects }: Contribution): boolean {
  return disabledBy === undefined && !effects.every((effect) => rowOf(effect).isCheck);
}

function buildContribution(
  hook: ManifestHook,
  when: When,
  plugin: Plugin,
  source: YamlSource,
  path: YamlPath,
  disabledBy: string | null,
): Contribution {
  return {
    id: hook.id,
    plugin: plugin.name,
    source: source.source(path),
    ...(disabledBy === null ? {} : { disabledBy }),
    ...(Object.keys(when).length === 0 ? {} : { when }),
    effects: [
      ...formatOf(hook, source, path),
      ...hook.effects.map((effect, i): Effect => ({
        ...effect,
        ...(hook.format !== undefined && partsIn(effect).some(({ part }) => dependsOnFormat(part))
          ? { format: hook.format.planned }
          : {}),
        line: source.line(placeOf(effect, [...path, "effects", i])),
      })),
    ],
  };
}

/** A check that a title has the form of the hook's `format`, if it has one. */
function formatOf({ format }: ManifestHook, source: YamlSource, path: YamlPath): Effect[] {
  if (format === undefined) return [];
  const check: FormatEffect = {
    type: "text.format",
    part: "title",
    format: format.planned,
    expected: format.expected,
    value: [],
    required: true,
    missing: "error",
    line: source.line([...path, "format"]),
  };
  return [check];
}

/** Omit absent conditions: the plan is read at every commit. */
function conditionsOf({ when }: ManifestHook): When {
  const { envPresent, configPresent, ...others } = when;
  const env = envPresent.map((name) => `env.${name}`);
  const config = configPresent.map((key) => `config.${key}`);
  const lists = Object.entries({ present: [...env, ...config], ...others });
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

/** Does a value of a contribution name git's author? */
export function namesAuthor(points: Plan["points"]): boolean {
  const effects = Object.values(points).flatMap((contributions) =>
    contributions.flatMap((each) => each.effects),
  );
  return effects.some((effect) => referencesIn(effect).includes("git.author"));
}

function neverFired(source: YamlSource, path: YamlPath, hook: ManifestHook): Problem {
  return noteAt(source.file, source.frame([...path, "hook"]), {
    code: "never-fired",
    message: `no git command fires '${hook.hook}' in this version; a program can`,
    hint: "",
  });
}

function commitTimeOnly(source: YamlSource, path: YamlPath, id: string, when: When): Problem {
  const kinds = commitTimeKinds(when).join("' or '");
  return noteAt(source.file, source.frame([...path, "when", "commit"]), {
    code: "commit-time-only",
    message: `'${id}' is enforced at commit time only: that a commit is '${kinds}' cannot be seen in it later`,
    hint: "list all of composed, amend, cherry-pick, rebase and am, which cannot be told from one another, to have it judged later too",
  });
}
