/**
 * Text in another encoding as UTF-8, both byte strings.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";

/** What TextDecoder takes for windows-1252, and is not. */
const latin1 = /^(?:iso-?8859-1|latin-?1|us-ascii|ascii)$/i;

/** Null if there is no such encoding here. */
export function createDecoder(encoding: string): ((bytes: string) => string) | null {
  // A byte string is Latin-1 already.
  if (latin1.test(encoding)) return encodeUtf8;
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => encodeUtf8(decoder.decode(toBuffer(bytes)));
  } catch {
    return null;
  }
}
