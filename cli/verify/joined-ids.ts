/**
 * The ids of a long range, joined. Each by itself would keep alive what it was cut from, which is all that git printed; as
 * keys of an object they would take five times as long.
 */
import type { IdList } from "../../shim/verify/account.ts";

const together = 256;

export function createJoinedIds(): IdList {
  const texts: string[] = [];
  let waiting: string[] = [];
  let digits = 1;
  const join = (): void => {
    // All ids of a repository have the same length.
    digits = waiting[0]?.length ?? digits;
    texts.push(waiting.join(""));
    waiting = [];
  };
  return {
    add(id) {
      if (waiting.push(id) === together) join();
    },
    all() {
      join();
      const ids: string[] = [];
      for (const text of texts)
        for (let at = 0; at < text.length; at += digits) ids.push(text.slice(at, at + digits));
      return ids;
    },
  };
}
