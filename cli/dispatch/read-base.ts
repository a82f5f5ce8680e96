/** What an orchestrator says once for all of its dispatches, in a variable that they inherit. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { isBase } from "../../library/options.ts";
import type { BaseFields } from "../../library/run-types.ts";
import type { Host } from "../../shim/host.ts";

/** Null if it is not in order. */
export function readBase(host: Pick<Host, "env">): BaseFields | null {
  const text = host.env("INTERLOCK_BASE") ?? "";
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(decodeUtf8(text));
    return isBase(value) ? value : null;
  } catch {
    return null;
  }
}
