/** Questions to the person at the terminal. */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { isatty } from "node:tty";
import { printable } from "../../engine/core/printable.ts";
import { sayError } from "./output.ts";

/** Is somebody there to answer? Questions go to standard error: standard output may be for a program. */
export function canAsk(): boolean {
  return isatty(0) && isatty(2);
}

/** The line that is typed, without blanks around it; null at the end of input (^D), or if it cannot be read. */
export function ask(question: string): string | null {
  sayError(printable(question));
  // Opened anew: whoever shares the terminal with us may have made it non-blocking.
  const fd = openAnew();
  try {
    const bytes: number[] = [];
    const byte = Buffer.alloc(1);
    for (;;) {
      if (readSync(fd, byte, 0, 1, null) === 0) return bytes.length === 0 ? null : lineOf(bytes);
      if (byte[0] === 0x0a) return lineOf(bytes);
      bytes.push(byte[0] as number);
    }
  } catch {
    sayError("\n");
    return null;
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** Under su, the terminal belongs to somebody else, and only the open one can be read. */
function openAnew(): number {
  try {
    return openSync("/dev/stdin", constants.O_RDONLY | constants.O_NOCTTY);
  } catch {
    return 0;
  }
}

/** Only `y` and `yes` mean yes. */
export function confirm(question: string): boolean {
  return /^y(?:es)?$/i.test(ask(`${question} [y/N] `) ?? "");
}

function lineOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString("utf8").trim();
}
