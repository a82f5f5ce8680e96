/**
 * Suggests the commands that fix the commits of a refused push: first a reword for messages that the user
 * must write, then `interlock fix` for the rest. Each command ends a hint and can be pasted into a shell.
 */
import { parentCount } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import { changesNoFile, renderReword, shortIdLength } from "../rules/next-command.ts";
import type { Update } from "./announced-push.ts";
import { changeFolder, type Circumstances } from "./circumstances.ts";
import type { Finding } from "./prove.ts";
import { findPushedRefs, listRefs, type PushedRefs, type Ref } from "./pushed-refs.ts";

/**
 * With more names the command is hard to read. It then covers all
 * branches or tags, if all of them are pushed.
 */
const mostNames = 4;
/** Otherwise at most this many names, to limit the command line: the next push names more. */
const mostListed = 100;
/** How many branches to name for rewording, and how many commits to examine for it. */
const mostReworded = 3;
const mostLookedAt = 20;

export interface FixWords {
  /** Ends in a space, or is empty. */
  option: string;
  /** The verbs of the hint: `fix` and `reword`, or another phrase for them. */
  fix: string;
  reword: string;
}

/** Hints in the order to follow them. `findings`: newest first. */
export function fixHints(
  host: Host,
  push: Circumstances,
  findings: readonly Finding[],
  updates: readonly Update[],
  { option, fix, reword }: FixWords,
): string[] {
  const reworded = findings.filter(needsWords);
  const pushed = findPushedRefs(host, findings.map(idOf), updates);
  const again = describePush(pushed) + describeForce(push, updates);
  const folder = changeFolder(host);
  const isAll = reworded.length === findings.length;
  const anew = reworded.length === 0 ? "" : describeTags(pushed);
  const hints = rewordCommands(host, reworded, pushed).map(
    ({ what, command }, i, all) =>
      reword +
      what +
      anew +
      (isAll && i === all.length - 1 ? ", then " + again : "") +
      ": " +
      folder +
      command,
  );
  if (isAll) return hints;
  const first = hints.length === 0 ? "" : "then ";
  const them = findings.length - reworded.length === 1 ? "it" : "them";
  const isSent = push.consequence === "sent";
  const has = isSent
    ? "once this push is done the remote has " + them
    : isPublished(host, findings)
      ? "a remote has " + them + " already"
      : "";
  const tellUsers = has === "" ? "" : " (" + has + ": tell whoever uses it)";
  const force = tellUsers === "" ? "" : "--force-pushed ";
  const what = reworded.length > 0 ? "the others" : them;
  const pushesAllRefs = pushed.refs.length > mostNames && areAllPushed(host, pushed, updates);
  const command = fixCommand(findings[findings.length - 1] as Finding, pushed, option + force, pushesAllRefs);
  return hints.concat(first + fix + what + tellUsers + ", then " + again + ": " + folder + command);
}

/** Does a check fail, or can nobody tell what the message says, so that no rule can write it? */
function needsWords({ faults }: Finding): boolean {
  return faults.some(({ kind, canBeFixed }) => kind !== "unjudged" && canBeFixed !== true);
}

function idOf({ commit }: Finding): string {
  return commit.id;
}

function describePush({ instead }: PushedRefs): string {
  return instead === null ? "push again" : "push '" + instead.new + "' in place of '" + instead.old + "'";
}

/**
 * If the push continues, the old commits must be replaced by force.
 * Only for branches does git record what it last saw there.
 */
function describeForce({ consequence, remote, url }: Circumstances, updates: readonly Update[]): string {
  if (consequence !== "sent") return "";
  const isSeen = remote !== url && updates.every(({ remoteRef }) => remoteRef.startsWith("refs/heads/"));
  return isSeen ? " with --force-with-lease" : " with --force";
}

/** A tag would still point to the old commit. */
function describeTags({ refs }: PushedRefs): string {
  const tags = refs.filter(isTag).map(({ short }) => "'git tag -f " + quoteWord(short) + " <new commit>'");
  return tags.length === 0 ? "" : " (and move what leads to it: " + tags.slice(0, mostNames).join(", ") + ")";
}

function isTag({ name }: Ref): boolean {
  return name.startsWith("refs/tags/");
}

function firstTag(refs: readonly Ref[]): Ref | null {
  for (const ref of refs) if (isTag(ref)) return ref;
  return null;
}

/** Are any of them where `interlock fix` looks for published commits? If one is, the oldest are. */
function isPublished(host: Host, findings: readonly Finding[]): boolean {
  return listRefs(host, findings.slice(-mostLookedAt).map(idOf), ["refs/remotes/"]).length > 0;
}

function hasSome({ refs }: PushedRefs, folder: string): boolean {
  return refs.some(({ name }) => name.startsWith(folder));
}

