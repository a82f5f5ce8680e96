/** `metadata` at the points of git and gh: what the caller gives, and what it says of the operation beside the payload. */
import { hookPoints, isMessagePoint, type HookPointName } from "../engine/core/hook-points.ts";
import { isPlain } from "./check-call.ts";
import type { DispatchOptions } from "./public-types.ts";

export function hasMetadata(point: HookPointName): boolean {
  return Object.hasOwn(hookPoints[point].payload, "metadata");
}

/** A payload of the wrong form stays as it is: the check says what is wrong. */
export function withMetadata(point: HookPointName, payload: unknown, options: DispatchOptions): unknown {
  try {
    return isPlain(payload) && hasMetadata(point) ? fill(point, payload, options) : payload;
  } catch {
    // A program may pass an object that throws when it is read.
    return payload;
  }
}

function fill(
  point: HookPointName,
  payload: { [field: string]: unknown },
  { commit, git, remotes }: DispatchOptions,
): unknown {
  const { metadata = {} } = payload;
  if (!isPlain(metadata)) return payload;
  const known: { [field: string]: unknown } = {
    kind: isMessagePoint(point) ? commit : undefined,
    author: git?.author,
    // Of several, nobody knows which one it is about.
    url: remotes?.length === 1 ? remotes[0] : undefined,
  };
  const given = Object.entries(known).filter(([, value]) => typeof value === "string" && value !== "");
  return given.length === 0
    ? payload
    : { ...payload, metadata: { ...Object.fromEntries(given), ...metadata } };
}
