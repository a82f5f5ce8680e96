/**
 * A git that runs beside this process.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { toBuffer } from "../../shim/node/byte-strings.ts";

/** All that it gets; a byte string. */
export function give(child: ChildProcess, input: string): void {
  const stdin = child.stdin as Writable;
  // It may end before it has read everything; its exit status says why.
  stdin.on("error", () => undefined);
  stdin.end(toBuffer(input));
}

export async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

export async function endOf(child: ChildProcess): Promise<{ status: number | null; said: string }> {
  let said = "";
  child.stderr?.on("data", (chunk) => (said += String(chunk)));
  try {
    const [status] = await once(child, "close");
    return { status, said };
  } catch (error) {
    return { status: null, said: (error as Error).message };
  }
}
