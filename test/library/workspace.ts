/**
 * A temp folder with plugins, and engines made from it. Cleans itself up.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createEngine, renderDiagnostics, type Engine, type EngineOptions } from "../../library/index.ts";

export type Tree = { [path: string]: string };

export function createFolder(tree: Tree): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-library-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

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
