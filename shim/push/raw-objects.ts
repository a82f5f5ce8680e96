/**
 * Objects as they are stored, proved: the host hashes the bytes that git gives it, and they have the id that was asked
 * for. Nobody proves which objects git lists, or that these are all.
 */
import { forReading } from "../git/environment.ts";
import type { EnvChanges, Host, ReadObject, RunResult } from "../host.ts";

/**
 * Without what stands in for objects here, so that git lists what would be sent. Nothing depends on that: what it leaves
 * out is found by the bytes of its children.
 */
const plainly: EnvChanges = {
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  // A partial clone fetches what is missing, one object at a time: reading asks nobody. Older gits know no word for it.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

export function runPlainly(host: Host, args: readonly string[], stdin: string): RunResult {
  return host.runGit(["-c", "core.commitGraph=false"].concat(args), {
    stdin,
    only: forReading,
    env: plainly,
  });
}

/** Some of them, as they come. False: no more are needed. */
export type Visit = (objects: readonly ReadObject[]) => boolean;

export interface Objects {
  /** The commits that `git rev-list` lists for ids, and not for ids with `^`. */
  list(words: readonly string[], revisions: readonly string[], visit: Visit): void;
  /** These, each once, `missing` where there is none. What is no id is left out. */
  read(ids: readonly string[], visit: Visit): void;
  /** These, and of each so many of what git takes for its first parents, as far as they are there: in one process. */
  readDown(ids: readonly string[], generations: number, visit: Visit): void;
}

/** Those of the repository, and of further object folders: as GIT_ALTERNATE_OBJECT_DIRECTORIES has them, or empty. */
export function openObjects(host: Host, alternates: string): Objects {
  const env = alternates === "" ? plainly : { ...plainly, GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates };
  // A commit can name anything as its parent, and git would take it for an option, or the name of a ref.
  const areIds = (asked: readonly string[]): string[] => asked.filter((line) => /^\^?[0-9a-f]+$/.test(line));
  const visitAll = (words: readonly string[] | null, lines: readonly string[], visit: Visit): void => {
    if (lines.length === 0) return;
    if (host.startObjects(words, lines.join("\n") + "\n", { only: forReading, env }) !== 0) return;
    for (;;) {
      host.beginLot();
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
      // The first that is not there ends the reading.
      for (let i = 1; i <= generations; i++) lines = lines.concat(starts.map((id) => id + "~" + i));
      visitAll(null, lines, visit);
    },
  };
}
