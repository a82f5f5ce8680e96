/**
 * How far a long verification is, on a terminal.
 */
import { writeBytes } from "../../shim/node/write-files.ts";

const width = 30;
const firstAfterMs = 500;
const everyMs = 100;

export interface Progress {
  /** So many commits are done. */
  advance(done: number): void;
  /** Removes the line, before other output and at the end. */
  clear(): void;
}

export const noProgress: Progress = { advance: () => undefined, clear: () => undefined };

/** `count`: counts all commits; called only if verification takes long. */
export function showProgress(count: () => Promise<number | null>): Progress {
  let total: number | null = null;
  let isShown = false;
  let isCounting = false;
  let next = performance.now() + firstAfterMs;
  return {
    advance(done) {
      const now = performance.now();
      if (now < next) return;
      next = now + everyMs;
      if (!isCounting) {
        isCounting = true;
        void count().then((found) => (total = found));
      }
      isShown = true;
      writeBytes(2, `\r\x1b[K${renderProgress(done, total)}`);
    },
    clear() {
      if (isShown) writeBytes(2, "\r\x1b[K");
      isShown = false;
    },
  };
}

export function renderProgress(done: number, total: number | null): string {
  if (total === null || total < done) return `interlock: ${done} commits`;
  const full = total === 0 ? width : Math.floor((done / total) * width);
  return `interlock: [${"#".repeat(full)}${"-".repeat(width - full)}] ${done} of ${total} commits`;
}
