/**
 * The files outside `.interlock/` that a repository's layer names: folders of plugins, their manifests, and the policy
 * files that these name. Nothing is validated here: a value of another form names no file.
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

/** How much of an untrusted layer is parsed: parsers need time and memory. */
const largestFile = 64 * 1024;
const mostBytes = 256 * 1024;

/**
 * A generator, so that the caller can stop early: a layer may name `/`. `giveUp` is called if there is too much to parse;
 * then not all named files are found.
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

/** As in findPlugins: one plugin, or a folder of plugins. */
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
  const programs = hooks.map((hook) => listOf(field(field(hook, "handler"), "command"))[0]).filter(isText);
  const names = [
    ...policies.map((policy) => field(policy, "file")).filter(isText),
    // One without a slash is looked up on the PATH.
    ...programs.filter((name) => name.includes("/")),
  ];
  for (const name of names) yield below(folder, encodeUtf8(name));
}

function below({ path, name }: NamedFile, child: string): NamedFile {
  return { path: joinPath(path, child), name: `${name}/${child}` };
}

/** Null if it is not YAML: the compiler refuses it later. */
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
