/**
 * The body that `gh pr create --fill` composes, and what it asks git for (`initDefaultTitleBody` in gh's
 * pkg/cmd/pr/create/create.go, `Commits` in git/client.go). The title stays gh's own to compose.
 */
import type { FillStyle } from "./text-line.ts";
import { minorOf } from "./version.ts";

export interface FillCommit {
  title: string;
  /** As `%b` prints it. */
  body: string;
}

/** How a version lists several commits; null where we do not know. */
export type FillForm = "plain" | "bold" | null;

/** By what `gh version` prints. 2.44 had a form of its own for two releases. */
export function fillForm(version: string): FillForm {
  const minor = minorOf(version);
  if (minor < 0 || minor === 44) return null;
  return minor < 44 ? "plain" : "bold";
}

/** Does `pr create` heed GH_REPO? Other commands always did. */
export function heedsGhRepo(version: string): boolean {
  return minorOf(version) >= 30;
}

/** Does `pr create` take its base from the branch's setting `gh-merge-base`? */
export function heedsMergeBase(version: string): boolean {
  return minorOf(version) >= 64;
}

/**
 * What to ask git for. `base` is `<remote>/<branch>` if a remote leads to the base repository, else the branch;
 * `head` is `--head` without its owner, else the current branch. The order is git's: the newest comes first.
 */
export function fillLogArguments(base: string, head: string): string[] {
  const format = "--pretty=format:%H%x00%s%x00%b%x00";
  return ["-c", "log.ShowSignature=false", "log", format, "--cherry", base + "..." + head];
}

/** `monalisa:feature` names a branch of a fork; git is asked for `feature`. */
export function headBranch(head: string): string {
  return head.slice(head.indexOf(":") + 1);
}

/** null: not what was asked for. */
export function readFillLog(output: string): FillCommit[] | null {
  const parts = output.split("\0");
  // Three to a commit, and the line end that stands before the next one.
  if (parts.length % 3 !== 1) return null;
  const commits: FillCommit[] = [];
  for (let i = 0; i + 3 < parts.length; i += 3) {
    if (!/^\n?[0-9a-f]{7,64}$/.test(parts[i] as string)) return null;
    commits.push({ title: parts[i + 1] as string, body: parts[i + 2] as string });
  }
  return commits;
}

/** null: gh finds no commits and refuses, or nobody knows what this version would write. */
export function composeFill(style: FillStyle, form: FillForm, commits: readonly FillCommit[]): string | null {
  const oldest = commits[commits.length - 1];
  if (!oldest || form === null) return null;
  if (commits.length === 1 || style === "first") return oldest.body;
  let body = "";
  for (let i = commits.length - 1; i >= 0; i--) {
    const { title, body: text } = commits[i] as FillCommit;
    body += form === "plain" ? "- " + title + "\n" : "- **" + title + "**\n";
    if (style !== "verbose") continue;
    // Go's `(?m)^` also matches behind the last line end, and in an empty text.
    body += "  " + text.split("\n").join("\n  ");
    if (i > 0) body += "\n\n";
  }
  return body;
}
