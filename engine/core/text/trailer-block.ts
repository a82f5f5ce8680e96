/**
 * Finds the trailer block of a commit message exactly as git's trailer.c does after cleanup, and
 * says where it lies in the text before cleanup. Commit messages have no `---` divider (it belongs
 * to mailed patches; `git log` and, since 2.42, `git commit --trailer` ignore it).
 *
 * The repository's comment character decides which lines cleanup drops. Which of the others are comments to the parser
 * is decided as every other clone will do it, by git's default.
 */
import { splitLines } from "./lines.ts";
import { readersComment, type CleanupSettings } from "../cleanup-settings.ts";
import { isBlank, trim, trimEnd, trimStart } from "../white-space.ts";

export interface TrailerBlock {
  /** All lines of the text, without their LF. */
  lines: string[];
  /** Index of the block's first line; equal to `end` if there is no block. */
  start: number;
  /** Index behind the block's last line, or, without a block, behind the message. */
  end: number;
}

export interface Trailer {
  key: string;
  /** Unfolded and trimmed. */
  value: string;
}

export interface PlacedTrailer extends Trailer {
  /** Indexes of its own line and of those that continue it. */
  lines: number[];
}

/** A message by lines, and which of them git's parser will see. */
export interface MessageLines {
  /** Without their LF. */
  lines: string[];
  /** Indexes of the lines that cleanup keeps, those below a scissors line only if `splitShown` was asked. */
  kept: number[];
  /** How many of the kept lines are the first paragraph, which is never a trailer block. */
  titleEnd: number;
  /** Without cleanup the last line may lack its LF, and is then no `Conflicts:` to git. */
  openEnded: boolean;
}

const scissors = " ------------------------ >8 ------------------------";
const trailerLine = /^[A-Za-z0-9-]+[ \t]*:/;

export function findTrailerBlock(text: string, cleanup: CleanupSettings): TrailerBlock {
  const message = splitMessage(text, cleanup);
  const { lines, kept } = message;
  const { start, end } = findTrailers(message, kept.length, cleanup);
  if (start === end) {
    // No block: a new one goes after everything that will be committed, lines like comments included.
    const behind = kept.length === 0 ? 0 : (kept[kept.length - 1] as number) + 1;
    return { lines, start: behind, end: behind };
  }
  return { lines, start: kept[start] as number, end: (kept[end - 1] as number) + 1 };
}

export function splitMessage(text: string, cleanup: CleanupSettings): MessageLines {
  return split(text, cleanup, readersComment(cleanup) + scissors);
}

/** As `git log` shows the message: a scissors line hides what is below it from the trailer parser only. */
export function splitShown(text: string, cleanup: CleanupSettings): MessageLines {
  return split(text, cleanup, null);
}

function split(text: string, cleanup: CleanupSettings, cut: string | null): MessageLines {
  const lines = splitLines(text);
  const kept = keptLines(lines, cleanup, cut);
  let titleEnd = 0;
  while (titleEnd < kept.length && !isBlank(lines[kept[titleEnd] as number] as string)) titleEnd++;
  const openEnded =
    cleanup.mode === "verbatim" && !text.endsWith("\n") && kept[kept.length - 1] === lines.length - 1;
  return { lines, kept, titleEnd, openEnded };
}

/**
 * The trailer block of the first `count` kept lines, if what stands below them is no trailer to git.
 * `start` and `end` are indexes into `kept`, equal if there is no block.
 */
export function findTrailers(
  message: MessageLines,
  count: number,
  cleanup: CleanupSettings,
): { start: number; end: number } {
  const { lines, kept, titleEnd } = message;
  const comment = readersComment(cleanup);
  const line = (i: number): string => lines[kept[i] as number] as string;
  const bodyEnd = endOfTrailers(count, line, cleanup, message.openEnded && count === kept.length);
  const start = startOfTrailers(titleEnd, bodyEnd, line, cleanup);
  let end = bodyEnd;
  while (end > start && (isBlank(line(end - 1)) || line(end - 1).startsWith(comment))) end--;
  return { start: end > start ? start : end, end };
}

/** The trailers of a block, continuation lines joined. */
export function readTrailers(block: TrailerBlock, cleanup: CleanupSettings): PlacedTrailer[] {
  const trailers: { key: string; value: string; lines: number[] }[] = [];
  const comment = readersComment(cleanup);
  let open = false;
  for (let i = block.start; i < block.end; i++) {
    const line = block.lines[i] as string;
    // What cleanup drops separates nothing.
    if (cleanup.mode === "strip" && line.startsWith(cleanup.commentChar)) continue;
    const last = trailers[trailers.length - 1];
    if (open && last && /^[ \t\r]/.test(line)) {
      last.lines.push(i);
      continue;
    }
    const match = line.startsWith(comment) ? null : trailerLine.exec(line);
    open = match !== null;
    if (match) {
      const separator = match[0].length - 1;
      trailers.push({
        key: trimEnd(line.slice(0, separator)),
        value: trim(line.slice(separator + 1)),
        lines: [i],
      });
    }
  }
  for (const trailer of trailers)
    if (trailer.lines.length > 1) trailer.value = unfold(block.lines, trailer, cleanup);
  return trailers;
}

