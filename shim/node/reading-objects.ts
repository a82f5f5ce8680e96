/** Reads objects and commits by git, for `Host` on Node: everything is read at once, and taken in parts. */
import { notStarted, type Host, type ReadObject, type RunStatus } from "../host.ts";
import { toBuffer } from "./byte-strings.ts";
import { divideObjects, parseAnnounced, readChunk, readPrinted, splitObjects } from "./read-objects.ts";
import { runForBytes } from "./run-program.ts";

/** How many objects `readObjects` returns at a time. */
const objectsAtOnce = 500;

export function readingObjects(
  realProgram: () => string,
  place: Parameters<typeof runForBytes>[2],
): Pick<
  Host,
  "startObjects" | "startCommits" | "readObjects" | "awaitOutput" | "listingStatus" | "listingErrors"
> {
  let objects: ReadObject[] = [];
  /** Read when the objects before them have been taken. */
  let chunks: (() => ReadObject[])[] = [];
  let listing: RunStatus = notStarted;
  return {
    startObjects(words, stdin, read) {
      objects = [];
      chunks = [];
      const run = (args: readonly string[], input: Buffer): ReturnType<typeof runForBytes> =>
        runForBytes(realProgram(), args, place, read, input);
      const listed = words === null ? null : run(["rev-list", ...words, "--stdin"], toBuffer(stdin));
      const input = listed?.stdout ?? toBuffer(stdin);
      const checked = run(["cat-file", "--batch-check", "--buffer"], input);
      const readBatch = (ids: Buffer): Buffer => run(["cat-file", "--batch", "--buffer"], ids).stdout;
      const announced = parseAnnounced(checked.stdout, input);
      if (announced === null) objects = splitObjects(readBatch(input));
      else chunks = divideObjects(announced).map((each) => () => readChunk(each, readBatch));
      listing = notStarted;
      return checked.status === notStarted || listed?.status === notStarted ? notStarted : 0;
    },
    startCommits(words, stdin, read) {
      const { status, stdout } = runForBytes(realProgram(), words, place, read, toBuffer(stdin));
      objects = readPrinted(stdout);
      chunks = [];
      listing = status;
      return status === notStarted ? notStarted : 0;
    },
    awaitOutput: () => 0,
    listingStatus: () => listing,
    listingErrors: () => null,
    readObjects() {
      if (objects.length === 0) objects = chunks.shift()?.() ?? [];
      return objects.splice(0, objectsAtOnce);
    },
  };
}
