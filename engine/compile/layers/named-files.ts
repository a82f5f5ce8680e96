/**
 * The files outside `.interlock/` that a repository's layer names: folders of plugins, their manifests, and the policy
 * files that these name. Nothing is checked here, and whatever is not of the expected form names nothing.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import { folderOf, joinPath, type ConfigFiles, manifestName } from "../files/config-files.ts";
import { parseYaml } from "../files/yaml-source.ts";

/** What a YAML file says. */
type ValueOf = (path: string) => unknown;

export interface NamedFile {
  path: string;
  /** As the layer names it: the same in every work tree. */
  name: string;
}

/** What a layer that nobody trusts may have parsed; to look through it, parsers need time and memory. */
const largestFile = 64 * 1024;
const mostBytes = 256 * 1024;

/**
 * One after the other, so that whoever has seen enough can stop: a layer may name the folder of all folders. `giveUp`
 * is called if there is more to parse than is parsed here: then not all that the layer names is found.
 */
export function* findNamedFiles(file: string, files: ConfigFiles, giveUp: () => void): Generator<NamedFile> {
  let parsed = 0;
  const valueOf = (path: string): unknown => {
    const bytes = files.stat(path)?.kind === "file" ? files.readFile(path) : 0;
    if (typeof bytes === "number") return null;
    parsed += bytes.length;
    if (bytes.length <= largestFile && parsed <= mostBytes) return parse(path, bytes);
    giveUp();
    return null;
  };
  const plugins = field(valueOf(file), "plugins");
  const names = listOf(field(plugins, "dirs")).filter(isText).map(encodeUtf8);
  for (const name of names.filter(leadsOut))
    yield* filesOf({ path: joinPath(folderOf(file), name), name }, files, valueOf);
}

/** Without `..` it is in the layer's own folder. */
function leadsOut(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
}

/** As findPlugins has it: one plugin, or a folder of them. */
function* filesOf(dir: NamedFile, files: ConfigFiles, valueOf: ValueOf): Generator<NamedFile> {
  if (files.stat(below(dir, manifestName).path) !== null) {
    yield* pluginFiles(dir, valueOf);
    return;
  }
  yield dir;
  const names = files.stat(dir.path)?.kind === "directory" ? files.listDirectory(dir.path) : [];
  if (typeof names === "number") return;
  for (const name of names.filter((each) => !each.startsWith(".")).sort())
    yield* pluginFiles(below(dir, name), valueOf);
}

function* pluginFiles(folder: NamedFile, valueOf: ValueOf): Generator<NamedFile> {
  yield folder;
  const manifest = below(folder, manifestName);
  yield manifest;
  const hooks = listOf(field(field(valueOf(manifest.path), "extensions"), "hooks"));
  const policies = hooks.flatMap((hook) => listOf(field(hook, "policies")));
  const names = policies.map((policy) => field(policy, "file")).filter(isText);
  for (const name of names) yield below(folder, encodeUtf8(name));
}

function below({ path, name }: NamedFile, child: string): NamedFile {
  return { path: joinPath(path, child), name: `${name}/${child}` };
}

/** Null for what is no YAML: the compiler will refuse it, if it is ever asked. */
function parse(file: string, bytes: string): unknown {
  return parseYaml(file, bytes).source?.value ?? null;
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
