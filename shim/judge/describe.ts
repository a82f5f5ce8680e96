/**
 * Commits in words.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { shortIdLength } from "../rules/next-command.ts";
import { diffLines } from "../report/diff-lines.ts";

export function shortId(id: string): string {
  return id.slice(0, shortIdLength);
}

/** `message`: as UTF-8. */
export function titleOf(message: string): string {
  const title = decodeUtf8(message.split("\n", 1)[0] ?? "");
  return title.length > 72 ? title.slice(0, 71) + "…" : title;
}

/** What was judged, by its name and title. A message that is in no commit has no id. */
export function subjectOf({ id }: { id: string }, message: string): string {
  return (id === "" ? "message" : `commit ${shortId(id)}`) + ` ${titleOf(message)}`;
}

export function renderDiff({ before, after }: { before: string; after: string }): string[] {
  if (before === after) return [];
  return diffLines(before, after).map(({ mark, text }) => decodeUtf8(mark + text));
}

export function countOf(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
