/**
 * The `config:` keys of all layers together. A lower layer adds keys; it never changes one.
 */
import { decodeUtf8, encodeUtf8 } from "../../core/bytes.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt } from "../files/problem-at.ts";
import type { ConfigLayer } from "./read-layers.ts";

export interface MergedConfig {
  /** Byte strings, sorted by key. */
  config: { [key: string]: string };
  diagnostics: Problem[];
}

export function mergeConfig(layers: readonly ConfigLayer[]): MergedConfig {
  const taken = new Map<string, { text: string; owner: ConfigLayer }>();
  const diagnostics: Problem[] = [];
  for (const layer of layers) {
    for (const { key, text, path } of layer.entries) {
      const earlier = taken.get(key);
      if (earlier === undefined) {
        taken.set(key, { text, owner: layer });
        continue;
      }
      diagnostics.push(
        errorAt(layer.file, layer.source.keyFrame(path), {
          code: "config-key-taken",
          message: `config key '${key}' is already set by the ${earlier.owner.layer} layer, in '${decodeUtf8(earlier.owner.file)}'`,
          hint: "remove it here; a lower layer can add keys, not change them",
        }),
      );
    }
  }
  return { config: sortedBytes([...taken].map(([key, { text }]) => [key, text])), diagnostics };
}

/** A map with byte-string values, in an order that does not depend on the files. */
export function sortedBytes(entries: readonly (readonly [string, string])[]): { [name: string]: string } {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, text]) => [name, encodeUtf8(text)]));
}
