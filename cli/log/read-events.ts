/** Reads the record: the file, and before it the one that was rotated away last (`<file>.1`). */
import { createReadStream, statSync, type BigIntStats } from "node:fs";
import { createInterface } from "node:readline";

export interface LoggedEvent {
  /** As recorded. */
  line: string;
  time: Date;
  severity: string;
  attributes: { [name: string]: unknown };
}

export interface ReadRecord {
  events: LoggedEvent[];
  /** Lines that are not whole, for instance because the disk was full. */
  damaged: number;
  /** How many bytes of the file were read, and which file that is; null: there is none yet. */
  end: number;
  inode: bigint | null;
}

export class UnreadableRecord extends Error {
  readonly hint: string;

  constructor(code: string) {
    super(meanings[code]?.[0] ?? code);
    this.hint = meanings[code]?.[1] ?? "name another with --file";
  }
}

const meanings: { [code: string]: [message: string, hint: string] } = {
  ENOENT: [
    "there is no such file",
    "it is made with the first commit that a rule looks at; 'interlock doctor' says more",
  ],
  EACCES: ["this user may not read it", "run 'interlock log' as root, or as its owner"],
  EISDIR: ["it is a folder", "name the file with --file"],
};

/** In place of a file: what another program prints, such as `journalctl -o cat`. */
export const standardInput = "-";

/** The last `most` of those since then. `canWait`: a file that does not exist yet is an empty one. */
export async function readEvents(
  file: string,
  since: Date | null,
  most: number,
  canWait = false,
): Promise<ReadRecord> {
  const read: ReadRecord = { events: [], damaged: 0, end: 0, inode: null };
  if (file === standardInput) {
    await addLines(process.stdin);
    return last();
  }
  const found = [`${file}.1`, file].flatMap((path) => {
    const stat = statOf(path);
    return stat === undefined ? [] : [{ path, ...stat }];
  });
  if (found.length === 0 && !canWait) throw new UnreadableRecord("ENOENT");
  for (const { path, size, ino } of found) {
    if (path === file) [read.end, read.inode] = [Number(size), ino];
    if (size === 0n) continue;
    try {
      await addLines(createReadStream(path, { encoding: "utf8", end: Number(size) - 1 }));
    } catch (error) {
      throw unreadable(error);
    }
  }
  return last();

  async function addLines(input: NodeJS.ReadableStream): Promise<void> {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) add(read, line, since, most);
  }

  function last(): ReadRecord {
    return { ...read, events: read.events.slice(-most) };
  }
}

/** Undefined if it does not exist. */
function statOf(path: string): Pick<BigIntStats, "size" | "ino"> | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && { size: stat.size, ino: stat.ino };
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): UnreadableRecord {
  return new UnreadableRecord((error as NodeJS.ErrnoException).code ?? String(error));
}

function add(read: ReadRecord, line: string, since: Date | null, most: number): void {
  for (const event of parseLine(line)) {
    if (event === null) read.damaged++;
    else if (since === null || event.time >= since) read.events.push(event);
  }
  // Not at every line: it moves all of them.
  if (read.events.length > 2 * most + 1000) read.events = read.events.slice(-most);
}

const start = '{"Timestamp":';

/**
 * The events of a line; null for one that is not whole. After half a line of a full disk the next one follows on the same
 * line. Within a text, quotes are escaped, so `start` begins an event.
 */
export function parseLine(line: string): (LoggedEvent | null)[] {
  if (line.trim() === "") return [];
  const parts = line.split(start);
  const events = parts.slice(1).map((part) => parseEvent(start + part));
  return parts[0] === "" ? events : [null, ...events];
}

function parseEvent(line: string): LoggedEvent | null {
  try {
    const { Timestamp, SeverityText, Attributes } = JSON.parse(line);
    const time = new Date(Timestamp);
    if (Number.isNaN(time.getTime()) || typeof Attributes !== "object" || Attributes === null) return null;
    return { line, time, severity: String(SeverityText), attributes: Attributes };
  } catch {
    return null;
  }
}

/** A text of an event; empty if it has none. */
export function textOf({ attributes }: LoggedEvent, name: string): string {
  const value = attributes[`interlock.${name}`];
  return typeof value === "string" ? value : "";
}

/** A list of texts of an event. */
export function listOf({ attributes }: LoggedEvent, name: string): string[] {
  const value = attributes[`interlock.${name}`];
  return Array.isArray(value) ? value.map(String) : [];
}
