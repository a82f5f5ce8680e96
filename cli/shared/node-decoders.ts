/** Decodes what Node can decode, for the judge of commits. */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { latin1Only, type Decoder, type Decoders } from "../../shim/judge/encodings.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";

/**
 * Encodings that TextDecoder reads as git's iconv does (test/verify/encodings.test.ts), apart from what `isGarbled` finds. Of
 * other names it reads a superset, or another table: `gb2312` as GBK, `iso-8859-9` as windows-1254.
 */
const sameTables = /^(?:iso-?8859-(?:[2-8]|10|13|14|15)|latin-?2|koi8-[ru]|windows-125[012467])$/i;

/** For commits that must be read as every git reads them. */
export const sureDecoder: Decoders = (encoding) =>
  latin1Only(encoding) ?? (sameTables.test(encoding) ? createDecoder(encoding) : null);

/** To UTF-8, both byte strings; null for an unknown encoding. TextDecoder would read Latin 1 as windows-1252. */
export function createDecoder(encoding: string): Decoder | null {
  const latin1 = latin1Only(encoding);
  if (latin1 !== null) return latin1;
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => encodeUtf8(decoder.decode(toBuffer(bytes)));
  } catch {
    return null;
  }
}
