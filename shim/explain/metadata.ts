/**
 * What a dry run says, as JSON, of the commit beside its message. A program is told more exactly: shim/rules/commit-metadata.ts.
 */
import { askAboutCommit } from "../git/ask-git.ts";
import { branchOf } from "../git/branch.ts";
import type { Host } from "../host.ts";
import type { Subject } from "../report/report.ts";

const questions: { [key: string]: (host: Host, subject: Subject) => string } = {
  command: (_, { command }) => command,
  kind: (_, { kind }) => kind,
  repository: (_, { repository }) => repository.top,
  branch: (host, { repository }) => branchOf(host, repository.gitDir),
  author: (_, { ident }) => ident("author"),
  /** One path per line, quoted as git does. */
  stagedPaths: (host, { globals }) =>
    askAboutCommit(host, host.argv.slice(1, globals.commandIndex).concat("diff", "--cached", "--name-only"))
      .stdout,
};

const metadataKeys = Object.keys(questions);

function readMetadata(host: Host, subject: Subject, key: string): string {
  const answer = questions[key];
  return answer ? answer(host, subject).replace(/\n$/, "") : "";
}

export function readAllMetadata(host: Host, subject: Subject): { [key: string]: string } {
  const all: { [key: string]: string } = {};
  for (const key of metadataKeys) all[key] = readMetadata(host, subject, key);
  return all;
}
