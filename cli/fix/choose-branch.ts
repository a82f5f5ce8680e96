/**
 * The branches and tags to rewrite, and their commits.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import type { Range } from "../../shim/verify/choose-range.ts";
import { brokenHead, isUnborn } from "../../shim/verify/repository-here.ts";
import { unpublished } from "../../shim/verify/unpublished.ts";
import type { RealGit } from "../shared/real-git.ts";
import { findOperation, findWorktrees, type Operation } from "./in-progress.ts";
import { askRevisions, parseRange, type AskGit } from "./parse-range.ts";
import type { FixRequest } from "./request.ts";

export interface Branch {
  /** Byte string; `HEAD` if none is checked out. */
  ref: string;
  /** The object that it names. */
  at: string;
  /** Its commit; for an annotated tag, the commit that the tag names. */
  tip: string;
  range: Range;
  /** Is it checked out here? */
  isCurrent: boolean;
  commonDir: string;
  /** Git folders of other work trees that have it checked out. */
  alsoIn: string[];
}

/** What the caller wants rewritten, before checking whether it can be. */
interface Wanted {
  /** Null: the current branch, or the detached HEAD. */
  ref: string | null;
  /** Null: the unpublished commits. */
  range: Range | null;
}

/** Empty if there is no commit yet. If one of them cannot be rewritten, none is. */
export function chooseBranches(git: RealGit, request: FixRequest): Branch[] | Refusal {
  const ask = askRevisions(git.host);
  const wanted = wantedBranches(request, ask);
  if ("message" in wanted) {
    if (ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}") !== null) return wanted;
    return isUnborn(git.host) ? [] : brokenHead(git.host);
  }
  const branches: Branch[] = [];
  for (const each of wanted) {
    const branch = chooseBranch(git, each, request, ask);
    if (branch === null) continue;
    if ("message" in branch) return branch;
    if (branches.some(({ ref }) => ref === branch.ref))
      return {
        message: `'${decodeUtf8(branch.ref)}' is named twice`,
        hint: "give one range for each branch",
      };
    branches.push(branch);
  }
  return branches;
}

function wantedBranches({ branches, tags, ranges }: FixRequest, ask: AskGit): Wanted[] | Refusal {
  const namesAllRefs = branches || tags;
  if (!namesAllRefs && ranges.length === 0) return [{ ref: null, range: null }];
  const wanted: Wanted[] = [];
  const starts: string[] = [];
  for (const text of ranges) {
    const range = parseRange(text, ask);
    if ("message" in range) return range;
    if (!namesAllRefs) wanted.push({ ref: range.ref, range: rangeOf([range.tip], range.starts) });
    else if (range.start === null || range.end !== "")
      return {
        message: `'${decodeUtf8(text)}' beside '${branches ? "--branches" : "--tags"}'`,
        hint: "give it as 'A..'",
      };
    else starts.push(...range.starts);
  }
  if (!namesAllRefs) return wanted;
  const head = ask("symbolic-ref", "--quiet", "HEAD");
  const folders = [...(branches ? ["refs/heads"] : []), ...(tags ? ["refs/tags"] : [])];
  for (const ref of listFixableRefs(folders, ask)) {
    const range =
      starts.length === 0 ? { options: ["--not", "--remotes"], input: `${ref}\n` } : rangeOf([ref], starts);
    wanted.push({ ref: ref === head ? null : ref, range });
  }
  return wanted;
}

/** Branches, and tags that name commits. */
function listFixableRefs(folders: readonly string[], ask: AskGit): string[] {
  const listed = ask("for-each-ref", "--format=%(objecttype)%(*objecttype) %(refname)", ...folders) ?? "";
  return [...listed.matchAll(/^(?:(?:tag)?commit|(tagtag)) (.*)$/gm)]
    .filter(([, nested, ref]) => nested === undefined || peels(`${ref}`, ask))
    .map((match) => match[2] as string);
}

/** A tag may name another tag, and older gits peel only one level. */
function peels(ref: string, ask: AskGit): boolean {
  return ask("rev-parse", "--quiet", "--verify", `${ref}^{commit}`) !== null;
}

function rangeOf(tips: readonly string[], starts: readonly string[]): Range {
  return {
    options: [],
    input: [...tips, ...starts.map((id) => `^${id}`)].map((each) => `${each}\n`).join(""),
  };
}

function inProgressHere({ name, hint }: Operation): Refusal {
  return { message: `${name} is in progress here`, hint: `end it first: ${hint}` };
}

/** Null if there is no commit yet. */
function chooseBranch(
  git: RealGit,
  wanted: Wanted,
  request: FixRequest,
  ask: AskGit,
): Branch | Refusal | null {
  const { host } = git;
  const isCurrent = wanted.ref === null;
  // `openGitAndRules` has checked that there is a repository.
  const gitDir = ask("rev-parse", "--absolute-git-dir") ?? "";
  const commonDir = ask("rev-parse", "--git-common-dir") ?? "";
  const operation = isCurrent ? findOperation(host, gitDir) : null;
  if (operation !== null) return inProgressHere(operation);
  const tip = ask("rev-parse", "--quiet", "--verify", `${wanted.ref ?? "HEAD"}^{commit}`);
  if (tip === null) return isUnborn(host) ? null : brokenHead(git.host);
  const ref = wanted.ref ?? ask("symbolic-ref", "--quiet", "HEAD");
  if (ref === null && !request.detached)
    return {
      message: "no branch is checked out",
      hint: "git switch <branch>, or rewrite the detached HEAD with --detached",
    };
  const others = ref === null ? [] : findWorktrees(host, { gitDir, commonDir, isCurrent }, ref);
  const busy = others.find((each) => each.operation !== null);
  if (busy?.operation && host.realPath(busy.gitDir) === host.realPath(gitDir))
    return inProgressHere(busy.operation);
  if (busy?.operation)
    return {
      message: `${busy.operation.name} of this branch is in progress in another work tree ('${decodeUtf8(busy.gitDir)}')`,
      hint: `end it there first: ${busy.operation.hint}`,
    };
  const range = wanted.range ?? unpublished(host);
  if (range === null) return null;
  return {
    ref: ref ?? "HEAD",
    at: ask("rev-parse", "--quiet", "--verify", ref ?? "HEAD") ?? tip,
    tip,
    range,
    isCurrent,
    commonDir,
    alsoIn: others.map((each) => each.gitDir),
  };
}
