/** Entry of the vectors' bytecode: runs them all and prints the outputs as JSON in ASCII. */
import { asciiJson } from "../../engine/core/bytes.ts";
import type { Decision, Host } from "../../shim/host.ts";
import { probeHost, probePackets } from "./host-probe.ts";
import { beginAgainAndAgain, probeObjects } from "./object-probe.ts";
import { runAll } from "./subjects.ts";

export function main(host: Host): Decision {
  if ((host.argv[0] as string).endsWith("/pre-push")) {
    host.write(2, host.readTrace() ?? "nobody can say\n");
    return { action: "exit", status: 0 };
  }
  if (host.argv[1] === "traced")
    return { action: "exec", argv: ["git"].concat(host.argv.slice(2)), stdin: null, traced: true };
  host.write(1, asciiJson(answer(host, host.argv[1] as string)));
  return { action: "exit", status: 0 };
}

function answer(host: Host, mode: string): unknown {
  if (mode === "packets") return probePackets(host);
  if (mode === "objects") return probeObjects(host);
  if (mode === "objects-again") return beginAgainAndAgain(host);
  return mode === "host" ? probeHost(host, host.argv[2] as string) : runAll();
}
