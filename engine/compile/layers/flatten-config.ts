/**
 * The `config:` map as dotted keys and texts. `github: { repo: x }` and `github.repo: x` are the same.
 * Read from the YAML nodes: a number keeps the digits it was written with.
 */
import { isAlias, isMap, isScalar, type Node } from "yaml";
import type { Problem } from "../../core/problem.ts";
import { errorAt, type Finding } from "../files/problem-at.ts";
import { configKeyPattern } from "../schema/schema-parts.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";

export interface ConfigEntry {
  key: string;
  text: string;
  path: YamlPath;
}

export function flattenConfig(source: YamlSource): { entries: ConfigEntry[]; diagnostics: Problem[] } {
  const entries = new Map<string, ConfigEntry>();
  const diagnostics: Problem[] = [];
  const refuse = (path: YamlPath, finding: Finding): void => {
    diagnostics.push(errorAt(source.file, source.keyFrame(path), finding));
  };

  const walk = (path: YamlPath, node: Node | null): void => {
    const key = path.slice(1).join(".");
    if (isMap(node)) {
      for (const pair of node.items) {
        const name = String((pair.key as { value?: unknown }).value);
        walk([...path, name], pair.value as Node | null);
      }
      return;
    }
    const text = scalarText(node);
    if (!configKeyPattern.test(key)) {
      refuse(path, {
        code: "bad-value",
        message: `'${key}' is not a config key`,
        hint: "use names of letters, digits, '_' and '-', joined with dots: github.repo",
      });
    } else if (text === null) {
      refuse(path, {
        code: "wrong-type",
        message: `config key '${key}' must have a single value`,
        hint: "write a text, a number, true or false",
      });
    } else if (/[\x00-\x1f\x7f-\x9f]/.test(text)) {
      refuse(path, {
        code: "bad-value",
        message: `the value of config key '${key}' has a control character in it`,
        hint: "write it on one line, without tabs",
      });
    } else if (entries.has(key)) {
      refuse(path, {
        code: "bad-value",
        message: `config key '${key}' is set twice in this file`,
        hint: "keep one of the two",
      });
    } else {
      entries.set(key, { key, text, path });
    }
  };
  const top = source.node(["config"]);
  if (top !== null) walk(["config"], top);
  return { entries: [...entries.values()], diagnostics };
}

/** The text of a single value; null for a list, an alias or nothing. */
function scalarText(node: Node | null): string | null {
  if (isAlias(node) || !isScalar(node) || node.value === null) return null;
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}
