/**
 * The Node host as a program, because it needs its own standard input:
 *   probe <folder>                       what host-probe.ts asks, as JSON
 *   objects                              what object-probe.ts reads
 *   packets                              the lengths of packets
 *   explain <prefix> <arguments of interlock>  the dry run, decided on Node; its cold side is the prefix's
 */
import { join } from "node:path";
import { asciiJson } from "../../engine/core/bytes.ts";
import { runExplain } from "../../shim/entry/explain.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { probeHost, probePackets } from "../vectors/host-probe.ts";
import { probeObjects } from "../vectors/object-probe.ts";

const [mode, folder = "", ...words] = process.argv.slice(2);
if (mode === "explain") {
  const cold = join(folder, "lib", "interlock", "cold", "cli.cjs");
  const host = createNodeHost({
    argv: ["interlock", "explain", ...words.map((word) => Buffer.from(word).toString("latin1"))],
    program: words[words.indexOf("--") + 1] ?? "git",
    ownFolder: join(folder, "bin"),
    coldCommand: [process.execPath, cold],
  });
  const decision = runExplain(host);
  process.exitCode = decision.action === "exit" ? decision.status : 0;
} else {
  const host = createNodeHost({ argv: ["git"] });
  const probes: { [mode: string]: () => unknown } = {
    probe: () => probeHost(host, folder),
    objects: () => probeObjects(host),
    packets: () => probePackets(host),
  };
  host.write(1, asciiJson(probes[mode as string]?.()));
}
