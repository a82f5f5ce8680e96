/**
 * A diagnostic as a person reads it: place, what is wrong, the line with carets under it, what to do.
 */
import { printable } from "../../core/printable.ts";
import { decodeUtf8 } from "../../core/bytes.ts";
import { renderCode } from "../../core/problem.ts";
import type { Diagnostic, Frame } from "./diagnostic.ts";

export function renderDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => renderFinding(renderPlace(diagnostic), diagnostic)).join("");
}

/** Where it is, as a person reads it; empty if it is in no file. */
export function renderPlace({ file, frame }: Pick<Diagnostic, "file" | "frame">): string {
  const path = decodeUtf8(file);
  return path === "" || frame === null ? path : `${path}:${frame.line}:${frame.column}`;
}

/** What any kind of diagnostic has. */
interface Renderable {
  severity: string;
  code: string;
  message: string;
  hint: string;
  frame: Frame | null;
}

export function renderFinding(place: string, { severity, code, message, hint, frame }: Renderable): string {
  const lines = [`${place || "interlock"}: ${severity}: ${message} ${renderCode(code)}`];
  if (frame !== null) lines.push(...renderFrame(frame));
  if (hint !== "") lines.push(`hint: ${hint}`);
  return lines.map((line) => printableLine(line) + "\n").join("");
}

/** How much of a long line is shown, and how much of that before the place. */
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
