/**
 * The install that this program belongs to: it lies in lib/interlock/cold of its prefix.
 */
import { dirname, resolve } from "node:path";
import { encodeUtf8 } from "../../engine/core/bytes.ts";

export function ownPrefix(): string {
  return resolve(dirname(process.argv[1] ?? process.execPath), "..", "..", "..");
}

/** Its bin folder, a byte string. A git there is interlock's own, not the real one. */
export function ownFolder(): string {
  return encodeUtf8(`${ownPrefix()}/bin`);
}