/** As `git cherry-pick -x` writes it. git counts it as a trailer, whatever else stands behind the first words. */
const pickedLine = /^\(cherry picked from commit (?:[0-9a-f]{40}|[0-9a-f]{64})\)$/;

/**
 * The places in a block below which there are only trailers, the last one first: before each of them, and behind the last. A
 * block may also hold text and comments, and these end the list.
 */
export function placesAboveTrailers({ lines, start, end }: TrailerBlock, cleanup: CleanupSettings): number[] {
  const places = [end];
  const comment = readersComment(cleanup);
  let continues = false;
  for (let i = end - 1; i >= start; i--) {
    const line = lines[i] as string;
    if (/^[ \t\r]/.test(line)) {
      continues = true;
      continue;
    }
    const isTrailer = !line.startsWith(comment) && trailerLine.test(line);
    // Nothing continues a line that is no trailer to git's parser.
    if (!isTrailer && (continues || !pickedLine.test(trimEnd(line)))) break;
    places.push(i);
    continues = false;
  }
  return places;
}

/**
 * As unfold_value in git's trailer.c: a line end and the white space behind it become a space. White space before it
 * stays, unless cleanup drops it.
 */
function unfold(all: readonly string[], { lines }: PlacedTrailer, cleanup: CleanupSettings): string {
  const parts: string[] = [];
  for (const index of lines) {
    const line = cleaned(all[index] as string, cleanup);
    // No key has a colon in it.
    const part = parts.length === 0 ? line.slice(line.indexOf(":") + 1) : trimStart(line);
    if (parts.length === 0 || part !== "") parts.push(part);
  }
  return trim(parts.join(" "));
}

/** Indexes of the lines that are left after cleanup, up to the line `cut`. */
function keptLines(lines: string[], cleanup: CleanupSettings, cut: string | null): number[] {
  const kept: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (cleanup.mode === "strip" && line.startsWith(cleanup.commentChar)) continue;
    if (cut !== null && line.startsWith(cut) && cleaned(line, cleanup) === cut) break;
    // The title is the first paragraph after blank lines, which `git log` skips even if cleanup did not.
    if (kept.length === 0 && isBlank(line)) continue;
    kept.push(i);
  }
  if (cleanup.mode !== "verbatim") {
    while (kept.length > 0 && isBlank(lines[kept[kept.length - 1] as number] as string)) kept.pop();
  }
  return kept;
}

/** Trailing comments, blank lines and an old `Conflicts:` block are not trailers (ignore_non_trailer). */
function endOfTrailers(
  count: number,
  line: (i: number) => string,
  cleanup: CleanupSettings,
  openEnded: boolean,
): number {
  // Only the last lines can be such a run, so git's forward walk may begin where they begin.
  let first = count;
  while (first > 0 && mayFollowTrailers(line(first - 1), cleanup)) first--;

  let run = 0; // As in git, a run that begins with the very first line does not count.
  let inConflicts = false;
  for (let i = first; i < count; i++) {
    const text = line(i);
    const isConflicts = cleaned(text, cleanup) === "Conflicts:" && !(openEnded && i === count - 1);
    if (isConflicts || isCommentOrEmpty(text, cleanup)) {
      if (isConflicts) inConflicts = true;
      if (run === 0) run = i;
    } else if (!(inConflicts && text.startsWith("\t")) && run !== 0) {
      run = 0;
      inConflicts = false;
    }
  }
  return run === 0 ? count : run;
}

function mayFollowTrailers(text: string, cleanup: CleanupSettings): boolean {
  return text.startsWith("\t") || isCommentOrEmpty(text, cleanup) || cleaned(text, cleanup) === "Conflicts:";
}

function isCommentOrEmpty(text: string, cleanup: CleanupSettings): boolean {
  return text.startsWith(readersComment(cleanup)) || cleaned(text, cleanup) === "";
}

function cleaned(text: string, cleanup: CleanupSettings): string {
  return cleanup.mode === "verbatim" ? text : trimEnd(text);
}

/** Where the block begins (find_trailer_start in git's trailer.c, line by line); `end` if there is none. */
function startOfTrailers(
  titleEnd: number,
  end: number,
  line: (i: number) => string,
  cleanup: CleanupSettings,
): number {
  const comment = readersComment(cleanup);
  let onlySpaces = true;
  let recognised = false;
  let trailers = 0;
  let others = 0;
  let continuations = 0;
  for (let i = end - 1; i >= titleEnd; i--) {
    const text = cleaned(line(i), cleanup);
    if (text.startsWith(comment)) {
      others += continuations;
      continuations = 0;
    } else if (isBlank(text)) {
      if (onlySpaces) continue;
      others += continuations;
      const accepted = recognised ? trailers * 3 >= others : trailers > 0 && others === 0;
      return accepted ? i + 1 : end;
    } else {
      onlySpaces = false;
      if (text.startsWith("Signed-off-by: ") || text.startsWith("(cherry picked from commit ")) {
        trailers++;
        continuations = 0;
        recognised = true;
      } else if (trailerLine.test(text)) {
        trailers++;
        continuations = 0;
      } else if (/^[ \t\r]/.test(text)) {
        continuations++;
      } else {
        others += 1 + continuations;
        continuations = 0;
      }
    }
  }
  return end;
}
