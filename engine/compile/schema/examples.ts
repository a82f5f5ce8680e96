/**
 * How to write a value, for hints: with what was written in place of it where that makes sense.
 */
import type { Frame } from "../../core/problem.ts";
import type { YamlPath } from "../files/yaml-source.ts";
import { effectRows } from "../../core/effects/effects.ts";
import { keyForms } from "./effect-keys.ts";

/** A right value of each key whose form is not obvious, as it is written in one line. */
const examples: { [key: string]: string } = {
  ...examplesOfEffects(),
  version: "1",
  hookApiVersion: "1",
  id: "acme.sign-off",
  hook: "commit.message.finalize",
  event_type: "tool.call.before",
  type: "text.ensureTrailer",
  plugins: "{dirs: [plugins]}",
  dirs: "[plugins]",
  manifests: "{acme: {extensions: {disabledHooks: [acme.sign-off]}}}",
  disabledHooks: "[acme.sign-off]",
  config: "{review.url: 'https://review.example.org'}",
  layers: "{repository: trusted}",
  push: "{verify: block}",
  trustRemotes: "[origin]",
  trustAuthors: "['*@example.org']",
  gh: "{strict: true}",
  audit: "{file: /var/log/interlock.log}",
  executableHooks: "{allow: [check-style]}",
  allow: "[check-style]",
  extensions: "{hookApiVersion: 1, hooks: [...]}",
  hooks: "[{id: acme.sign-off, hook: commit.message.finalize, effects: [...]}]",
  effects: "[{type: text.ensureTrailer, key: Reviewed-by, value: Ann}]",
  when: "{commit: [composed, amend]}",
  commit: "[composed, amend]",
  remote: "['github.com/acme/*']",
  envPresent: "[CI]",
  configPresent: "[review.url]",
  handler: "{type: command, command: [./check-style]}",
  command: "[./check-style, --strict]",
  args: "[--strict]",
  match: "{tool: shell}",
  recipe: "[release]",
  policies: "[{file: policy.md, inject: prompt}]",
  file: "policy.md",
  inject: "prompt",
  priority: "100",
  timeoutMs: "5000",
  timeout: "5",
  name: "acme",
};

/** By their forms; if two effects have different keys of one name, the later one's. */
function examplesOfEffects(): { [key: string]: string } {
  const keys = Object.values(effectRows).flatMap((row) => Object.entries(row.keys));
  return Object.fromEntries(
    keys.flatMap(([key, { form }]) => {
      const { example } = keyForms[form];
      return example === undefined ? [] : [[key, example]];
    }),
  );
}

/** Under these keys, an entry is not a text. */
const entries: { [key: string]: string } = {
  hooks: "{id: acme.sign-off, hook: commit.message.finalize, effects: [...]}",
  effects: "{type: text.ensureTrailer, key: Reviewed-by, value: Ann}",
  policies: "{file: policy.md, inject: prompt}",
};

/** `env` is a map in a config file, and a list of names in other places. */
function exampleAt(path: YamlPath): { key: string; example: string } | null {
  const last = path[path.length - 1];
  const key = path.findLast((step) => typeof step === "string");
  if (key === undefined) return null;
  if (key === "env") return { key, example: path.length === 1 ? "{NAME: value}" : "[NAME]" };
  const example = typeof last === "number" ? entries[key] : examples[key];
  return example === undefined ? null : { key: typeof last === "number" ? "" : key, example };
}

/** A hint with an example; null if there is none. `expected`: the type that is wanted. */
export function exampleOf(path: YamlPath, value: unknown, expected = ""): string | null {
  const last = path[path.length - 1];
  if (last === undefined)
    return "write keys and values, such as 'version: 1' in a config file, or 'name: house' in a plugin.yaml";
  if (expected === "boolean") return `write '${String(last)}: ${isYes(value) ? "true" : "false"}'`;
  const isOne = typeof value === "string" || typeof value === "number";
  if (expected === "array" && isOne && typeof last === "string" && entries[last] === undefined)
    return `write it as a list, with brackets: ${last}: [${String(value)}]`;
  const found = exampleAt(path);
  if (found === null) return null;
  const { key, example } = found;
  return `write it like this: ${key === "" ? "" : `${key}: `}${example}`;
}

function isYes(value: unknown): boolean {
  return value === 1 || (typeof value === "string" && /^(?:yes|on|y|t|true|enabled?|1)$/i.test(value));
}

/** For a text that YAML takes for something else: what was written, in quotes; null if nothing was. */
export function quotedExample(path: YamlPath, value: unknown, { text, column, width }: Frame): string | null {
  const key = path[path.length - 1];
  const prefix = typeof key === "string" ? `${key}: ` : "";
  if (value === null || value === undefined) {
    const [, comment] = /(?:^|\s)(#.*)$/.exec(text) ?? [];
    const isHere = comment !== undefined && new RegExp(`(?:^|[\\s{,-])${String(key)}:\\s*#`).test(text);
    if (isHere) return `a '#' begins a comment: put the value in single quotes: ${prefix}'${comment}'`;
    return exampleOf(path, null);
  }
  const written = text.slice(column - 1, column - 1 + width).trim();
  if (typeof value !== "object") return `put it in quotes: ${prefix}"${written}"`;
  const isInline = /^[[{]/.test(written) || /^[^-\s].*: /.test(written);
  if (!isInline) return exampleOf(path, null);
  const what = Array.isArray(value) ? "a list" : "a map";
  return `in YAML this is ${what}: put the value in single quotes: ${prefix}'${written.replace(/'/g, "''")}'`;
}
