/**
 * What a repository's layer consists of, as a digest: every path, mode and byte below `.interlock/`, and the files
 * outside it that the layer names. An untrusted layer is read only as far as the digest needs, and nothing in it is an
 * error: that a file cannot be read or parsed becomes part of the digest.
 */
import type { PlanInput } from "../../core/plan.ts";
import { folderOf, joinPath, mostLayerBytes, type LayerFiles } from "../files/config-files.ts";
import { createInputLog, type Sha256 } from "../files/input-log.ts";
import { findNamedFiles } from "./named-files.ts";

export interface LayerContent {
  /** Empty if the layer is too large to be trusted. */
  digest: string;
  /** Everything that was read. While the stamps are the same, so is the digest. */
  inputs: PlanInput[];
}

/** A layer written by hand has a few dozen files. Each is checked at every commit. */
const mostEntries = 1000;
/** EFBIG, which `readFile` returns for larger files. */
const tooBig = 27;

/** `file`: the layer's config file. */
export function readLayerContent(file: string, files: LayerFiles, sha256: Sha256): LayerContent {
  const log = createInputLog(files);
  const folder = folderOf(file);
  const fields: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let bytes = 0;
  const isTooMuch = (): boolean => entries > mostEntries || bytes > mostLayerBytes;

  const addEntry = (path: string, name: string): "file" | "directory" | "other" | null => {
    entries++;
    const stat = log.stat(path);
    const entry = files.lookAt(path);
    const { kind = null, size = 0 } = stat ?? {};
    const content =
      kind === "file" && bytes + size <= mostLayerBytes && !isTooMuch() ? files.readFile(path) : "";
    // Files in /proc report no size, so count what was read.
    if (kind === "file") bytes += Math.max(size, content === tooBig ? Infinity : String(content).length);
    const sum = typeof content === "number" ? `errno ${content}` : sha256(content);
    // Fields are joined with NUL, which no path contains.
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
