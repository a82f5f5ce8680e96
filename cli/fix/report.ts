/**
 * What `interlock fix` says.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { createDecoder } from "../shared/node-decoders.ts";
import { countOf, renderDiff, shortId, shownTitle } from "../../shim/judge/describe.ts";
import { changesNoFile, renderReword } from "../../shim/rules/next-command.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import { encodingOf, identOf, parentCount, type Commit } from "../../shim/git/commit-object.ts";
import type { Host } from "../../shim/host.ts";
import type { Branch } from "./choose-branch.ts";
import { renderFault, type Broken } from "./fix-commit.ts";
import type { Change, Rewritten } from "./rewrite-commits.ts";

export function renderNothing(commits: number): string {
  return commits === 0
    ? "interlock: there is no commit to fix\n"
    : `interlock: ${countOf(commits, "commit")}, and nothing to fix\n`;
}

/** A commit that no effect can correct. */
export function renderBroken(
  { commit, result }: Broken,
  { ref, tip, isCurrent }: Branch,
  host: Host,
): string {
  const { command, note } = renderReword({
    id: commit.id,
    parents: parentCount(commit),
    isTip: commit.id === tip,
    isEmpty: commit.id !== tip && changesNoFile(host, commit.id),
  });
  const before = isCurrent ? "" : `git switch ${decodeUtf8(quoteWord(shortName(ref)))} && `;
  const lines = [
    `commit ${shortId(commit.id)} ${shownTitle(readMessage(commit))}`,
    ...result.faults.map((fault) => `  ${renderFault(fault)}`),
  ];
  return [...lines, `  fix: ${before}${command}${note === "" ? "" : ` # ${note}`}`, ""]
    .map((line) => line + "\n")
    .join("");
}

/**
 * Commits of other authors that break a rule and keep their messages. `ids`: the new ones by the old, of those that got a
 * new parent.
 */
export function renderOthers(
  commits: readonly Commit[],
  published: ReadonlySet<string> | null,
  ids: ReadonlyMap<string, string>,
): string {
  if (commits.length === 0) return "";
  const lines = commits.map((commit) => {
    const author = decodeUtf8(identOf(commit, "author"));
    const id = shortId(ids.get(commit.id) ?? commit.id);
    return `left alone: ${id} ${shownTitle(readMessage(commit))}, by ${author}\n`;
  });
  const [verb, are, it] = commits.length === 1 ? ["breaks", "is", "it"] : ["break", "are", "them"];
  const count = countOf(commits.length, "commit");
  const isPublished = commits.every(({ id }) => published?.has(id));
  const more = isPublished
    ? `; a remote has ${it} already: 'push.trustRemotes' or 'push.trustAuthors' lets ${it} pass`
    : "; --all-authors fixes what others made, too";
  return `${lines.join("")}interlock: ${count} still ${verb} a rule and ${are} not yours${more}\n`;
}

/** Commits that break a rule, are published, and stay as they are. */
export function renderPublished(commits: readonly Commit[]): string {
  const [first] = commits;
  if (first === undefined) return "";
  const [verb, are, stay] = commits.length === 1 ? ["breaks", "is", "stays"] : ["break", "are", "stay"];
  const count = countOf(commits.length, "commit");
  return `interlock: ${count} that ${verb} a rule ${are} on a remote already, such as ${shortId(first.id)}, and ${stay} as ${commits.length === 1 ? "it is" : "they are"}; --force-pushed fixes ${commits.length === 1 ? "it" : "them"}, too\n`;
}

export function renderWayBack({ ref, at, isCurrent }: Branch): string {
  const command = isCurrent ? "git reset --soft" : `git update-ref ${decodeUtf8(quoteWord(ref))}`;
  return `to go back: ${command} ${at}\n`;
}

export function nothingChanged({ ref, isCurrent }: Branch): string {
  return isCurrent ? "nothing was changed" : `'${decodeUtf8(shortName(ref))}' was not changed`;
}

/** For a dry run. */
export function renderChange({ commit, result }: Change): string {
  if (result === null) return "";
  const lines = [
    `commit ${shortId(commit.id)} ${shownTitle(result.before)}`,
    ...renderDiff(result).map((line) => `  ${line}`.trimEnd()),
    "",
  ];
  return lines.map((line) => line + "\n").join("");
}

export function renderRewritten({ commit, result }: Change, { ids }: Rewritten): string {
  const title = shownTitle(result?.after ?? readMessage(commit));
  return `${shortId(commit.id)}..${shortId(ids.get(commit.id) ?? "")} ${title}`.trimEnd() + "\n";
}

/** `verb`: what happened to the commits, or would. */
export function renderSummary(
  changes: readonly Change[],
  commits: number,
  verb: string,
  { ref }: Branch,
): string {
  const fixed = changes.filter(({ result }) => result !== null).length;
  return (
    `${changes.length} of ${countOf(commits, "commit")} of '${decodeUtf8(shortName(ref))}' ${verb}, ` +
    `${countOf(fixed, "message")} fixed`
  );
}

/** As UTF-8, if its encoding is known here. */
export function readMessage(commit: Commit): string {
  const encoding = encodingOf(commit);
  const decode = encoding === null ? null : createDecoder(encoding);
  return decode === null ? commit.message : decode(commit.message);
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}
