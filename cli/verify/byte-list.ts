/**
 * The ids of a long range, as bytes. As strings they would keep alive what they were cut from, which is all that git printed; as
 * keys of an object they would take three times as long.
 */
import type { IdList } from "../../shim/verify/account.ts";

export function createByteList(): IdList {
  let bytes = Buffer.allocUnsafe(1 << 16);
  let length = 0;
  let digits = 0;
  return {
    add(id) {
      // All ids of a repository have the same length.
      digits = id.length;
      if (length + digits > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length);
      length += bytes.write(id, length, "latin1");
    },
    all() {
      const text = bytes.toString("latin1", 0, length);
      const ids: string[] = [];
      for (let at = 0; at < length; at += digits) ids.push(text.slice(at, at + digits));
      return ids;
    },
  };
}
