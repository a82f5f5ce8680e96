/**
 * Is a commit published, as far as the repository knows? Remote-tracking refs answer, whatever their address. Whoever
 * commits can write these, so it decides only what the rules leave alone as the commit is made: the gate asks the
 * remote itself.
 */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { isAbsent, type Host } from "../host.ts";
import { askGit } from "./ask-git.ts";

/** More commits of one author with the same title are not looked at. */
const most = 50;
/** Clocks differ: how much older than its author date a commit may be. In seconds. */
const slack = 86400;

/**
 * Is it, or a copy of it with the same author, date and message? `author`: `Name <mail> seconds zone`, as in the
 * commit. `globalWords`: git's own options.
 */
export function isPublished(
  host: Host,
  globalWords: readonly string[],
  author: string,
  message: string,
): boolean {
  const parts = /^[^\n]*<([^>\n]*)> (\d+) [+-]\d+$/.exec(author);
  const tidy = tidyMessage(message);
  const title = /^[^\n]+/.exec(tidy);
  if (parts === null || title === null) return false;
  const { status, stdout } = askGit(
    host,
    globalWords.concat(
      "rev-list",
      "--remotes",
      "--max-count=" + most,
      // A copy is not older than what it is a copy of, so most of the history need not be read.
      "--max-age=" + Math.max(0, Number(parts[2]) - slack),
      "--fixed-strings",
      "--grep=" + title[0],
      "--author=<" + parts[1] + ">",
      // The bytes of the commit, as the gate compares them.
      "--encoding=none",
      "--date=raw",
      "--format=%an <%ae> %ad%x00%B%x00",
    ),
  );
  if (status !== 0) return false;
  const fields = stdout.split("\0");
  const wanted = [tidy, withoutPickNote(tidy)];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const isAuthors = (fields[i] as string).endsWith("\n" + author);
    if (isAuthors && wanted.indexOf(tidyMessage(fields[i + 1] as string)) >= 0) return true;
  }
  return false;
}

/** May there be remote-tracking refs? Without one nothing is published. */
export function hasTracked(host: Host, commonDir: string): boolean {
  const names = host.listDirectory(commonDir + "/refs/remotes");
  if (typeof names !== "number" ? names.length > 0 : !isAbsent(names)) return true;
  const packed = host.readFile(commonDir + "/packed-refs", largestRead);
  if (typeof packed === "string" ? packed.includes(" refs/remotes/") : !isAbsent(packed)) return true;
  // Another form to keep refs in.
  return host.stat(commonDir + "/reftable") !== null;
}

const largestRead = 1024 * 1024;

/**
 * A message as it is compared. Most ways to replay a commit clean its message, and what GitHub's pages have written
 * lacks the final line end: the message is still the same one. Comments stay, because a published one may be text.
 */
export function tidyMessage(message: string): string {
  return cleanMessage(message, { cleanup: "whitespace", commentChar: "#" });
}

/** `git cherry-pick -x` says below a message where it is from; it is still the same one. `message`: tidy. */
export function withoutPickNote(message: string): string {
  return message.replace(/\n?\n\(cherry picked from commit [0-9a-f]{40,64}\)\n$/, "\n");
}
