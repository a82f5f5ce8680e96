/**
 * Reads one plugin: its manifest, its name, and the files that its policies name.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import type { Layer } from "../../core/plan.ts";
import { checkPolicyFile } from "./check-policy-file.ts";
import { joinPath, lastNameOf, type ConfigFiles, manifestName } from "../files/config-files.ts";
import { errorAt, noteAt, type Diagnostic } from "../files/diagnostic.ts";
import type { InputLog } from "../files/input-log.ts";
import { laterManifestKeys, manifestSchema, type ManifestHook } from "../schema/manifest-schema.ts";
import { readYaml } from "../files/read-yaml.ts";
import { pluginName } from "../schema/schema-parts.ts";
import type { YamlSource } from "../files/yaml-source.ts";
import { parseWith } from "../schema/zod-issues.ts";

export interface Plugin {
  name: string;
  layer: Layer;
  /** Path of the manifest. */
  file: string;
  /** Null if the file is no YAML. */
  source: YamlSource | null;
  /** Null if the manifest has errors, so that its hooks are unknown. */
  hooks: ManifestHook[] | null;
}

export function readPlugin(
  folder: string,
  layer: Layer,
  files: ConfigFiles,
  log: InputLog,
): { plugin: Plugin; diagnostics: Diagnostic[] } {
  const file = joinPath(folder, manifestName);
  const folderName = decodeUtf8(lastNameOf(folder));
  const plugin: Plugin = { name: folderName, layer, file, source: null, hooks: null };
  const stat = log.stat(file);
  // Removed since it was found: the plan will be stale at once.
  if (stat === null) return { plugin, diagnostics: [] };
  const read = readYaml(files, file, stat);
  if (read.source === null) return { plugin, diagnostics: read.diagnostics };

  const source = read.source;
  const parsed = parseWith(manifestSchema, source, { laterKeys: laterManifestKeys });
  plugin.source = source;
  plugin.name = namedIn(source) ?? folderName;
  const diagnostics = [...parsed.diagnostics];
  if (namedIn(source) === null && !pluginName.safeParse(folderName).success)
    diagnostics.push(unnamed(file, folderName));
  if (parsed.value === null) return { plugin, diagnostics };
  plugin.hooks = parsed.value.extensions?.hooks ?? [];
  if (plugin.hooks.length === 0) diagnostics.push(noHooks(file, plugin.name));
  diagnostics.push(...checkPolicies(plugin.hooks, source, folder, files, log));
  return { plugin, diagnostics };
}

/** The name as written, valid or not: other messages call the plugin by it. */
function namedIn(source: YamlSource): string | null {
  const name = (source.value as { name?: unknown } | null)?.name;
  return typeof name === "string" ? name : null;
}

function checkPolicies(
  hooks: readonly ManifestHook[],
  source: YamlSource,
  folder: string,
  files: ConfigFiles,
  log: InputLog,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  hooks.forEach((hook, i) =>
    hook.policies.forEach((policy, j) => {
      const finding = checkPolicyFile(folder, policy.file, files, log);
      if (finding === null) return;
      const frame = source.frame(["extensions", "hooks", i, "policies", j, "file"]);
      diagnostics.push(errorAt(source.file, frame, finding));
    }),
  );
  return diagnostics;
}

/** Another program may use the manifest, but a plugin that is listed here usually should have a rule. */
function noHooks(file: string, name: string): Diagnostic {
  return noteAt(file, null, {
    code: "no-hooks",
    message: `plugin '${name}' has no hooks: 'extensions.hooks' is missing or empty`,
    hint: "",
  });
}

function unnamed(file: string, folderName: string): Diagnostic {
  return errorAt(file, null, {
    code: "plugin-folder",
    message: `the plugin has no 'name', and its folder's name '${folderName}' cannot be one`,
    hint: "add 'name:' with small letters, digits and '-', or rename the folder",
  });
}
