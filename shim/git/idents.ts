/**
 * Whom git will name as author and committer of a commit. If variables and settings do not say it plainly,
 * git is asked (it knows the machine's name, and what to trim): once, and only if a contribution needs it.
 */
import type { GitIdent } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { askAboutCommit } from "./ask-git.ts";
import { has, type CommitLine } from "./commit-line.ts";
import { lastSetting } from "./config.ts";
import type { ConfigEntry } from "./config-file.ts";
import type { Repository } from "./repository.ts";

/** `Name <mail>`; empty if git has none. */
export type IdentReader = (which: GitIdent) => string;

/** From the settings; empty if unset. */
export interface IdentParts {
  name: string;
  mail: string;
}

/** As git_ident_config and fmt_ident in git's ident.c. */
export function configuredIdent(entries: readonly ConfigEntry[], which: GitIdent): IdentParts {
  const read = (key: string): string =>
    lastSetting(entries, which + "." + key) || lastSetting(entries, "user." + key) || "";
  return { name: read("name"), mail: read("email") };
}

/**
 * `globalWords`: git's own options, as the caller wrote them; `author`: the value of --author; `configured`: the settings,
 * or null if they are not certain.
 */
export function identReader(
  host: Host,
  globalWords: readonly string[],
  author: string | null,
  configured: (which: GitIdent) => IdentParts | null = () => null,
): IdentReader {
  const known: { [W in GitIdent]?: string } = {};
  return (which) => {
    let ident = known[which];
    if (ident === undefined) {
      const given = which === "author" && author !== null ? givenAuthor(author) : null;
      ident = given ?? knownIdent(host, which, configured) ?? askIdent(host, globalWords, which);
      known[which] = ident;
    }
    return ident;
  };
}

/**
 * Why git will take the author from elsewhere
 * (`determine_author_info` in builtin/commit.c); null if it will not.
 */
export function whyAuthorUncertain(host: Host, line: CommitLine, repository: Repository): string | null {
  if (line.author !== null && givenAuthor(line.author) === null) return "--author is not 'Name <mail>'";
  if (line.author !== null || has(line, "reset-author")) return null;
  if (has(line, "amend")) return "--amend keeps the author of the commit before";
  const isPick = host.stat(repository.gitDir + "/CHERRY_PICK_HEAD") !== null;
  return isPick ? "a cherry-pick keeps the author of its commit" : null;
}

/**
 * Null if only git can tell. git counts an empty variable as set, and its default is not always the result.
 */
function knownIdent(
  host: Host,
  which: GitIdent,
  configured: (which: GitIdent) => IdentParts | null,
): string | null {
  const prefix = which === "author" ? "GIT_AUTHOR_" : "GIT_COMMITTER_";
  const name = host.env(prefix + "NAME");
  const mail = host.env(prefix + "EMAIL");
  const parts = name !== undefined && mail !== undefined ? { name, mail } : configured(which);
  return parts === null ? null : joinClean(name ?? parts.name, mail ?? parts.mail);
}

function askIdent(host: Host, globalWords: readonly string[], which: GitIdent): string {
  const variable = which === "author" ? "GIT_AUTHOR_IDENT" : "GIT_COMMITTER_IDENT";
  const { status, stdout } = askAboutCommit(host, globalWords.concat("var", variable));
  return status === 0 ? stdout.replace(/ \d+ [+-]\d+\n$/, "") : "";
}

function givenAuthor(option: string): string | null {
  const parts = /^([^<>]*)<([^<>]*)>[ \t]*$/.exec(option);
  const name = parts ? (parts[1] as string).replace(/^[ \t]+|[ \t]+$/g, "") : "";
  return joinClean(name, parts ? (parts[2] as string) : "");
}

/** Null if git would trim either part (`crud` in ident.c), because only git knows the result. */
function joinClean(name: string, mail: string): string | null {
  const hasCrud = (part: string): boolean =>
    /^[\x00-\x20.,:;"\\']|[\x00-\x20.,:;"\\']$|[\x00-\x1f<>]/.test(part);
  return name === "" || mail === "" || hasCrud(name) || hasCrud(mail) ? null : name + " <" + mail + ">";
}
