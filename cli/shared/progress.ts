/**
 * How far something long is, on a terminal.
 */
import { writeBytes } from "../../shim/node/write-files.ts";
import { isQuiet } from "./output.ts";
import { isTerminal } from "./terminal.ts";

const width = 30;
const firstAfterMs = 500;
const everyMs = 100;

export interface Progress {
  /** So many commits are done. */
  advance(done: number): void;
  /** Removes the line, before other output and at the end. */
  clear(): void;
}

const noProgress: Progress = { advance: () => undefined, clear: () => undefined };

/** `what`: what is counted. `count`: how many there are; a function is called only if it takes long. */
export function showProgress(what: string, count: number | (() => Promise<number | null>)): Progress {
  if (isQuiet() || !canRewriteLine()) return noProgress;
  let total = typeof count === "number" ? count : null;
  let isCounting = false;
  let next = performance.now() + firstAfterMs;
  const line = createStatusLine();
  return {
    advance(done) {
      const now = performance.now();
      if (now < next) return;
      next = now + everyMs;
      if (typeof count === "function" && !isCounting) {
        isCounting = true;
        void count().then((found) => (total = found));
      }
      line.show(renderProgress(done, total, what));
    },
    clear: line.clear,
  };
}

export function renderProgress(done: number, total: number | null, what: string): string {
  if (total === null || total < done) return `interlock: ${done} ${what}`;
  const full = total === 0 ? width : Math.floor((done / total) * width);
  return `interlock: [${"#".repeat(full)}${"-".repeat(width - full)}] ${done} of ${total} ${what}`;
}

/** A dumb terminal, such as an editor's window, would show the escape sequences. */
function canRewriteLine(): boolean {
  return isTerminal(2) && !["", "dumb"].includes(process.env["TERM"] ?? "");
}

export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

/** One line that is written over; nothing where nobody looks. */
export function createStatusLine(): StatusLine {
  const isSeen = !isQuiet() && canRewriteLine();
  let isShown = false;
  return {
    show(text) {
      if (!isSeen) return;
      isShown = true;
      writeBytes(2, `\r\x1b[K${text}`);
    },
    clear() {
      if (isShown) writeBytes(2, "\r\x1b[K");
      isShown = false;
    },
  };
}
