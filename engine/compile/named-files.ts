/**
 * The files outside `.interlock/` that a repository's layer names: folders of plugins, their manifests, and the policy
 * files that these name. Nothing is checked here, and whatever is not of the expected form names nothing.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import { folderOf, joinPath, type ConfigFiles } from "./config-files.ts";
import { manifestName } from "./manifest-name.ts";
import { readYaml } from "./read-yaml.ts";

export interface NamedFile {
  path: string;
  /** As the layer names it: the same in every work tree. */
  name: string;
}

/** One after the other, so that whoever has seen enough can stop: a layer may name the folder of all folders. */
export function* findNamedFiles(file: string, files: ConfigFiles): Generator<NamedFile> {
  const plugins = field(valueOf(file, files), "plugins");
  const names = listOf(field(plugins, "dirs")).filter(isText).map(encodeUtf8);
  for (const name of names.filter(leadsOut))
    yield* filesOf({ path: joinPath(folderOf(file), name), name }, files);
}

/** Without `..` it is in the layer's own folder. */
function leadsOut(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
}

/** As findPlugins has it: one plugin, or a folder of them. */
function* filesOf(dir: NamedFile, files: ConfigFiles): Generator<NamedFile> {
  if (files.stat(below(dir, manifestName).path) !== null) {
    yield* pluginFiles(dir, files);
    return;
  }
  yield dir;
  const names = files.stat(dir.path)?.kind === "directory" ? files.listDirectory(dir.path) : [];
  if (typeof names === "number") return;
  for (const name of names.filter((each) => !each.startsWith(".")).sort())
    yield* pluginFiles(below(dir, name), files);
}

function* pluginFiles(folder: NamedFile, files: ConfigFiles): Generator<NamedFile> {
  yield folder;
  const manifest = below(folder, manifestName);
  yield manifest;
  const hooks = listOf(field(field(valueOf(manifest.path, files), "extensions"), "hooks"));
  const policies = hooks.flatMap((hook) => listOf(field(hook, "policies")));
  const names = policies.map((policy) => field(policy, "file")).filter(isText);
  for (const name of names) yield below(folder, encodeUtf8(name));
}

function below({ path, name }: NamedFile, child: string): NamedFile {
  return { path: joinPath(path, child), name: `${name}/${child}` };
}

function valueOf(file: string, files: ConfigFiles): unknown {
  const stat = files.stat(file);
  if (stat === null || stat.size === 0) return null;
  try {
    return readYaml(files, file, stat).source?.value ?? null;
  } catch {
    // Nested deeper than the parser goes; the compiler will say so, if it is ever asked.
    return null;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as { [key: string]: unknown })[key]
    : null;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
