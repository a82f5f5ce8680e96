/**
 * The headings of a Markdown text that begin a section, by CommonMark's rules for blocks: not those
 * in code, comments, quotes or list items. One pass over the lines, so that long texts take no longer
 * than they are long.
 */
import { trimEnd } from "../white-space.ts";

export interface MarkdownOutline {
  /** White space trimmed and collapsed. */
  headings: string[];
  /** The line that ends a code block or comment which the text leaves open, or null. */
  closer: string | null;
}

interface Fence {
  mark: string;
  length: number;
  /** Column where its list item's content begins; a line left of it ends the item and the fence. */
  column: number;
}

interface Scan {
  headings: string[];
  fence: Fence | null;
  inComment: boolean;
  /** Columns at which the contents of the open list items begin. */
  items: number[];
  /** The lines of the open paragraph, and how many list items it is in; -1 for a quote. */
  paragraph: string[] | null;
  depth: number;
}

/** A line that nests deeper than this is text: nobody writes it, and it would take quadratic time. */
const maxNesting = 32;

export function outlineMarkdown(lines: readonly string[]): MarkdownOutline {
  const scan: Scan = { headings: [], fence: null, inComment: false, items: [], paragraph: null, depth: 0 };
  for (const line of lines) {
    if (scan.inComment) scan.inComment = !line.includes("-->");
    else scanLine(scan, trimEnd(line));
  }
  // A list item ends with the section that follows, and what is open in it too.
  const openFence = scan.fence !== null && scan.fence.column === 0 ? scan.fence : null;
  const closer = openFence ? openFence.mark.repeat(openFence.length) : scan.inComment ? "-->" : null;
  return { headings: scan.headings, closer };
}

/** The text of an ATX heading, or null: `## Text ##`. */
export function parseAtxHeading(rest: string): string | null {
  const match = /^#{1,6}(?=[ \t]|$)/.exec(rest);
  if (!match) return null;
  const text = trimEnd(rest.slice(match[0].length));
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === "#") end--;
  // The closing run counts only behind white space.
  return collapse(end === 0 || /[ \t]/.test(text.charAt(end - 1)) ? text.slice(0, end) : text);
}

function scanLine(scan: Scan, line: string): void {
  const text = line.replace(/^[ \t]+/, "");
  const column = columnsOf(line.slice(0, line.length - text.length), 0);
  if (scan.fence) {
    const { mark, length, column: left } = scan.fence;
    if (text === "" || column >= left) {
      const run = runLength(text, mark);
      if (run >= length && run === text.length && column - left < 4) scan.fence = null;
      return;
    }
    scan.fence = null;
  }
  if (text === "") {
    scan.paragraph = null;
    return;
  }
  while (scan.items.length > 0 && column < innermost(scan)) scan.items.pop();
  scanContent(scan, text, column);
}

function scanContent(scan: Scan, line: string, lineColumn: number): void {
  let text = line;
  let column = lineColumn;
  for (let nesting = 0; nesting < maxNesting; nesting++) {
    if (column - innermost(scan) >= 4) return addIndented(scan, text);
    if (scanLeaf(scan, text)) return;
    const item = parseListItem(scan, text);
    if (item === null) break;
    const behind = text.slice(item.length);
    text = behind.replace(/^[ \t]+/, "");
    const markerEnd = column + item.length;
    const contentColumn = columnsOf(behind.slice(0, behind.length - text.length), markerEnd);
    // Five columns and more are one, and indented code behind it.
    const isCode = text === "" || contentColumn - markerEnd > 4;
    scan.items.push(isCode ? markerEnd + 1 : contentColumn);
    scan.paragraph = null;
    if (text === "") return;
    column = contentColumn;
  }
  addToParagraph(scan, text, scan.items.length);
}

/** Everything that is neither a list item nor plain text. */
function scanLeaf(scan: Scan, text: string): boolean {
  const isUnderline = runLength(text, "=") === text.length || runLength(text, "-") === text.length;
  if (isUnderline && scan.paragraph !== null && scan.depth === scan.items.length) {
    if (scan.depth === 0) scan.headings.push(collapse(scan.paragraph.join(" ")));
    scan.paragraph = null;
    return true;
  }
  const heading = parseAtxHeading(text);
  if (heading !== null && scan.items.length === 0) scan.headings.push(heading);
  const fence = parseFence(text, innermost(scan));
  if (fence) scan.fence = fence;
  const isComment = text.startsWith("<!--");
  if (isComment) scan.inComment = !text.includes("-->");
  if (heading !== null || fence || isComment || isThematicBreak(text)) {
    scan.paragraph = null;
    return true;
  }
  if (!text.startsWith(">")) return false;
  const quoted = text.replace(/^[> \t]+/, "");
  scan.paragraph = null;
  if (quoted !== "" && parseAtxHeading(quoted) === null && !parseFence(quoted, 0))
    addToParagraph(scan, quoted, -1);
  return true;
}

/** Code does not interrupt a paragraph. */
function addIndented(scan: Scan, text: string): void {
  if (scan.paragraph) scan.paragraph.push(text);
}

function addToParagraph(scan: Scan, text: string, depth: number): void {
  if (scan.paragraph) {
    scan.paragraph.push(text);
  } else {
    scan.paragraph = [text];
    scan.depth = depth;
  }
}

/** The marker of a list item, without the white space behind it. */
function parseListItem(scan: Scan, text: string): string | null {
  const match = /^(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t]|$)/.exec(text);
  if (!match) return null;
  const interrupts = scan.paragraph !== null && scan.depth === scan.items.length;
  const mayInterrupt = match[0].length < text.length && (match[1] === undefined || Number(match[1]) === 1);
  return interrupts && !mayInterrupt ? null : match[0];
}

function parseFence(text: string, column: number): Fence | null {
  const mark = text.charAt(0);
  if (mark !== "`" && mark !== "~") return null;
  const length = runLength(text, mark);
  if (length < 3 || (mark === "`" && text.includes("`", length))) return null;
  return { mark, length, column };
}

function isThematicBreak(text: string): boolean {
  const mark = text.charAt(0);
  if (mark !== "-" && mark !== "*" && mark !== "_") return false;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === mark) count++;
    else if (unit !== " " && unit !== "\t") return false;
  }
  return count >= 3;
}

function innermost(scan: Scan): number {
  return scan.items[scan.items.length - 1] || 0;
}

function runLength(text: string, mark: string): number {
  let length = 0;
  while (length < text.length && text.charAt(length) === mark) length++;
  return length;
}

/** The column behind white space that begins at a column; tabs stop at every fourth. */
function columnsOf(space: string, from: number): number {
  let column = from;
  for (let i = 0; i < space.length; i++) column += space.charAt(i) === "\t" ? 4 - (column % 4) : 1;
  return column;
}

function collapse(text: string): string {
  return trimEnd(text.replace(/[ \t\r]+/g, " ").replace(/^ /, ""));
}
