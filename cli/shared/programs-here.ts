/**
 * The executables that are hooks in the current folder, found as an engine finds them.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { folderOf } from "../../engine/compile/files/config-files.ts";
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { discoverExecutables, type Discovered, type HookRoot } from "../../library/discover-programs.ts";
import { listProgram, sortHooks, type ListedHook } from "../../engine/compile/list-hooks.ts";
import { whyNotHere } from "../../library/bind-hooks.ts";
import { valuesNow } from "../../library/values-now.ts";
import { userConfig } from "../../shim/plan/layers.ts";
import { listHooksHere, type HooksHere } from "./hooks-here.ts";
import { findLayersHere, type LayersHere } from "./layers-here.ts";

/** A repository's executables count as its layer does: it must be there, and trusted. */
export async function discoverHere(
  { host, layers }: LayersHere,
  { plan, allowPrograms }: Pick<CompiledPlan, "plan" | "allowPrograms">,
): Promise<Discovered> {
  const roots: HookRoot[] = [];
  if (layers.repository !== "" && plan?.leftOut === undefined)
    roots.push({ layer: "repository", folder: decodeUtf8(folderOf(layers.repository)) });
  const user = userConfig(host);
  if (user !== "") roots.push({ layer: "user", folder: decodeUtf8(folderOf(user)) });
  return discoverExecutables(roots, {
    env: (name) => readVariable(host, name),
    cwd: process.cwd(),
    isSealed: layers.seal !== null,
    allow: allowPrograms,
  });
}

export function readVariable(host: LayersHere["host"], name: string): string | undefined {
  const value = host.env(encodeUtf8(name));
  return value === undefined || value === null ? undefined : decodeUtf8(value);
}

export interface AllHooksHere extends HooksHere {
  /** Does it run in the environment that this is, with the variables that are set? */
  runsHere(hook: ListedHook): boolean;
}

/** All hooks of the current folder, executables too. Null if the set-up does not work; the error is already printed. */
export async function listAllHere(): Promise<AllHooksHere | null> {
  const layers = findLayersHere();
  const here = await listHooksHere(layers);
  if (here === null) return null;
  const { hooks, diagnostics } = await discoverHere(layers, here);
  const { values } = valuesNow(here.plan, (name) => readVariable(layers.host, name));
  return {
    ...here,
    runsHere: ({ declared }) => declared === undefined || whyNotHere(declared, values) === null,
    hooks: sortHooks([...here.hooks, ...hooks.map(listProgram)]),
    warnings: [...here.warnings, ...diagnostics],
  };
}
