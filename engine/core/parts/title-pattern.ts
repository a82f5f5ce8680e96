/**
 * Runs the pattern of a title's format and gives its named groups: those that JavaScript's RegExp would give, but in time that grows
 * with the title's length only. All ways to match go forward together, the preferred one first (Pike's algorithm).
 */
import { titleParts, type TitleParts } from "./part-names.ts";

/** The instructions of a pattern, and the number of the first. */
export type TitleProgram = [start: number, nodes: number[][]];

/**
 * The first number of an instruction.
 * - bytes: the lowest and the highest byte, where that leads; three numbers each
 * - fork: where it goes on, the preferred way first
 * - assert: an `asserts`, where it goes on
 * - save: the slot that gets the place, where it goes on. A group has two slots, for its beginning and its end
 * - clear: where it goes on, the slots that are emptied
 * - found: nothing more
 */
export const ops = { bytes: 0, fork: 1, assert: 2, save: 3, clear: 4, found: 5 } as const;

export const asserts = [
  "textStart",
  "textEnd",
  "lineStart",
  "lineEnd",
  "wordBoundary",
  "noWordBoundary",
] as const;

interface Thread {
  node: number;
  slots: readonly number[];
}

/** Many checks ask about one title, and a history has many titles. */
let known: { json: string; program: TitleProgram } | null = null;

/** Null if it matches nowhere from `from` on. */
export function runTitlePattern(json: string, title: string, from: number): TitleParts | null {
  if (known === null || known.json !== json) known = { json, program: JSON.parse(json) };
  const slots = findSlots(known.program, title, from);
  if (slots === null) return null;
  const parts: TitleParts = {};
  titleParts.forEach((part, i) => {
    const start = slots[2 * i];
    const end = slots[2 * i + 1];
    if (start !== undefined && end !== undefined && start >= 0 && end > start) parts[part] = { start, end };
  });
  return parts;
}

function findSlots([start, nodes]: TitleProgram, title: string, from: number): readonly number[] | null {
  let found: readonly number[] | null = null;
  let threads: Thread[] = [];
  for (let at = from; ; at++) {
    // A match that begins further left is preferred.
    if (found === null) threads.push({ node: start, slots: [] });
    const byte = at < title.length ? title.charCodeAt(at) : -1;
    const next: Thread[] = [];
    const seen: boolean[] = [];
    for (const thread of threads) {
      const ended = follow(nodes, thread, title, at, from, seen, next, byte);
      if (ended === null) continue;
      // What comes behind it is less preferred.
      found = ended;
      break;
    }
    threads = next;
    if (byte < 0 || (threads.length === 0 && found !== null)) return found;
  }
}

/** Follows a thread to where it reads a byte, and reads it: what it can become is added to `next`. Gives the slots if it is at an end. */
function follow(
  nodes: readonly number[][],
  thread: Thread,
  title: string,
  at: number,
  from: number,
  seen: boolean[],
  next: Thread[],
  byte: number,
): readonly number[] | null {
  const waiting: Thread[] = [thread];
  for (;;) {
    const one = waiting.pop();
    if (one === undefined) return null;
    // Whoever was here before at this place is preferred, and goes the same ways.
    if (seen[one.node]) continue;
    seen[one.node] = true;
    const node = nodes[one.node] as number[];
    const { slots } = one;
    switch (node[0]) {
      case ops.found:
        return slots;
      case ops.bytes:
        for (let i = 1; i < node.length; i += 3)
          if (byte >= (node[i] as number) && byte <= (node[i + 1] as number)) {
            next.push({ node: node[i + 2] as number, slots });
            break;
          }
        break;
      case ops.fork:
        for (let i = node.length - 1; i >= 1; i--) waiting.push({ node: node[i] as number, slots });
        break;
      case ops.assert:
        if (holds(node[1] as number, title, at, from)) waiting.push({ node: node[2] as number, slots });
        break;
      default: {
        const changed = slots.slice();
        if (node[0] === ops.save) changed[node[1] as number] = at;
        else for (let i = 2; i < node.length; i++) changed[node[i] as number] = -1;
        waiting.push({ node: node[node[0] === ops.save ? 2 : 1] as number, slots: changed });
      }
    }
  }
}

/** A title is one line. */
function holds(assert: number, title: string, at: number, from: number): boolean {
  switch (asserts[assert]) {
    case "textStart":
    case "lineStart":
      return at === from;
    case "textEnd":
    case "lineEnd":
      return at === title.length;
    default: {
      const before = at > from && isWord(title.charCodeAt(at - 1));
      const after = at < title.length && isWord(title.charCodeAt(at));
      return (before !== after) === (asserts[assert] === "wordBoundary");
    }
  }
}

/** Letters, digits and `_` of ASCII. */
export function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}
