/**
 * Suggests the command that fixes a commit, given where HEAD is: `interlock fix` and `git rebase` work on
 * what is checked out. The text after `#` is for people; a shell ignores it.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Violation } from "../../engine/judge/find-violations.ts";
import { identOf, parentCount, type Commit } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { shortId } from "../judge/describe.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import { changesNoFile, renderReword } from "../rules/next-command.ts";
import { findPlaces, type Place } from "./find-places.ts";
import type { JudgedRange } from "./choose-range.ts";
import type { VerifyRequest } from "./request.ts";

interface Ids {
  [id: string]: true | undefined;
}

/** Empty if there is nothing to fix, or nothing can be fixed from here. */
export type WayToFix = (commit: Commit, violations: readonly Violation[]) => string;

export function findWaysToFix(host: Host, ranges: readonly JudgedRange[], request: VerifyRequest): WayToFix {
  // Pushed commits are fixed in the clone they come from, about whose user nothing is known here.
  const isPushed = request.from === "pre-receive";
  const pushed: Ids = {};
  if (isPushed) for (const range of ranges) for (const id of range.pushed) pushed[id] = true;
  const [first] = ranges;
  const placeOf = isPushed || first === undefined ? null : findPlaces(host, first, request.revisions);
  let self: string | null = null;
  let unpublished: Ids | null = null;
  return (commit, violations) => {
    // A message that is not in a commit is fixed by whoever wrote it.
    if (violations.length === 0 || commit.id === "") return "";
    const place = placeOf === null ? onBranch(pushed[commit.id] === true) : placeOf(commit.id);
    if (place === null) return "";
    if (!isPushed) self ??= identReader(host, [], null)("committer");
    const isOwn = !self || isSamePerson(identOf(commit, "author"), self);
    const isRoot = parentCount(commit) === 0;
    const isFixedByRules = violations.every(({ before, after }) => before !== after);
    const isPublished =
      !isPushed && first !== undefined && (unpublished ??= listUnpublished(host, first))[commit.id] !== true;
    const options =
      (isOwn ? "" : "--all-authors ") +
      (isPublished ? "--force-pushed " : "") +
      (place.isDetached ? "--detached " : "");
    const start = isRoot ? "HEAD" : `${shortId(commit.id)}^..`;
    const way = isFixedByRules
      ? { command: `interlock fix ${options}${start}`, note: "" }
      : // A check does not say what the message should be.
        renderReword({
          id: commit.id,
          parents: parentCount(commit),
          isTip: place.isTip,
          isEmpty: !isPushed && !place.isTip && changesNoFile(host, commit.id),
        });
    const toUsers = isPublished ? "a remote has it already: tell whoever uses it" : "";
    const notes = [
      way.note,
      toUsers,
      isOwn ? "" : "not yours; 'push.trustAuthors' lets its author's commits pass",
    ];
    const note = notes.filter((each) => each !== "").join("; ");
    const before = place.branch === null ? "" : `git switch ${decodeUtf8(quoteWord(place.branch))} && `;
    return before + way.command + (note === "" ? "" : ` # ${note}`);
  };
}

/**
 * What `interlock fix` rewrites without --force-pushed: commits that are on no remote, according to
 * `refs/remotes`.
 */
function listUnpublished(host: Host, range: JudgedRange): Ids {
  // The order matters, as in find-places.ts.
  const words = ["rev-list", "--not", "--remotes", "--not", "--stdin", ...range.options];
  const ids: Ids = {};
  for (const id of host.runGit(words, { stdin: range.input }).stdout.split("\n")) ids[id] = true;
  return ids;
}

function onBranch(isTip: boolean): Place {
  return { branch: null, isTip, isDetached: false };
}
