import { join } from "node:path";
import { createEngine, renderDiagnostics, type Engine, type EngineOptions } from "../../library/index.ts";
import { createFolder } from "../support/temporary-folder.ts";

export type Tree = { [path: string]: string };

/** A manifest with these hooks, as YAML list entries in flow style: `{id: a, hook: b, ...}`. */
export function manifest(...hooks: string[]): string {
  return `extensions:\n  hookApiVersion: 1\n  hooks:\n${hooks.map((hook) => `    - ${hook}\n`).join("")}`;
}

/** An engine of plugins, by name; the process's environment has no say. */
export function engineOf(plugins: Tree, options: EngineOptions = {}): Engine {
  const files = Object.entries(plugins).map(([name, text]) => [`plugins/${name}/plugin.yaml`, text]);
  const folder = createFolder(Object.fromEntries(files));
  return created({ plugins: [join(folder, "plugins")], env: {}, ...options });
}

export function created(options: EngineOptions): Engine {
  const { engine, diagnostics } = createEngine(options);
  if (engine === null) throw new Error(renderDiagnostics(diagnostics));
  return engine;
}

/** A hook that signs the response; many of them get along. */
export const signs = (id: string, value: string, more = ""): string =>
  `{id: ${id}, hook: pull_request.description.finalize, effects: [{type: text.ensureTrailer, key: By, value: "${value}"}]${more}}`;
