/**
 * Byte strings on Node: latin1 is the encoding that keeps every byte. Node decodes argv, environment and
 * working directory as UTF-8 and loses bytes; on Linux /proc still has the originals.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { encodeUtf8 } from "../../engine/core/bytes.ts";

/** For node:fs, which encodes a string as UTF-8 but uses a buffer unchanged. */
export function toBuffer(bytes: string): Buffer {
  return Buffer.from(bytes, "latin1");
}

export function fromBuffer(buffer: Buffer): string {
  return buffer.toString("latin1");
}

/** The arguments after the script's name. */
export function readArguments(): string[] {
  const lossy = process.argv.slice(2);
  if (lossy.length === 0) return [];
  // The runtime's own options precede ours, and their number is unknown.
  const words = readProc("cmdline")?.slice(-lossy.length);
  return words?.length === lossy.length ? words : lossy.map(encodeUtf8);
}

/** The environment this process was started with. */
export function readEnvironment(): Map<string, string> {
  const lines = readProc("environ");
  if (lines === null) {
    const entries = Object.entries(process.env) as [string, string][];
    return new Map(entries.map(([name, value]) => [encodeUtf8(name), encodeUtf8(value)]));
  }
  const variables = new Map<string, string>();
  for (const line of lines) {
    const equals = line.indexOf("=");
    // getenv returns the first of duplicates.
    if (equals > 0 && !variables.has(line.slice(0, equals)))
      variables.set(line.slice(0, equals), line.slice(equals + 1));
  }
  return variables;
}

export function readWorkingDirectory(): string {
  const lossy = encodeUtf8(process.cwd());
  try {
    return fromBuffer(readlinkSync("/proc/self/cwd", { encoding: "buffer" }));
  } catch {
    return lossy;
  }
}

/** NUL-terminated words of a file in /proc/self, or null. */
function readProc(name: string): string[] | null {
  try {
    const text = readFileSync(`/proc/self/${name}`, "latin1");
    return text === "" ? [] : text.replace(/\0$/, "").split("\0");
  } catch {
    return null;
  }
}
