/**
 * Has a parsed file the shape of a plan? One that was damaged must be told from one that says
 * nothing, or a rule would be passed by in silence.
 */
import { isTextEffect } from "../engine/core/effects/text-effects.ts";
import { planFormat, type Plan, type When } from "../engine/core/plan.ts";

export function isPlan(value: unknown): value is Plan {
  if (!isRecord(value) || typeof value["format"] !== "number") return false;
  // Another format may lack anything; it is stale, not damaged.
  if (value["format"] !== planFormat) return true;
  const { build, mode, onEngineFailure, env, envFile, config, layers, inputs, points } = value;
  return (
    [build, mode, onEngineFailure].every(isString) &&
    (envFile === null || isString(envFile)) &&
    [env, config, layers, points].every(isRecord) &&
    isListOf(inputs, (input) => isRecord(input) && isString(input["path"]) && isString(input["stamp"])) &&
    arePoints(points as { [point: string]: unknown })
  );
}

function arePoints(points: { [point: string]: unknown }): boolean {
  return Object.keys(points).every((point) => isListOf(points[point], isContribution));
}

function isContribution(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, source, disabledBy, when, effects } = value;
  if (!isString(id) || !isString(source) || !(disabledBy === null || isString(disabledBy))) return false;
  if (!isRecord(when) || !whenKeys.every((key) => isListOf(when[key], isString))) return false;
  return isListOf(effects, isEffect);
}

const whenKeys: (keyof When)[] = ["envPresent", "configPresent", "commit", "remote"];

function isEffect(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value["type"] === "list.appendUnique") return isListOf(value["values"], isTemplate);
  return isTextEffect(value["type"]) && isTemplate(value["value"]);
}

function isTemplate(value: unknown): boolean {
  return isListOf(value, isPart);
}

function isPart(value: unknown): boolean {
  return isString(value) || isRecord(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