/**
 * Are all branches or tags pushed? If not, a command for all would
 * rewrite others, which may be private or long published.
 */
function areAllPushed(host: Host, pushed: PushedRefs, updates: readonly Update[]): boolean {
  const names: { [name: string]: true } = {};
  for (const { name } of updates) names[name] = true;
  const folders = ["refs/heads/", "refs/tags/"].filter((folder) => hasSome(pushed, folder));
  return listRefs(host, [], folders).every(({ name }) => names[name] === true);
}

/**
 * The first parameter is the oldest finding, which is no descendant of another. So a range from its parent
 * includes all others, on any branch.
 */
function fixCommand({ commit }: Finding, pushed: PushedRefs, option: string, pushesAllRefs: boolean): string {
  const start = parentCount(commit) === 0 ? "" : commit.id.slice(0, shortIdLength) + "^..";
  const names = pushed.refs.slice(0, mostListed).map(({ short }) => short);
  let words = "interlock fix " + option + (pushed.isDetached ? "--detached " : "");
  if (pushed.made !== null) words = makeBranch(pushed.made) + words;
  if (pushesAllRefs) {
    words += hasSome(pushed, "refs/heads/") ? "--branches " : "";
    words += hasSome(pushed, "refs/tags/") ? "--tags " : "";
    return (words + start).replace(/ $/, "");
  }
  const ends = pushed.isDetached ? ["HEAD"].concat(names) : names;
  return words + ends.map((name) => start + quoteWord(name)).join(" ");
}

/** `id`: an id, or a name that points to the commit. */
function makeBranch({ name, id }: { name: string; id: string }): string {
  return "git branch " + name + " " + quoteWord(id) + " && ";
}

interface Reword {
  /** Which commits, and what to do in the editor. */
  what: string;
  command: string;
}

interface RewordGroup {
  ref: Ref | null;
  findings: Finding[];
}

function rewordCommands(host: Host, reworded: readonly Finding[], pushed: PushedRefs): Reword[] {
  const groups: RewordGroup[] = [];
  // The oldest commit of a branch decides where the rebase starts.
  for (const finding of reworded.slice(-mostLookedAt).reverse()) {
    const ref = branchWith(host, finding.commit.id, pushed);
    const same = groups.filter((each) => each.ref?.name === ref?.name);
    if (same.length === 0) groups.push({ ref, findings: [finding] });
    else (same[0] as RewordGroup).findings.push(finding);
  }
  return groups.slice(0, mostReworded).map(({ ref, findings }) => rewordOn(host, ref, findings, pushed));
}

function rewordOn(
  host: Host,
  on: Ref | null,
  findings: readonly Finding[],
  { made: wanted, refs, isDetached }: PushedRefs,
): Reword {
  const { commit } = findings[0] as Finding;
  const tag = firstTag(refs);
  // Only a tag points to it, so it is not checked out.
  const isOnTag = on === null && !isDetached && tag !== null;
  const made = isOnTag ? { name: "fixed-" + commit.id.slice(0, shortIdLength), id: tag.short } : wanted;
  const ref = isOnTag ? { ...tag, short: made?.name ?? "", isCurrent: false, folder: "" } : on;
  const isOnly = findings.length === 1;
  // A branch that must be created first is not checked out.
  const isTip = isOnly && made === null && (ref === null || ref.id === commit.id);
  const isElsewhere = ref !== null && !ref.isCurrent && ref.folder !== "";
  const isNowhere = ref !== null && !ref.isCurrent && ref.folder === "";
  const branch = ref === null ? "" : quoteWord(ref.short);
  const git = isElsewhere ? "git -C " + quoteWord(ref.folder) : "git";
  const reword = renderReword(
    {
      id: commit.id,
      parents: parentCount(commit),
      isTip,
      isEmpty: !isTip && findings.some((finding) => changesNoFile(host, idOf(finding))),
    },
    git,
    isNowhere ? branch : "",
  );
  const before = made !== null ? makeBranch(made) : isTip && isNowhere ? "git switch " + branch + " && " : "";
  const ids = findings.map((finding) => idOf(finding).slice(0, shortIdLength)).join(", ");
  const note = isOnly ? reword.note : reword.note.replace("its", "their");
  return { what: ids + (note === "" ? "" : " (" + note + ")"), command: before + reword.command };
}

/** A branch that contains the commit: a pushed one, the current one, or any; null for a detached HEAD. */
function branchWith(host: Host, id: string, pushed: PushedRefs): Ref | null {
  const listed = listRefs(host, [id], ["refs/heads/"]);
  const isPushed = (ref: Ref): boolean => pushed.refs.some(({ name }) => name === ref.name);
  const [first] = listed.filter(isPushed).concat(pushed.made === null ? listed : pushed.refs);
  return pushed.isDetached ? null : (first ?? null);
}
