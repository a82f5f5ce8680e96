/**
 * Does a pattern tell texts apart at all? Looked up in its automaton, not tried out.
 */
import { parseRow, type PatternDfa } from "../../core/pattern-dfa.ts";

const never = 0;
const found = 1;
const allBytes = Array.from({ length: 256 }, (_, byte) => byte);
/** A line feed, a space, and what ASCII can show: a pattern that matches all texts of these matches every text. */
const plainBytes = allBytes.filter((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f));

/** `blank`: only texts with nothing visible in them. */
export function whatItMatches(dfa: PatternDfa): "nothing" | "blank" | "everything" | "some" {
  if (!canEnd(dfa, allBytes, { asMatch: true, onlyVisible: true }))
    return canEnd(dfa, allBytes, { asMatch: true, onlyVisible: false }) ? "blank" : "nothing";
  return canEnd(dfa, plainBytes, { asMatch: false, onlyVisible: false }) ? "some" : "everything";
}

/** Is there a text of these bytes that matches, or one that does not? */
function canEnd(
  dfa: PatternDfa,
  bytes: readonly number[],
  { asMatch, onlyVisible }: { asMatch: boolean; onlyVisible: boolean },
): boolean {
  const startRow = dfa.start > found ? parseRow(dfa, dfa.start, undefined) : undefined;
  const seen = new Set<string>();
  const waiting: { state: number; isVisible: boolean }[] = [{ state: dfa.start, isVisible: !onlyVisible }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { state, isVisible } = at;
    // From here on every text ends alike, and something visible can follow.
    if (state === never || state === found) {
      if ((state === found) === asMatch) return true;
      continue;
    }
    if (isVisible && (dfa.ends.charAt(state - 2) === "1") === asMatch) return true;
    const row = state === dfa.start ? (startRow as number[]) : parseRow(dfa, state, startRow);
    for (const byte of bytes) {
      const next = {
        state: row[dfa.classes[byte] as number] as number,
        isVisible: isVisible || !isBlank(byte),
      };
      const key = `${next.state} ${next.isVisible}`;
      if (!seen.has(key)) waiting.push(next);
      seen.add(key);
    }
  }
  return false;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
