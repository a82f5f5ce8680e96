/** The refspecs that a sender is given: parsed, resolved to ids, and divided where they are too long for a command line. */
import type { Host } from "../host.ts";
import { runWithoutReplacements } from "./raw-objects.ts";
import { longestName, mostRefs } from "./updates.ts";

export interface Spec {
  /** `+` or empty. */
  force: string;
  /** Empty if the target is deleted. */
  source: string;
  target: string;
}

/** Null if one has a pattern or no target, or if they are too many or too long. */
export function parseSpecs(words: readonly string[]): Spec[] | null {
  if (words.length > mostRefs) return null;
  const specs: Spec[] = [];
  for (const word of words) {
    const match = /^(\+?)([^*\n]*):([^*:\n]+)$/.exec(word);
    if (match === null || word.length > 2 * longestName) return null;
    specs.push({ force: match[1] as string, source: match[2] as string, target: match[3] as string });
  }
  return specs;
}

/** The current id of each source, empty for a deletion; null if one does not exist. */
export function idsOf(host: Host, specs: readonly Spec[]): string[] | null {
  const names: string[] = [];
  for (const { source } of specs) if (source !== "") names.push(source);
  const { stdout } =
    names.length === 0
      ? { stdout: "" }
      : runWithoutReplacements(host, ["cat-file", "--batch-check"], names.join("\n") + "\n");
  const lines = stdout.split("\n");
  const ids: string[] = [];
  let next = 0;
  for (const { source } of specs) {
    const match =
      source === "" ? null : /^([0-9a-f]{40}|[0-9a-f]{64}) [a-z]+ \d+$/.exec(lines[next++] as string);
    if (source !== "" && match === null) return null;
    ids.push(match === null ? "" : (match[1] as string));
  }
  return ids;
}

/** Far below what the kernel allows for arguments and variables together. */
const longestWords = 100_000;

/**
 * Which refspecs to give `send-pack` as arguments, and which on its standard input, if they are too long. Without any, git
 * sends every ref that exists on both sides; so at least one is an argument, and a lost input cannot mean that.
 */
export function splitSpecs(specs: readonly string[]): { words: string[]; input: string[] } {
  let count = 0;
  for (let length = 0; count < specs.length; count++) {
    // Each argument also takes a final NUL and a pointer.
    length += (specs[count] as string).length + 9;
    if (count > 0 && length > longestWords) break;
  }
  return { words: specs.slice(0, count), input: specs.slice(count) };
}
