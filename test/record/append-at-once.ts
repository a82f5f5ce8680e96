import { join } from "node:path";
import { expect } from "vitest";
import { RecordingSandbox } from "./recording.ts";

/** Processes that append events at the same time lose none, and break no line. */
export function expectAllRecorded(writers: number, each: number): void {
  const sandbox = new RecordingSandbox();
  // A rule refuses them, so that nothing but interlock runs. Titles of many lengths, across the pages of the file.
  const lists = Array.from({ length: writers }, (_, w) => {
    const titles = Array.from({ length: each }, (__, i) => `bad ${w}-${i} ${"0".repeat(i % 150)}\n`);
    return sandbox.write(join(sandbox.folder, `titles-${w}`), titles.join(""));
  });
  const run = sandbox.shell(
    `for list in ${lists.join(" ")}; do
      xargs -a $list -d '\\n' -n 1 git commit -q --allow-empty -m 2>/dev/null &
    done; wait`,
  );
  expect(run.status).toBe(0);
  const titles = sandbox.events().map(({ Attributes }) => String(Attributes["interlock.message.title"]));
  expect(titles).toHaveLength(writers * each);
  const seen = new Set(titles.map((title) => /^bad (\d+-\d+) 0*$/.exec(title)?.[1]));
  expect(seen.size).toBe(writers * each);
}
