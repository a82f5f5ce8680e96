/**
 * The plan as a file: a first line that says whose plan it is and gives a checksum of all that follows, then
 * the plan as JSON in pure ASCII, which any host reads the same way, whatever it takes text to be.
 */
import { planFormat } from "./plan.ts";
import { version } from "./version.ts";

/** Another version's plan, or another format, begins differently, and is stale. */
const ownFirstLine = "interlock-plan " + planFormat + " " + version + " ";
const checksumLength = 8;

/** A short sum over bytes, in 8 hexadecimal digits; `fnv1a` and `Host.checksum` are two of them. */
export type Checksum = (bytes: string) => string;

export function renderPlanFile(json: string, checksum: Checksum): string {
  return ownFirstLine + checksum(json) + "\n" + json;
}

/** The JSON of a plan file. One that is not ours is `stale`; ours, but with a byte changed, is `damaged`. */
export function readPlanFile(text: string, checksum: Checksum): { json: string } | "stale" | "damaged" {
  if (!text.startsWith(ownFirstLine)) return "stale";
  const start = ownFirstLine.length + checksumLength + 1;
  const json = text.slice(start);
  return text.slice(ownFirstLine.length, start) === checksum(json) + "\n" ? { json } : "damaged";
}
