/**
 * Reads objects as they are stored, and proves them: the host hashes the bytes from git, and they must have
 * the requested id. Which objects git lists, and whether these are all, is not proved.
 */
import { forReading } from "../git/environment.ts";
import type { EnvChanges, Host, ReadObject, RunResult } from "../host.ts";

/**
 * Ignores replacements and grafts, so that git lists what it would send. The proof does not depend on it: a
 * commit that git omits is found in the bytes of its children.
 */
const withoutReplacements: EnvChanges = {
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  // A partial clone would fetch missing objects one by one, but reading must not connect. Older gits have no
  // variable for that, so forbid all protocols too.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

export function runWithoutReplacements(host: Host, args: readonly string[], stdin: string): RunResult {
  return host.runGit(["-c", "core.commitGraph=false"].concat(args), {
    stdin,
    only: forReading,
    env: withoutReplacements,
  });
}

/** Called with some objects at a time. Return false if no more are needed. */
export type Visit = (objects: readonly ReadObject[]) => boolean;

export interface Objects {
  /** The commits that `git rev-list` lists: reachable from ids, and not from ids with `^`. */
  list(words: readonly string[], revisions: readonly string[], visit: Visit): void;
  /** The objects of these ids, each once; `missing` if there is none. Ignores what is not an id. */
  read(ids: readonly string[], visit: Visit): void;
  /**
   * These, and for each up to `generations` first parents as git sees
   * them, as far as they exist; in one process.
   */
  readDown(ids: readonly string[], generations: number, visit: Visit): void;
}

/** `alternates`: further object folders in the format of GIT_ALTERNATE_OBJECT_DIRECTORIES, or empty. */
export function openObjects(host: Host, alternates: string): Objects {
  const env =
    alternates === ""
      ? withoutReplacements
      : { ...withoutReplacements, GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates };
  // A commit can name anything as its parent, and git would take it for an option or the name of a ref.
  const areIds = (asked: readonly string[]): string[] => asked.filter((line) => /^\^?[0-9a-f]+$/.test(line));
  const visitAll = (words: readonly string[] | null, lines: readonly string[], visit: Visit): void => {
    if (lines.length === 0) return;
    if (host.startObjects(words, lines.join("\n") + "\n", { only: forReading, env }) !== 0) return;
    for (;;) {
      host.resetDeadline();
      const objects = host.readObjects();
      if (objects.length === 0 || !visit(objects)) return;
    }
  };
  return {
    list: (words, revisions, visit) => visitAll(["--ignore-missing"].concat(words), areIds(revisions), visit),
    read: (ids, visit) => visitAll(null, areIds(ids), visit),
    readDown: (ids, generations, visit) => {
      let lines = areIds(ids);
      const starts = lines;
      // Reading ends at the first one that does not exist.
      for (let i = 1; i <= generations; i++) lines = lines.concat(starts.map((id) => id + "~" + i));
      visitAll(null, lines, visit);
    },
  };
}
