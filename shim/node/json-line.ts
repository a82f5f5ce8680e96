/** A line of JSON from its pieces, as shim/native/host/json-line.c makes it. */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Piece } from "../host.ts";

interface Limits {
  text: number;
  list: number;
}

const allLimits: readonly Limits[] = [
  { text: 300, list: 50 },
  { text: 100, list: 8 },
  { text: 40, list: 1 },
];
const longestLine = 32 * 1024;

export function renderLine(pieces: readonly Piece[]): string {
  return renderLines(pieces)[0] ?? "";
}

/** The same line, from the usual length to one that any socket takes. */
export function renderLines(pieces: readonly Piece[]): string[] {
  const lines = allLimits.map((limits) => renderWithin(pieces, limits));
  return lines.filter((line) => line.length <= longestLine);
}

function renderWithin(pieces: readonly Piece[], limits: Limits): string {
  let line = "";
  for (let i = 0; i < pieces.length; i += 2) {
    const value = pieces[i + 1];
    const hasValue = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (hasValue || i + 1 === pieces.length) line += pieces[i] as string;
    if (hasValue) line += renderValue(value as NonNullable<Piece>, limits);
  }
  return line;
}

function renderValue(value: NonNullable<Piece>, limits: Limits): string {
  if (typeof value === "number") return value.toFixed(3).replace(/\.000$/, "");
  if (typeof value === "string") return renderText(value, limits);
  const texts = value.slice(0, limits.list).map((text) => renderText(text, limits));
  return `[${texts.concat(value.length > limits.list ? ['"..."'] : []).join(",")}]`;
}

const shortEscapes: { [letter: string]: string } = { b: "08", t: "09", n: "0a", f: "0c", r: "0d" };

/** Every control character as a `\u` escape. */
function renderText(text: string, { text: most }: Limits): string {
  const shown = text.length <= most ? text : cut(text, most) + "...";
  return asciiJson(decodeUtf8(shown)).replace(/\\(.)/g, (whole, letter: string) =>
    shortEscapes[letter] === undefined ? whole : `\\u00${shortEscapes[letter]}`,
  );
}

/** Not within a character of UTF-8. */
function cut(bytes: string, most: number): string {
  let length = most;
  while (length > 0 && most - length < 4 && /[\x80-\xbf]/.test(bytes[length] ?? "")) length--;
  return bytes.slice(0, length);
}
