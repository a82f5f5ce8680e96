/** What a program has changed, in a few words for a notice: people see which line came or went, without a diff. */
import { encodeUtf8 } from "../bytes.ts";
import { quoted } from "../printable.ts";

/** Texts, not bytes; gives a byte string, as `added '...'`. */
export function describeTextChange(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  if (old[0] !== now[0] && now[0] !== "" && old[0] !== "" && now.indexOf(old[0] as string) < 0)
    return "changed the title to " + shown(now[0] as string);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const removed = old.slice(start, old.length - end).filter(isSeen);
  const added = now.slice(start, now.length - end).filter(isSeen);
  if (added.length === 0 && removed.length === 0) return "changed blank lines";
  if (added.length === 0) return "removed " + firstOf(removed);
  return (removed.length === 0 ? "added " : "changed the text to ") + firstOf(added);
}

/** `what`: what the words are in, as `the labels`. */
export function describeListChange(
  before: readonly string[],
  after: readonly string[],
  what: string,
): string {
  const added = after.filter((word) => before.indexOf(word) < 0);
  const removed = before.filter((word) => after.indexOf(word) < 0);
  const changes: string[] = [];
  if (added.length > 0) changes.push("added " + firstOf(added) + " to " + what);
  if (removed.length > 0) changes.push("removed " + firstOf(removed) + " from " + what);
  return changes.join(", ") || "changed the order of " + what;
}

function firstOf(parts: readonly string[]): string {
  const more = parts.length - 1;
  return shown(parts[0] as string) + (more === 0 ? "" : " and " + more + " more");
}

function shown(text: string): string {
  return quoted(encodeUtf8(text.replace(/[\x80-\x9f\u2028-\u202e\u2066-\u2069]+/g, " ")));
}

function isSeen(line: string): boolean {
  return /\S/.test(line);
}
