/**
 * What the reader's terminal can show: colour, and how many columns.
 */
import { fstatSync } from "node:fs";
import { isatty, WriteStream } from "node:tty";
import { paint, wantsColor, type ColorChoice, type Style } from "../../shim/report/colour.ts";

const usualWidth = 80;

let choice: ColorChoice = "auto";

/** `--color` */
export function chooseColor(chosen: ColorChoice): void {
  choice = chosen;
}

export function hasColor(fd: 1 | 2): boolean {
  return wantsColor(choice, (name) => process.env[name], isTerminal(fd));
}

/** `node:tty` takes 2 ms to load, so a pipe or /dev/null is told from a terminal without it. */
export function isTerminal(fd: 1 | 2): boolean {
  return mayBeTerminal(fd) && isatty(fd);
}

const devNull = 0x103;

function mayBeTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isCharacterDevice() && stat.rdev !== devNull;
  } catch {
    // It is closed.
    return false;
  }
}

/** Paints if the reader of `fd` wants colour; the text must be printable. */
export function painter(fd: 1 | 2): (style: Style, text: string) => string {
  return hasColor(fd) ? paint : (_, text) => text;
}

/** Null if nothing is known: a program may read it. COLUMNS is what a shell knows, or what a caller asks for. */
export function knownWidth(fd: 1 | 2): number | null {
  const asked = Number(process.env["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  const columns = isTerminal(fd) ? new WriteStream(fd).columns : 0;
  return columns > 0 ? columns : null;
}

/** For running text. */
export function widthOf(fd: 1 | 2): number {
  return knownWidth(fd) ?? usualWidth;
}
