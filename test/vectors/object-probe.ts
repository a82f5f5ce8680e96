/**
 * Reads the objects that standard input names, by a line of words for rev-list, or by a first line that is empty. Words
 * that begin with `print` are for commits as git prints them.
 */
import type { Host } from "../../shim/host.ts";

interface Seen {
  id: string;
  type: string;
  body: string;
  isPlain?: boolean;
}

export function probeObjects(host: Host): { status: number; objects: Seen[]; listing?: number } {
  const [words = "", ...lines] = (host.readStdin() as string).split("\n");
  const only = ["PATH", "HOME", "PROBE_*", "GIT_CONFIG_*"];
  // One that is not read to its end: nothing of it may show in the next.
  host.startObjects(null, lines.join("\n"), { only });
  const [first, ...others] = words === "" ? [] : words.split(" ");
  const isPrint = first === "print";
  const listed = first === undefined ? null : [first].concat(others);
  const status = isPrint
    ? host.startCommits(["rev-list", "--header", "--encoding=none"].concat(others), lines.join("\n"), {
        only,
      })
    : host.startObjects(listed, lines.join("\n"), { only });
  const objects: Seen[] = [];
  for (let lot = host.readObjects(); lot.length > 0; lot = host.readObjects()) {
    host.resetDeadline();
    // Long ones are compared by their checksum.
    for (const { id, type, body, isPlain } of lot) {
      const shown = body.length < 1000 ? body : body.length + " " + host.checksum(body);
      objects.push(isPlain ? { id, type, body: shown, isPlain } : { id, type, body: shown });
    }
  }
  const read = { status, objects: objects.concat(host.readObjects()) };
  return isPrint ? { ...read, listing: host.listingStatus() } : read;
}

/** Begins many readings and reads none to its end; what is left of them then, in a process that git takes the place of. */
export function beginAgainAndAgain(host: Host): { children: string[]; isGrown: boolean } {
  const input = host.readStdin() as string;
  const descriptors = (): number => (host.listDirectory("/proc/self/fd") as string[]).length;
  host.startObjects([], input, { only: ["PATH", "HOME"] });
  const before = descriptors();
  for (let i = 0; i < 20; i++) {
    host.startObjects(i % 2 === 0 ? [] : null, input, { only: ["PATH", "HOME"] });
    if (i % 3 === 0) host.readObjects();
  }
  const isGrown = descriptors() > before;
  host.startObjects(null, "", { only: ["PATH", "HOME"] });
  while (host.readObjects().length > 0);
  const children = host.readFile("/proc/thread-self/children") as string;
  return { children: children.split(" ").filter(Boolean), isGrown };
}
