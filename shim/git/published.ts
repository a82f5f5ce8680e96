/**
 * Is a commit published, as far as the repository knows? Any remote-tracking ref counts, whatever its
 * address. The user who commits can forge these refs, so they only decide what the rules leave alone at
 * commit time; the push gate asks the remote itself.
 */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { isAbsent, type Host } from "../host.ts";
import { askGit } from "./ask-git.ts";

/** Limit on commits by one author with the same title. */
const most = 50;
/** Clocks differ: how many seconds older than its author date a commit may be. */
const slack = 86400;

/**
 * Is the commit published, or a copy of it with the same author, date and message? `author`: `Name <mail>
 * seconds zone`, as in the commit. `globalWords`: git's own options.
 */
export function isPublished(
  host: Host,
  globalWords: readonly string[],
  author: string,
  message: string,
): boolean {
  const parts = /^[^\n]*<([^>\n]*)> (\d+) [+-]\d+$/.exec(author);
  const normalized = normalizeMessage(message);
  const title = /^[^\n]+/.exec(normalized);
  if (parts === null || title === null) return false;
  const { status, stdout } = askGit(
    host,
    globalWords.concat(
      "rev-list",
      "--remotes",
      "--max-count=" + most,
      // A copy is not older than its original, so most of the history need not be read.
      "--max-age=" + Math.max(0, Number(parts[2]) - slack),
      "--fixed-strings",
      "--grep=" + title[0],
      "--author=<" + parts[1] + ">",
      // The raw bytes of the commit, which the gate compares too.
      "--encoding=none",
      "--date=raw",
      "--format=%an <%ae> %ad%x00%B%x00",
    ),
  );
  if (status !== 0) return false;
  const fields = stdout.split("\0");
  const wanted = [normalized, withoutPickNote(normalized)];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const isAuthors = (fields[i] as string).endsWith("\n" + author);
    if (isAuthors && wanted.indexOf(normalizeMessage(fields[i + 1] as string)) >= 0) return true;
  }
  return false;
}

/** May there be remote-tracking refs? Without any, nothing is published. */
export function hasTracked(host: Host, commonDir: string): boolean {
  const names = host.listDirectory(commonDir + "/refs/remotes");
  if (typeof names !== "number" ? names.length > 0 : !isAbsent(names)) return true;
  const packed = host.readFile(commonDir + "/packed-refs", largestRead);
  if (typeof packed === "string" ? packed.includes(" refs/remotes/") : !isAbsent(packed)) return true;
  // The reftable format keeps all refs there.
  return host.stat(commonDir + "/reftable") !== null;
}

const largestRead = 1024 * 1024;

/**
 * Normalizes a message for comparison. Most ways to replay a commit clean its message, and commits made on
 * GitHub's web pages lack the final LF; they are still the same message. Comment lines stay, because in a
 * published message they may be text.
 */
export function normalizeMessage(message: string): string {
  return cleanMessage(message, { mode: "whitespace", commentChar: "#" });
}

/**
 * Removes the line that `git cherry-pick -x` appends; the message is still the same. `message`: normalized.
 */
export function withoutPickNote(message: string): string {
  return message.replace(/\n?\n\(cherry picked from commit [0-9a-f]{40,64}\)\n$/, "\n");
}
