/**
 * Which files a commit changes, as git itself compares them: exact bytes, both names of a renamed file, submodules too, whatever
 * the repository's settings say about how a diff is shown.
 */
import type { RunResult } from "../host.ts";

/** Asks the git of the commit's repository. */
export type AskGit = (args: string[]) => RunResult;

/** A commit has its own parent and tree, whatever `git replace` shows in their place. */
const asStored = ["--no-replace-objects"];

const compared = ["--name-only", "-z", "--no-renames", "--ignore-submodules=none"];

/** The trees without entries of SHA-1 and SHA-256, which git knows without having them. */
const emptyTrees = [
  "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
];

/** The index against the first parent of the commit that is being made. Null if git does not say. */
export function stagedPaths(ask: AskGit, amends: boolean): string[] | null {
  // git amends what stands for HEAD.
  const parent = amends ? idsOf(ask, ["HEAD^"]) : [""];
  // Of a commit without parents there is no `HEAD^`, and before the first commit no `HEAD`: git diff then takes the empty tree.
  for (const base of parent ?? emptyTrees) {
    const words = ["-c", "core.fsmonitor=false", "diff", "--cached", "--no-ext-diff", "--no-relative"];
    const asked = ask(asStored.concat(words, compared, base === "" ? [] : [base], "--"));
    if (asked.status === 0) return splitNul(asked.stdout);
    if (asked.status < 0) return null;
  }
  return null;
}

/**
 * A tree against the first parent of its commit; `parent`: null if it has none. Undefined if there is no such tree or parent, and git
 * will say that itself.
 */
export function treePaths(ask: AskGit, tree: string, parent: string | null): string[] | null | undefined {
  const ids = idsOf(ask, parent === null ? [tree] : [parent, tree]);
  if (!ids) return ids;
  const asked = ask(
    asStored.concat(
      parent === null
        ? ["ls-tree", "-r", "-z", "--name-only", "--full-tree"].concat(ids)
        : ["diff-tree", "-r"].concat(compared, ids, "--"),
    ),
  );
  return asked.status === 0 ? splitNul(asked.stdout) : null;
}

/** What git finds under these names, other objects that stand for commits on the way (`git replace`). Undefined if it does not find one. */
function idsOf(ask: AskGit, names: readonly string[]): string[] | null | undefined {
  const { status, stdout } = ask(["rev-parse", "--quiet", "--revs-only"].concat(names));
  if (status !== 0) return status < 0 ? null : undefined;
  const ids = stdout.split("\n").slice(0, -1);
  return ids.length === names.length ? ids : undefined;
}

/**
 * What a patch says that it changes, read with the options of `git am`. Undefined if git cannot read the patch, and git am will
 * say that itself.
 */
export function patchPaths(
  ask: AskGit,
  file: string,
  renames: boolean,
  options: readonly string[],
): string[] | null | undefined {
  const paths: string[] = [];
  // `git apply` names a file by its new name, and reversed by its old one.
  for (const direction of renames ? [[], ["-R"]] : [[]]) {
    const asked = ask(["apply", "--numstat", "-z"].concat(options, direction, "--", file));
    if (asked.status !== 0) return asked.status < 0 ? null : undefined;
    for (const line of splitNul(asked.stdout)) {
      const path = line.slice(line.indexOf("\t", line.indexOf("\t") + 1) + 1);
      if (paths.indexOf(path) < 0) paths.push(path);
    }
  }
  return paths.sort();
}

function splitNul(text: string): string[] {
  return text === "" ? [] : text.slice(0, -1).split("\0");
}
