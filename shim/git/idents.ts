/**
 * Who git will name as author and committer of a commit. Only git can say (variables, config, the
 * machine's own name), so it is asked: once, and only if a contribution wants to know.
 */
import type { GitIdent } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { askAboutCommit } from "./ask-git.ts";
import { has, type CommitLine } from "./commit-line.ts";
import type { Repository } from "./repository.ts";

/** `Name <mail>`, or nothing if git has none. */
export type IdentReader = (which: GitIdent) => string;

/** `globalWords`: git's own options, as the caller wrote them; `author`: the value of --author. */
export function identReader(host: Host, globalWords: readonly string[], author: string | null): IdentReader {
  const known: { [W in GitIdent]?: string } = {};
  return (which) => {
    let ident = known[which];
    if (ident === undefined) {
      const given = which === "author" && author !== null ? givenAuthor(author) : null;
      ident = given === null ? askIdent(host, globalWords, which) : given;
      known[which] = ident;
    }
    return ident;
  };
}

/** Why git will take the author from elsewhere (`determine_author_info` in builtin/commit.c), or null. */
export function whyAuthorUncertain(host: Host, line: CommitLine, repository: Repository): string | null {
  if (line.author !== null && givenAuthor(line.author) === null) return "--author is not 'Name <mail>'";
  if (line.author !== null || has(line, "reset-author")) return null;
  if (has(line, "amend")) return "--amend keeps the author of the commit before";
  const isPick = host.stat(repository.gitDir + "/CHERRY_PICK_HEAD") !== null;
  return isPick ? "a cherry-pick keeps the author of its commit" : null;
}

function askIdent(host: Host, globalWords: readonly string[], which: GitIdent): string {
  const variable = which === "author" ? "GIT_AUTHOR_IDENT" : "GIT_COMMITTER_IDENT";
  const { status, stdout } = askAboutCommit(host, globalWords.concat("var", variable));
  return status === 0 ? stdout.replace(/ \d+ [+-]\d+\n$/, "") : "";
}

/** What git would trim from either part (`crud` in ident.c) is left to git. */
function givenAuthor(option: string): string | null {
  const parts = /^([^<>]*)<([^<>]*)>[ \t]*$/.exec(option);
  const name = parts ? (parts[1] as string).replace(/^[ \t]+|[ \t]+$/g, "") : "";
  const mail = parts ? (parts[2] as string) : "";
  const hasCrud = (part: string): boolean =>
    /^[\x00-\x20.,:;"\\']|[\x00-\x20.,:;"\\']$|[\x00-\x1f]/.test(part);
  return name === "" || mail === "" || hasCrud(name) || hasCrud(mail) ? null : name + " <" + mail + ">";
}
