/**
 * Commits that are published elsewhere under another id: a rebase or a pick keeps author, date and message.
 */
import { titleOf } from "../git/commit-object.ts";
import { tidyMessage, withoutPickNote } from "../git/published.ts";
import type { Host } from "../host.ts";
import { readCommits, runPlainly } from "./raw-objects.ts";
import { listRemote } from "./remote-has.ts";
import type { Finding } from "./walk.ts";

/** Takes out of findings those of which a copy is on these remotes, or can be reached from `known`, which is there too. */
export function copySieve(
  host: Host,
  known: readonly string[],
  remotes: readonly string[],
): (findings: Finding[]) => Finding[] {
  let tips: string[] | null = null;
  return (findings) => {
    if (tips === null) {
      tips = known.slice();
      for (const url of remotes) tips.push(...listRemote(host, url));
    }
    const published = contentsOf(host, tips, findings);
    const isPublished = (content: string): boolean => published[content] === true;
    return findings.filter(({ commit: { header, message } }) => {
      const tidy = tidyMessage(message);
      return !isPublished(contentOf(header, tidy)) && !isPublished(contentOf(header, withoutPickNote(tidy)));
    });
  };
}

/** The contents of all commits with one of their titles that can be reached. */
function contentsOf(
  host: Host,
  tips: readonly string[],
  findings: readonly Finding[],
): { [content: string]: true } {
  const contents: { [content: string]: true } = {};
  const greps: string[] = [];
  for (const { commit } of findings) {
    const title = titleOf({ ...commit, message: tidyMessage(commit.message) });
    const grep = "--grep=" + title;
    if (title !== "" && greps.indexOf(grep) < 0) greps.push(grep);
  }
  if (tips.length === 0 || greps.length === 0) return contents;
  const args = ["rev-list", "--stdin", "--fixed-strings"].concat(greps);
  const { status, stdout } = runPlainly(host, args, tips.join("\n") + "\n");
  const ids = status === 0 ? stdout.split("\n").slice(0, -1) : [];
  for (const { header, message } of readCommits(host, ids) || [])
    contents[contentOf(header, tidyMessage(message))] = true;
  return contents;
}

/** `message`: tidy. */
function contentOf(header: string, message: string): string {
  const author = /^author [^\n]*$/m.exec(header);
  return (author === null ? "" : author[0]) + "\n\n" + message;
}
