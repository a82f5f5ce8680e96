/**
 * Fills `${param.NAME}` in the hooks of a manifest before their form is checked: a reference that is the whole value keeps the
 * parameter's type, so a number may stand where the form wants one.
 */
import { suggestName } from "../../core/nearest-name.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt } from "../files/problem-at.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import { parameterNamePattern, type ParameterValue } from "../schema/parameter-schema.ts";

export type ParameterValues = { readonly [name: string]: ParameterValue };

/** They name the hook for everybody else: other files and messages. */
const fixedKeys: readonly string[] = ["id", "hook"];

const reference = /\$\{param\.([^}]*)\}/g;
const wholeReference = /^\$\{param\.([^}]*)\}$/;

/** The manifest with its parameters filled in. Places in the file stay what they are. */
export function fillParameters(
  source: YamlSource,
  values: ParameterValues,
): { source: YamlSource; diagnostics: Problem[] } {
  const diagnostics: Problem[] = [];
  const valueOf = (name: string, path: YamlPath): ParameterValue | null => {
    if (Object.hasOwn(values, name)) return values[name] as ParameterValue;
    diagnostics.push(unknownParameter(source, path, name, Object.keys(values)));
    return null;
  };
  const fillText = (text: string, path: YamlPath): ParameterValue => {
    const [, whole] = wholeReference.exec(text) ?? [];
    if (whole !== undefined) return valueOf(whole, path) ?? text;
    return text.replace(reference, (written, name: string) => {
      const value = valueOf(name, path);
      if (value !== null && typeof value === "object") diagnostics.push(listInText(source, path, name));
      return value === null || typeof value === "object" ? written : String(value);
    });
  };
  const fill = (value: unknown, path: YamlPath): unknown => {
    if (typeof value === "string") return value.includes("${param.") ? fillText(value, path) : value;
    if (Array.isArray(value)) return value.map((each, i) => fill(each, [...path, i]));
    if (typeof value !== "object" || value === null) return value;
    const filled = Object.entries(value).map(([key, inner]) => [
      key,
      fixedKeys.includes(key) ? inner : fill(inner, [...path, key]),
    ]);
    return Object.fromEntries(filled);
  };
  const manifest = source.value as { extensions?: { hooks?: unknown } } | null;
  const hooks = manifest?.extensions?.hooks;
  if (hooks === undefined) return { source, diagnostics };
  const filled = fill(hooks, ["extensions", "hooks"]);
  const value = { ...manifest, extensions: { ...manifest?.extensions, hooks: filled } };
  return { source: { ...source, value }, diagnostics };
}

function unknownParameter(
  source: YamlSource,
  path: YamlPath,
  name: string,
  known: readonly string[],
): Problem {
  const none =
    "declare it below 'extensions:', as in 'parameters: {maxLength: {type: integer, default: 72}}'";
  return errorAt(source.file, source.frame(path), {
    code: "bad-reference",
    message: parameterNamePattern.test(name)
      ? `the plugin has no parameter '${name}'`
      : `'\${param.${name}}' does not name a parameter`,
    hint: known.length === 0 ? none : suggestName(name, known),
  });
}

function listInText(source: YamlSource, path: YamlPath, name: string): Problem {
  return errorAt(source.file, source.frame(path), {
    code: "wrong-type",
    message: `parameter '${name}' is a list, and cannot stand inside a text`,
    hint: `write '\${param.${name}}' alone, where a list is wanted`,
  });
}
