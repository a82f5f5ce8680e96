/** What the folder says of an operation of git or gh that is dispatched in it: `metadata`, where the caller does not say it. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { isCorePoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import { isRecord, type Result } from "../../engine/lifecycle/merge-results.ts";
import { hasMetadata } from "../../library/fill-metadata.ts";
import { branchOf } from "../../shim/git/branch.ts";
import type { LayersHere } from "../shared/layers-here.ts";

export function withRepository(
  point: PointName,
  payload: Result,
  { host, top, gitDir }: Pick<LayersHere, "host" | "top" | "gitDir">,
): Result {
  const { metadata = {} } = payload;
  if (!isCorePoint(point) || !hasMetadata(point) || top === "" || !isRecord(metadata)) return payload;
  const known = { repository: decodeUtf8(top), branch: decodeUtf8(branchOf(host, gitDir)) };
  const filled = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ""));
  return { ...payload, metadata: { ...filled, ...metadata } };
}
