/** The environment variables that a declaration names. */
import type { ProgramVariable, Reference } from "../core/plan.ts";
import { referencesIn } from "../core/resolve-template.ts";
import type { ManifestHook } from "./schema/manifest-schema.ts";

/** The environment variables that an effect's values name. */
export function envNamesOf(effect: ManifestHook["effects"][number]): string[] {
  return referencesIn(effect)
    .map(nameInEnvironment)
    .filter((name) => name !== null);
}

/** The environment variables that a program's variables take their values from. */
export function envNamesOfVariable(variable: ProgramVariable): string[] {
  const references =
    "value" in variable ? variable.value.filter((_, i) => i % 2 === 1) : [variable.reference];
  return references.map((reference) => reference.replace(/^(?:env|caller)\./, ""));
}

export function nameInEnvironment(reference: Reference): string | null {
  return reference.startsWith("env.") ? reference.slice("env.".length) : null;
}
