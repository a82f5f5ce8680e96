/**
 * Remembers every file and folder the plan is made from. The stamp is taken before the content is
 * read: a change in between leaves the plan stale, never falsely fresh.
 */
import type { PlanInput } from "../core/plan.ts";
import type { ConfigFiles, ConfigFileStat } from "./config-files.ts";

export interface InputLog {
  /** Stats a path and records it, whether anything is there or not. */
  stat(path: string): ConfigFileStat | null;
  /** Everything recorded, sorted by path. */
  inputs(): PlanInput[];
}

export function createInputLog(files: ConfigFiles): InputLog {
  const stamps = new Map<string, string>();
  return {
    stat(path) {
      const stat = files.stat(path);
      // The first look counts: what was read came after it.
      if (!stamps.has(path)) stamps.set(path, stat === null ? "absent" : stat.stamp);
      return stat;
    },
    inputs() {
      const recorded = [...stamps].map(([path, stamp]) => ({ path, stamp }));
      return recorded.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}
