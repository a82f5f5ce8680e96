/**
 * Text in another encoding as UTF-8, both byte strings.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import { latin1Only, type Decoder } from "../../shim/judge/encodings.ts";

/** Null if there is no such encoding here. TextDecoder takes Latin 1 for windows-1252, which it is not. */
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
