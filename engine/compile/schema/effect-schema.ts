/**
 * The effects that a manifest may declare, by the table of effects.
 */
import * as z from "zod";
import type { EffectKey, KeyForm } from "../../core/effects/effect-row.ts";
import { effectRows, rowOf, type EffectType, type KnownEffect } from "../../core/effects/effects.ts";
import { nearestName, suggestName } from "../../core/nearest-name.ts";
import type { Effect } from "../../core/plan.ts";
import { keyForms } from "./effect-keys.ts";
import { addFinding } from "./schema-parts.ts";

/** An effect as the plan has it, but for its line in the file. */
export type DeclaredEffect = KnownEffect extends infer E
  ? E extends KnownEffect
    ? Omit<E, "line">
    : never
  : never;

/** Those that a manifest can declare. */
export const effectTypes = (Object.keys(effectRows) as EffectType[]).filter(
  (type) => !effectRows[type].isImplied,
);

function isEffectType(type: string): type is EffectType {
  return (effectTypes as string[]).includes(type);
}

function suggestEffect(type: string): string {
  const isMeant = (known: EffectType): boolean => new RegExp(effectRows[known].meantBy, "i").test(type);
  const meant = nearestName(type, effectTypes) ?? effectTypes.find(isMeant);
  return suggestName(meant ?? type, effectTypes);
}

const effectType = z.string().superRefine((type, ctx) => {
  if (isEffectType(type)) return;
  addFinding(ctx, {
    code: "unknown-effect",
    message: `unknown effect '${type}'`,
    hint: suggestEffect(type),
  });
});

const common = {
  required: z.boolean().default(false),
  missing: z.enum(["error", "warn", "skip"]).default("error"),
};

/** For what an effect has no key for. A check is always required, and what has no value lacks none. */
const ofCheck = { value: [], required: true, missing: "error" };
const ofValueless = { value: [], missing: "error" };

function schemaOf(type: EffectType) {
  const { keys: named, isCheck } = effectRows[type];
  const keys = Object.entries(named);
  const { required, missing } = common;
  const further = isCheck ? {} : valueKey(type) === null ? { required } : { required, missing };
  const added = isCheck ? ofCheck : valueKey(type) === null ? ofValueless : {};
  const shape = Object.fromEntries(keys.map(([name, key]) => [name, schemaOfKey(key)]));
  const schema = withChoices(type, z.strictObject({ type: z.literal(type), ...shape, ...further }));
  const renamed = keys.filter(([, { as }]) => as !== undefined);
  if (renamed.length === 0 && Object.keys(added).length === 0) return schema;
  return schema.transform((effect) => {
    const planned: { [name: string]: unknown } = { ...effect };
    for (const [name, { as }] of renamed) {
      planned[as as string] = planned[name];
      delete planned[name];
    }
    return { ...planned, ...added };
  });
}

/** Of keys that exclude each other, or need each other. */
function withChoices(type: EffectType, schema: z.ZodObject): z.ZodObject {
  const { oneOf, someOf } = effectRows[type];
  const names = oneOf ?? someOf;
  if (names === undefined) return schema;
  const required = names.map((name) => ({ required: [name] }));
  return schema
    .superRefine((effect, ctx) => {
      const given = names.filter((name) => effect[name] !== undefined);
      if (given.length === 1 || (given.length > 0 && someOf !== undefined)) return;
      const listed = names.map((name) => `'${name}'`).join(oneOf === undefined ? " or " : " and ");
      addFinding(ctx, {
        code: given.length === 0 ? "missing-key" : "bad-value",
        message:
          given.length === 0
            ? `'${type}' has neither ${listed.replace(" and ", " nor ").replace(" or ", " nor ")}`
            : `'${type}' has both ${listed}`,
        hint: oneOf === undefined ? `give at least one of them: ${names[0]}: 72` : "give one of them",
      });
    })
    .meta(oneOf === undefined ? { anyOf: required } : { oneOf: required });
}

function schemaOfKey(key: EffectKey): z.ZodType {
  const { schema: form } = keyForms[key.form];
  const schema = typeof form === "function" ? form(key) : form;
  if (key.optional) return schema.optional();
  return "default" in key ? schema.default(key.default) : schema;
}

/** The key of a manifest at which an effect's value stands, or its values; null if it has none. */
export function valueKey(type: EffectType): string | null {
  const keys = Object.entries(effectRows[type].keys);
  return keys.find(([, { form }]) => keyForms[form].isValue)?.[0] ?? null;
}

/** The keys of an effect that have this form, and their names in the plan. */
export function keysWithForm(
  effect: Pick<Effect, "type">,
  form: KeyForm,
): { key: string; planned: string }[] {
  return Object.entries(rowOf(effect).keys).flatMap(([key, { form: own, as = key }]) =>
    own === form ? [{ key, planned: as }] : [],
  );
}

type EffectSchema = z.ZodObject<{ type: z.ZodLiteral<EffectType> }>;
const schemas = effectTypes.map(schemaOf) as unknown as [EffectSchema, ...EffectSchema[]];

/** The type is checked first, because the other keys depend on it. */
export const effectSchema = z
  .looseObject({ type: effectType })
  .pipe(z.discriminatedUnion("type", schemas)) as unknown as z.ZodType<DeclaredEffect, DeclaredEffect>;
