/**
 * The output of `git rev-list --header` as commits, while git writes it.
 */
import { createRestorer, splitRecords, type Printed } from "../../shim/node/read-objects.ts";
import { WalkFailure } from "./walk-failure.ts";

export type { Printed };

/** In pieces as they come. */
export async function* splitPrinted(output: AsyncIterable<Buffer>): AsyncGenerator<Printed[]> {
  const restore = createRestorer();
  let waiting: Buffer[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0) + 1;
    // A large record comes in many chunks, which are joined once.
    if (end > 0) {
      const head = chunk.subarray(0, end);
      yield splitRecords(waiting.length === 0 ? head : Buffer.concat([...waiting, head]), restore);
      waiting = [];
    }
    if (end < chunk.length) waiting.push(chunk.subarray(end));
  }
  if (waiting.length > 0) throw new WalkFailure("git rev-list ended in the middle of a commit");
}
