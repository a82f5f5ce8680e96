/** Reads the objects that standard input names, by a line of words for rev-list, or by a first line that is empty. */
import type { Host } from "../../shim/host.ts";

interface Seen {
  id: string;
  type: string;
  body: string;
}

export function probeObjects(host: Host): { status: number; objects: Seen[] } {
  const [words = "", ...lines] = (host.readStdin() as string).split("\n");
  const only = ["PATH", "HOME", "PROBE_*", "GIT_CONFIG_*"];
  // One that is not read to its end: nothing of it may show in the next.
  host.startObjects(null, lines.join("\n"), { only });
  const status = host.startObjects(words === "" ? null : words.split(" "), lines.join("\n"), { only });
  const objects: Seen[] = [];
  for (let lot = host.readObjects(); lot.length > 0; lot = host.readObjects()) {
    host.beginLot();
    // Long ones are compared by their checksum.
    for (const { id, type, body } of lot)
      objects.push({ id, type, body: body.length < 1000 ? body : body.length + " " + host.checksum(body) });
  }
  return { status, objects: objects.concat(host.readObjects()) };
}
