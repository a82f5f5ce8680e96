/**
 * What a repository's layer consists of, as a digest: every path, mode and byte below `.interlock/`, and the files
 * outside it that the layer names. Of a layer that nobody trusts no more is read than is needed for this, and nothing
 * in it is an error: what cannot be read or understood is part of the digest as just that.
 */
import type { PlanInput } from "../../core/plan.ts";
import { folderOf, joinPath, type LayerFiles } from "../files/config-files.ts";
import { createInputLog, type Sha256 } from "../files/input-log.ts";
import { findNamedFiles } from "./named-files.ts";

export interface LayerContent {
  /** Empty if there is more than anybody would look through before trusting it. */
  digest: string;
  /** All that was looked at. While the stamps hold, so does the digest. */
  inputs: PlanInput[];
}

/** Written by hand, it has a few dozen files; each of them is looked at again at every commit. */
const mostEntries = 1000;
export const mostBytes = 8 * 1024 * 1024;
/** EFBIG, which `readFile` gives for what has more. */
const tooBig = 27;

/** `file`: the layer's config file. */
export function readLayerContent(file: string, files: LayerFiles, sha256: Sha256): LayerContent {
  const log = createInputLog(files);
  const folder = folderOf(file);
  const fields: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let bytes = 0;
  const isTooMuch = (): boolean => entries > mostEntries || bytes > mostBytes;

  const addEntry = (path: string, name: string): "file" | "directory" | "other" | null => {
    entries++;
    const stat = log.stat(path);
    const entry = files.lookAt(path);
    const { kind = null, size = 0 } = stat ?? {};
    const content = kind === "file" && bytes + size <= mostBytes && !isTooMuch() ? files.readFile(path) : "";
    // Those of /proc have no size: what is read counts, and is what the compiler gets.
    if (kind === "file") bytes += Math.max(size, content === tooBig ? Infinity : String(content).length);
    const sum = typeof content === "number" ? `errno ${content}` : sha256(content);
    // No path has a NUL in it, so none can pass for two fields.
    fields.push(name, kind ?? "absent", entry?.mode.toString(8) ?? "", entry?.target ?? "", sum);
    return kind;
  };
  const addTree = (path: string, name: string): void => {
    if (isTooMuch() || addEntry(path, name) !== "directory") return;
    // A link may lead back to a folder above it.
    const real = files.realPath(path) ?? path;
    if (seen.has(real)) return;
    seen.add(real);
    const names = files.listDirectory(path);
    if (typeof names === "number") fields.push(name, `errno ${names}`);
    else for (const each of [...names].sort()) addTree(joinPath(path, each), `${name}/${each}`);
  };

  addTree(folder, "");
  const giveUp = (): void => void (bytes = Infinity);
  for (const { path, name } of isTooMuch() ? [] : findNamedFiles(file, files, giveUp)) {
    if (isTooMuch()) break;
    addEntry(path, name);
  }
  return { digest: isTooMuch() ? "" : sha256(fields.join("\0")), inputs: log.inputs() };
}
