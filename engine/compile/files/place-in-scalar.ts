/**
 * Where a part of a value stands in the file: quotes, escapes and the indentation of a block come between. Null where that
 * cannot be told, as in a folded text of several lines.
 */
import type { Scalar } from "yaml";

interface Span {
  start: number;
  end: number;
}

export function placeInScalar(text: string, { type, range, value }: Scalar, part: Span): Span | null {
  if (typeof value !== "string" || !range) return null;
  const [from, to] = range;
  const written = text.slice(from, to);
  if (type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED")
    return placeInBlock(written, from, type === "BLOCK_FOLDED", value, part);
  if (written.includes("\n")) return null;
  const offsets = offsetsOf(written, String(type));
  // The writing may have an escape that is read otherwise here: then nothing is sure.
  if (offsets.length !== value.length + 1) return null;
  return {
    start: from + (offsets[Math.min(part.start, value.length)] as number),
    end: from + (offsets[Math.min(part.end, value.length)] as number),
  };
}

/** Of each character of the value, and of its end, the offset in the writing. */
function offsetsOf(written: string, type: string): number[] {
  if (type === "PLAIN") return Array.from({ length: written.length + 1 }, (_, i) => i);
  const unit =
    type === "QUOTE_SINGLE" ? /''|[^]/g : /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])|[^]/g;
  const inner = written.slice(1, -1);
  return [...Array.from(inner.matchAll(unit), ({ index }) => index + 1), written.length - 1];
}

function placeInBlock(
  written: string,
  from: number,
  isFolded: boolean,
  value: string,
  part: Span,
): Span | null {
  const lines = written.split("\n");
  const content = lines.slice(1);
  // A number in the header, as in `|2`, is the indentation: rare, and not worth it.
  if (/^\S*\d/.test(lines[0] ?? "")) return null;
  if (isFolded && content.filter((line) => line.trim() !== "").length > 1) return null;
  const indent = /^ */.exec(content.find((line) => line.trim() !== "") ?? "")?.[0].length ?? 0;
  const before = value.slice(0, part.start).split("\n");
  const lineIndex = before.length - 1;
  const lineStart = [lines[0], ...content.slice(0, lineIndex)].reduce(
    (sum, line) => sum + (line ?? "").length + 1,
    from,
  );
  const start = lineStart + indent + (before[lineIndex] as string).length;
  return { start, end: start + Math.max(1, part.end - part.start) };
}
