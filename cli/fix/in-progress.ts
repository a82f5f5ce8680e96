/**
 * What a work tree is in the middle of. Moving a branch under it would lose the way on, or the way back.
 */
import type { Host } from "../../shim/host.ts";

export interface Operation {
  name: string;
  hint: string;
}

/** Files of a git folder that are there as long as something goes on. */
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
 * The work trees of the repository that have a branch checked out, or will have it again. Without this one, if it is the
 * one that has it checked out.
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
    .filter((each) => host.realPath(each) !== own && isAbout(host, each, ref))
    .map((each) => ({ gitDir: each, operation: findOperation(host, each) }));
}

const branchFiles = ["HEAD", "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];

function isAbout(host: Host, gitDir: string, ref: string): boolean {
  const names = [`ref: ${ref}`, ref, ref.replace(/^refs\/heads\//, "")];
  return branchFiles.some((file) => {
    const text = host.readFile(`${gitDir}/${file}`);
    return typeof text === "string" && names.includes(text.replace(/\n$/, ""));
  });
}
