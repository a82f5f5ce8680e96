/**
 * The plan as a file. Its first line names the version and has a checksum of the rest; then comes the plan as JSON in
 * pure ASCII, which every host reads the same way, whatever encoding it assumes.
 */
import { asciiJson } from "./bytes.ts";
import { planFormat, type Plan } from "./plan.ts";
import { version } from "./version.ts";

/** A plan of another version or format begins differently, and is stale. */
const ownFirstLine = "interlock-plan " + planFormat + " " + version + " ";
const checksumLength = 8;

/** More takes a second to read, and is none of ours. */
export const largestPlan = 16 * 1024 * 1024;

/** A short checksum of bytes, in 8 hexadecimal digits: `fnv1a`, or `Host.checksum`, which is the same in C. */
export type Checksum = (bytes: string) => string;

export function renderPlan(plan: Plan): string {
  const json = asciiJson(plan) + "\n";
  return ownFirstLine + fnv1a(json) + "\n" + json;
}

/** The JSON of a plan file. `stale`: not of this version. `damaged`: of this version, but a byte changed. */
export function readPlanFile(text: string, checksum: Checksum): { json: string } | "stale" | "damaged" {
  if (!text.startsWith(ownFirstLine)) return "stale";
  const start = ownFirstLine.length + checksumLength + 1;
  const json = text.slice(start);
  return text.slice(ownFirstLine.length, start) === checksum(json) + "\n" ? { json } : "damaged";
}

/** FNV-1a, 32 bits: detects accidents, not attacks. */
export function fnv1a(bytes: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes.charCodeAt(i), 0x01000193);
  return ("0000000" + (hash >>> 0).toString(16)).slice(-8);
}
