/**
 * A diagnostic as a person reads it: place, what is wrong, the line with carets under it, what to do.
 */
import { printable } from "./printable.ts";
import { decodeUtf8 } from "../core/bytes.ts";
import type { Diagnostic, Frame } from "./diagnostic.ts";

export function renderDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(renderDiagnostic).join("");
}

function renderDiagnostic(diagnostic: Diagnostic): string {
  const { severity, message, hint, frame } = diagnostic;
  const file = decodeUtf8(diagnostic.file);
  const place = file === "" ? "interlock" : frame === null ? file : `${file}:${frame.line}:${frame.column}`;
  const lines = [`${place}: ${severity}: ${message}`];
  if (frame !== null) lines.push(...renderFrame(frame));
  if (hint !== "") lines.push(`hint: ${hint}`);
  return lines.map((line) => printableLine(line) + "\n").join("");
}

/** As much of a long line as is worth showing, and how much of it stands before the place. */
const widest = 120;
const shownBefore = 60;

function renderFrame(frame: Frame): string[] {
  const skipped = frame.text.length > widest ? Math.max(0, frame.column - 1 - shownBefore) : 0;
  const text = frame.text.slice(skipped, skipped + widest);
  const indent = frame.column - 1 - skipped;
  const carets = Math.max(1, Math.min(frame.width, text.length - indent));
  const number = String(frame.line);
  return [
    `  ${number} | ${text}`.trimEnd(),
    `  ${" ".repeat(number.length)} | ${" ".repeat(indent)}${"^".repeat(carets)}`,
  ];
}

/** A tab becomes one column, as the carets count it. */
function printableLine(line: string): string {
  return printable(line.replace(/\t/g, " "));
}
