/**
 * Remembers every file and folder the plan is made from. The stamp is taken before the content is
 * read: a change in between leaves the plan stale, never falsely fresh.
 */
import type { PlanInput } from "../../core/plan.ts";
import type { ConfigFiles, ConfigFileStat } from "./config-files.ts";

/** Of bytes, in hexadecimal. */
export type Sha256 = (bytes: string) => string;

export interface InputLog {
  /** Stats a path and records it, whether anything is there or not. */
  stat(path: string): ConfigFileStat | null;
  /** Everything recorded, sorted by path. */
  inputs(): PlanInput[];
}

/** With `sha256`, it records contents instead of sizes, times and inodes. */
export function createInputLog(files: ConfigFiles, sha256?: Sha256): InputLog {
  const stamps = new Map<string, string>();
  const stampOf = (path: string, stat: ConfigFileStat): string =>
    sha256 === undefined ? stat.stamp : `sha256:${sha256(contentOf(files, path, stat))}`;
  return {
    stat(path) {
      const stat = files.stat(path);
      // Keep the first stamp: the content was read after it.
      if (!stamps.has(path)) stamps.set(path, stat === null ? "absent" : stampOf(path, stat));
      return stat;
    },
    inputs() {
      const recorded = [...stamps].map(([path, stamp]) => ({ path, stamp }));
      return recorded.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

/** Of a folder, its names. */
function contentOf(files: ConfigFiles, path: string, { kind }: ConfigFileStat): string {
  const content = kind === "directory" ? files.listDirectory(path) : files.readFile(path);
  return typeof content === "string" ? content : Array.isArray(content) ? content.sort().join("\0") : "";
}
