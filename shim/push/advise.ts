/**
 * Hints for commits that break a rule in a push. The user should fix their own. Commits by others, and
 * commits that a remote already has, should not be rewritten here: the hints say how to push them unchanged.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import { identOf } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import type { Update } from "./announced-push.ts";
import { changeFolder, type Circumstances } from "./circumstances.ts";
import { fixHints } from "./fix-command.ts";
import type { Finding } from "./prove.ts";
import { fetchedFrom, findPublishedOn } from "./published-on.ts";
import { findShallowEnd, hintUnshallow } from "./shallow.ts";
import { isTrustedAddress, type Remote } from "./trusted-remotes.ts";

/** One hint per line. `findings`: newest first. */
export function advise(
  host: Host,
  push: Circumstances,
  findings: readonly Finding[],
  updates: readonly Update[],
): string[] {
  const self = identReader(host, [], null)("committer");
  const isOwn = ({ commit }: Finding): boolean => isSamePerson(identOf(commit, "author"), self);
  const others = findings.filter((finding) => !isOwn(finding));
  const published = findPublishedOn(host, push, findings, others);
  const isPublished = ({ commit }: Finding): boolean =>
    published !== null && published.ids[commit.id] === true;
  const ownUnpublished = findings.filter((finding) => isOwn(finding) && !isPublished(finding));
  const notToFix = findings.filter((finding) => !isOwn(finding) || isPublished(finding));

  const end = findShallowEnd(host, push.gitDir, findings);
  const hints = end === null ? [] : [hintUnshallow(host, push, end)];
  // Nobody else can have the user's own commits that are on no remote, so asking again would not help.
  if (notToFix.length > 0) hints.push(...push.unreached.map((remote) => tryLater(remote, findings.length)));
  if (published !== null && push.unreached.indexOf(published.remote) < 0)
    hints.push(listRemote(published.remote, findings.filter(isPublished).length, findings.length));
  // The last commits of a shallow clone cannot be rewritten.
  const canRewrite = (group: readonly Finding[]): boolean =>
    group.length > 0 && (end === null || findShallowEnd(host, push.gitDir, group) === null);
  if (canRewrite(ownUnpublished)) {
    const whose = others.length > 0 ? "your own: " : notToFix.length > 0 ? "the rest: " : "";
    const ownHints = fixHints(host, push, ownUnpublished, updates, {
      option: "",
      fix: "fix ",
      reword: "reword ",
    });
    hints.push(...ownHints.map((hint, i) => (i === 0 ? whose : "") + hint));
  }
  if (others.length > 0) {
    const strangers = others.filter((finding) => !isPublished(finding));
    hints.push(...adviseOthers(host, push, others, strangers, findings.length));
  }
  if (!canRewrite(notToFix)) return hints;
  const option = others.length > 0 ? "--all-authors " : "";
  const words = { option, fix: "or rewrite ", reword: "or reword " };
  return hints.concat(fixHints(host, push, notToFix, updates, words));
}

/** For example `it is`, or `2 of them are`. */
function subjectOf(count: number, all: number): string {
  if (count === all) return all === 1 ? "it is" : "they are";
  return count === 1 ? "1 of them is" : count + " of them are";
}

function tryLater({ name }: Remote, all: number): string {
  const them = all === 1 ? "it" : "them";
  return (
    "the remote '" +
    name +
    "' could not be asked, and may have " +
    them +
    ": push again when it can be reached"
  );
}

function listRemote({ name, url }: Remote, count: number, all: number): string {
  return (
    subjectOf(count, all) +
    " on the remote '" +
    name +
    "' already: to push " +
    (count === 1 ? "it as it is" : "them as they are") +
    ", list '" +
    remoteName(url) +
    "' in 'push.trustRemotes' of the install config"
  );
}

/** The first hint starts with whose they are. `strangers`: those that are on none of the remotes here. */
function adviseOthers(
  host: Host,
  push: Circumstances,
  others: readonly Finding[],
  strangers: readonly Finding[],
  all: number,
): string[] {
  const first = others[0] as Finding;
  const whose = subjectOf(others.length, all) + " not yours: ";
  const trust =
    "list authors whose commits may pass in 'push.trustAuthors' of the install config, for instance '" +
    identOf(first.commit, "author") +
    "'";
  const [stranger] = strangers;
  const remote = stranger === undefined ? null : adviseRemote(host, push, stranger);
  if (remote === null) return [whose + trust];
  const they = strangers.length === 1 ? "it" : "they";
  return [whose + "add the repository " + they + " came from as a remote" + remote, trust];
}

/** Commits that are published on a trusted remote pass. Null if that would not help here. */
function adviseRemote(
  host: Host,
  { plan, gitDir, consequence }: Circumstances,
  { commit }: Finding,
): string | null {
  const url = fetchedFrom(host, gitDir, commit.id);
  const isTrusted = url !== null && isTrustedAddress(plan, url);
  // A folder on this machine is trusted only if the config lists it.
  if (plan.trustRemotes === undefined && url !== null && !isTrusted) return null;
  const isNamed = plan.trustRemotes === undefined || isTrusted;
  const more = isNamed ? "" : " (the install config has to list it in 'push.trustRemotes')";
  const [name, address] = url === null ? ["<name>", "<url>"] : ["fork", quoteWord(url)];
  const then = consequence === "sent" ? " before the next push: " : ", then push again: ";
  return (
    more + then + changeFolder(host) + "git remote add " + name + " " + address + " && git fetch " + name
  );
}
