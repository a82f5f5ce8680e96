/**
 * Text in the encoding that a commit names. Node can decode many encodings but encode few, so its decoder is inverted.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { createDecoder } from "../shared/node-decoders.ts";

/**
 * A message that was changed, in the encoding of the one before: lines that stayed keep their bytes, whatever
 * they are. Null if that is not possible. `text` and `before` are UTF-8, the others are bytes of that encoding.
 */
export function encodeMessage(encoding: string, text: string, before: string, bytes: string): string | null {
  const decode = createDecoder(encoding);
  const linesBefore = before.split("\n");
  const lineBytes = bytes.split("\n");
  if (decode === null || linesBefore.length !== lineBytes.length) return null;
  const known = new Map(linesBefore.map((line, i) => [line, lineBytes[i] as string]));
  const lines = text.split("\n");
  const surplus = linesBefore.length - lines.length;
  const encoded: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    // Two lines may decode to the same text from different bytes. Prefer the line at the same place, from either end.
    const place = [i, i + surplus].find((at) => linesBefore[at] === line);
    const kept = place === undefined ? known.get(line) : lineBytes[place];
    const written = kept ?? encodeText(encoding, decodeUtf8(line));
    if (written === null) return null;
    encoded.push(written);
  }
  const result = encoded.join("\n");
  return decode(result) === text ? result : null;
}

const narrow: [RegExp, RegExp][] = [
  [/^(?:us-)?ascii$/i, /^[\x00-\x7f]*$/],
  [/^(?:iso-?8859-1|latin-?1)$/i, /^[\x00-\xff]*$/],
];

function encodeText(encoding: string, text: string): string | null {
  for (const [name, expressible] of narrow)
    if (name.test(encoding)) return expressible.test(text) ? text : null;
  const table = tableOf(encoding);
  let encoded = "";
  for (const char of text) {
    const bytes = table.get(char);
    if (bytes === undefined) return null;
    encoded += bytes;
  }
  return encoded;
}

const tables = new Map<string, Map<string, string>>();

/** The one or two bytes of each character. */
function tableOf(encoding: string): Map<string, string> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, string>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const isWritten = (...bytes: number[]): boolean => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if ([...char].length !== 1) return false;
      if (!table.has(char)) table.set(char, String.fromCharCode(...bytes));
      return true;
    } catch {
      return false;
    }
  };
  for (let first = 0; first < 256; first++) {
    if (isWritten(first) || first < 128) continue;
    for (let second = 0x30; second < 256; second++) isWritten(first, second);
  }
  tables.set(encoding, table);
  return table;
}
