/**
 * The operation that a work tree is in the middle of. If the branch moved, it could neither go on nor be aborted.
 */
import type { Host } from "../../shim/host.ts";

export interface Operation {
  name: string;
  hint: string;
}

/** Files of a git folder that exist while an operation is in progress. */
const operations: { [file: string]: Operation } = {
  "rebase-apply/applying": { name: "an am", hint: "git am --continue, or git am --abort" },
  "rebase-apply": { name: "a rebase", hint: "git rebase --continue, or git rebase --abort" },
  "rebase-merge": { name: "a rebase", hint: "git rebase --continue, or git rebase --abort" },
  MERGE_HEAD: { name: "a merge", hint: "git merge --continue, or git merge --abort" },
  CHERRY_PICK_HEAD: { name: "a cherry-pick", hint: "git cherry-pick --continue, or git cherry-pick --abort" },
  REVERT_HEAD: { name: "a revert", hint: "git revert --continue, or git revert --abort" },
  "sequencer/todo": {
    name: "a cherry-pick or revert",
    hint: "git cherry-pick --continue, or git cherry-pick --abort",
  },
  BISECT_LOG: { name: "a bisection", hint: "git bisect reset" },
};

export function findOperation(host: Host, gitDir: string): Operation | null {
  const file = Object.keys(operations).find((name) => host.stat(`${gitDir}/${name}`) !== null);
  return file === undefined ? null : (operations[file] as Operation);
}

interface WorkTree {
  gitDir: string;
  operation: Operation | null;
}

/**
 * The work trees that have the branch checked out, or will when their operation ends; without the current one if the
 * branch is its own.
 */
export function findWorktrees(
  host: Host,
  { gitDir, commonDir, isCurrent }: { gitDir: string; commonDir: string; isCurrent: boolean },
  ref: string,
): WorkTree[] {
  const folder = `${commonDir}/worktrees`;
  const names = host.listDirectory(folder);
  const linked = typeof names === "number" ? [] : names.map((name) => `${folder}/${name}`);
  const own = isCurrent ? host.realPath(gitDir) : null;
  return [commonDir, ...linked]
    .filter((each) => host.realPath(each) !== own && hasCheckedOut(host, each, ref))
    .map((each) => ({ gitDir: each, operation: findOperation(host, each) }));
}

const branchFiles = ["HEAD", "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];

function hasCheckedOut(host: Host, gitDir: string, ref: string): boolean {
  const names = [`ref: ${ref}`, ref, ref.replace(/^refs\/heads\//, "")];
  return branchFiles.some((file) => {
    const text = host.readFile(`${gitDir}/${file}`);
    return typeof text === "string" && names.includes(text.replace(/\n$/, ""));
  });
}
