import { createHash } from "node:crypto";
import { toBuffer } from "../shim/node/byte-strings.ts";

/** Of a byte string, in hexadecimal. */
export function sha256(bytes: string): string {
  return createHash("sha256").update(toBuffer(bytes)).digest("hex");
}
