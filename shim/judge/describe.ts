/** Describes commits and changes of messages for people. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { titleOf } from "../../engine/core/white-space.ts";
import { shortIdLength } from "../rules/next-command.ts";
import { diffLines } from "../report/diff-lines.ts";

export function shortId(id: string): string {
  return id.slice(0, shortIdLength);
}

/** `message`: UTF-8. */
export function shownTitle(message: string): string {
  const title = decodeUtf8(titleOf(message));
  return title.length > 72 ? title.slice(0, 71) + "…" : title;
}

/** Describes what was judged: a commit by id and title, or a message that is not in a commit yet. */
export function subjectOf({ id }: { id: string }, message: string): string {
  return (id === "" ? "message" : `commit ${shortId(id)}`) + ` ${shownTitle(message)}`;
}

/** Nobody reads more, and it could be sent to a server to keep it busy. */
const longestShown = 256 * 1024;

/** `longest`: of both messages together. */
export function renderDiff(
  { before, after }: { before: string; after: string },
  longest = longestShown,
): string[] {
  if (before === after) return [];
  if (before.length + after.length > longest) return ["(the message is too long to show)"];
  return diffLines(before, after).map(({ mark, text }) => decodeUtf8(mark + text));
}

export function countOf(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
