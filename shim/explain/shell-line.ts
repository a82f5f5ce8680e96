/**
 * Reads a shell command line as far as that is possible without a shell: its simple commands, and the words of each.
 * Strings are taken as they come, bytes or text, because only ASCII means something here. The script engine is slow at single
 * characters, so what means nothing is skipped in one step.
 */

export interface SimpleCommand {
  words: readonly string[];
  /** If not, there is something in it that a shell expands, and `words` are no more than a hint. */
  isReadable: boolean;
}

export function commandsIn(line: string): SimpleCommand[] {
  const text = withoutInput(line);
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let isReadable = true;
  /** Joined at the end: the script engine copies all of a string to append to it. */
  let pieces: string[] = [];
  const add = (piece: string): void => {
    pieces.push(piece);
  };
  const endWord = (): void => {
    if (pieces.length > 0) words.push(pieces.join(""));
    pieces = [];
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push({ words, isReadable });
    words = [];
    isReadable = true;
  };
  let at = 0;
  while (at < text.length) {
    const unit = text.charAt(at);
    const quoted = unit === '"' || unit === "'" ? readQuoted(text, at) : null;
    if (quoted !== null) {
      if (quoted.isExpanded) isReadable = false;
      add(quoted.text);
      at = quoted.end;
    } else if (unit === "\\") {
      // A line goes on behind a backslash at its end.
      if (text.charAt(at + 1) !== "\n") add(text.charAt(at + 1));
      at += 2;
    } else if (isIn(operators, unit)) {
      endCommand();
      at++;
    } else if (isIn(blanks, unit)) {
      endWord();
      at++;
    } else if (unit === "#" && (at === 0 || isIn(beforeComment, text.charAt(at - 1)))) {
      at = orEnd(text, text.indexOf("\n", at));
    } else if (isIn(expanding, unit)) {
      isReadable = false;
      at++;
    } else {
      const start = at++;
      while (at < text.length && !isIn(special, text.charAt(at))) at++;
      add(text.slice(start, at));
    }
  }
  endCommand();
  return commands;
}

const operators = ";&|\n";
const blanks = " \t\r\v\f";
const beforeComment = operators + blanks;
/** A quote is one if it is not closed. */
const expanding = "$`(){}<>*?'\"";
const special = operators + blanks + expanding + "\\";

function isIn(units: string, unit: string): boolean {
  return units.indexOf(unit) >= 0;
}

interface Quoted {
  text: string;
  /** Does a shell expand something in it? */
  isExpanded: boolean;
  /** Where the line goes on. */
  end: number;
}

/** Null if the quote is not closed. */
function readQuoted(line: string, at: number): Quoted | null {
  if (line.charAt(at) === '"') return readMessage(line, at) || readDouble(line, at);
  const end = line.indexOf("'", at + 1);
  return end < 0 ? null : { text: line.slice(at + 1, end), isExpanded: false, end: end + 1 };
}

function readDouble(line: string, at: number): Quoted | null {
  const pieces: string[] = [];
  let isExpanded = false;
  let start = at + 1;
  for (let i = start; i < line.length; i++) {
    const unit = line.charAt(i);
    if (unit === '"') return { text: pieces.concat(line.slice(start, i)).join(""), isExpanded, end: i + 1 };
    if (unit === "$" || unit === "`") isExpanded = true;
    if (unit !== "\\") continue;
    const next = line.charAt(++i);
    if (!isIn('\n$`"\\', next)) continue;
    pieces.push(line.slice(start, i - 1));
    start = next === "\n" ? i + 1 : i;
  }
  return null;
}

const beforeMessage = '"$(cat ';

/** The message that a model writes: `-m "$(cat <<'EOF' ... EOF)"`. Null if there is none at this place. */
function readMessage(line: string, at: number): Quoted | null {
  if (!line.startsWith(beforeMessage, at)) return null;
  const head = /^<<-?[ \t\r\n\v\f]*(?:'(\w+)'|"(\w+)"|(\w+))\n/.exec(headOf(line, at + beforeMessage.length));
  if (head === null) return null;
  const name = head[1] || head[2] || (head[3] as string);
  const start = at + beforeMessage.length + head[0].length;
  const ending = name + '\n)"';
  // The line before the last one belongs to the text.
  const found = line.startsWith(ending, start) ? start - 1 : line.indexOf("\n" + ending, start);
  if (found < 0) return null;
  const text = line.slice(start, Math.max(start, found)).replace(/\n+$/, "");
  // Without quotes around the name, the shell expands the text.
  const isExpanded = head[3] !== undefined && /[$`\\]/.test(text);
  return { text, isExpanded, end: found + 1 + ending.length };
}

/** Others are input of a command, or are in something that a shell expands. Without its end, one goes on to the end of the line. */
function withoutInput(line: string): string {
  const pieces: string[] = [];
  let start = 0;
  let lineEnd = -1;
  for (let at = line.indexOf("<<"); at >= 0; at = line.indexOf("<<", at)) {
    if (lineEnd < at) lineEnd = line.indexOf("\n", at);
    // What would be input begins in the next line.
    if (lineEnd < 0) break;
    const head = isMessage(line, at)
      ? null
      : /^<<-?[ \t]*(["'\\]?)(\w+)\1/.exec(headOf(line, at).split("\n", 1)[0] as string);
    if (head === null) {
      at++;
    } else {
      pieces.push(line.slice(start, at), "<", line.slice(at + head[0].length, lineEnd));
      at = start = endOfInput(line, lineEnd + 1, head[2] as string);
    }
  }
  pieces.push(line.slice(start));
  return pieces.join("");
}

function isMessage(line: string, at: number): boolean {
  const start = at - beforeMessage.length;
  return start >= 0 && line.startsWith(beforeMessage, start);
}

/** Where the line with the name ends that begins at `from` or later; tabs may stand before it. */
function endOfInput(line: string, from: number, name: string): number {
  for (let at = from; at < line.length;) {
    const end = orEnd(line, line.indexOf("\n", at));
    let first = at;
    while (line.charAt(first) === "\t") first++;
    if (end - first === name.length && line.startsWith(name, first)) return end;
    at = end + 1;
  }
  return line.length;
}

/** The part of a line that the head of a here-document can be in: a pattern, and the copy for it, would take all that follows. */
function headOf(line: string, at: number): string {
  return line.slice(at, at + longestHead);
}

const longestHead = 200;

function orEnd(line: string, found: number): number {
  return found < 0 ? line.length : found;
}
