/**
 * Commits that are published elsewhere under another id: a rebase or a pick keeps author, date and message.
 */
import { titleOf, type Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { readCommits, runPlainly } from "./raw-objects.ts";
import { listRemote } from "./remote-has.ts";
import type { Finding } from "./walk.ts";

/** The findings of which no copy is on these remotes, or can be reached from `known`, which is there too. */
export function withoutCopies(
  host: Host,
  findings: Finding[],
  known: readonly string[],
  remotes: readonly string[],
): Finding[] {
  const titles: string[] = [];
  for (const { commit } of findings) {
    const title = titleOf(commit);
    if (title !== "" && titles.indexOf(title) < 0) titles.push(title);
  }
  const tips = known.slice();
  for (const url of remotes) tips.push(...listRemote(host, url));
  if (tips.length === 0 || titles.length === 0) return findings;
  const args = ["rev-list", "--stdin", "--fixed-strings"].concat(titles.map((title) => "--grep=" + title));
  const { status, stdout } = runPlainly(host, args, tips.join("\n") + "\n");
  const ids = status === 0 ? stdout.split("\n").slice(0, -1) : [];
  const published: { [content: string]: true } = {};
  for (const commit of readCommits(host, ids) || []) published[contentOf(commit)] = true;
  return findings.filter(({ commit }) => published[contentOf(commit)] !== true);
}

function contentOf({ header, message }: Commit): string {
  const author = /^author [^\n]*$/m.exec(header);
  return (author === null ? "" : author[0]) + "\n\n" + message;
}
