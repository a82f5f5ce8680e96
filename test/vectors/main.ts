/** Entry of the vectors' bytecode: runs them all and prints the outputs as JSON in ASCII. */
import { asciiJson } from "../../engine/core/bytes.ts";
import type { Decision, Host } from "../../shim/host.ts";
import { probeHost } from "./host-probe.ts";
import { runAll } from "./subjects.ts";

export function main(host: Host): Decision {
  const wanted = host.argv[1] === "host" ? probeHost(host, host.argv[2] as string) : runAll();
  host.write(1, asciiJson(wanted));
  return { action: "exit", status: 0 };
}
