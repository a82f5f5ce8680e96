/** Entry of the vectors' bytecode: runs them all and prints the outputs as JSON in ASCII. */
import type { Decision, Host } from "../../shim/host.ts";
import { probeHost } from "./host-probe.ts";
import { runAll } from "./subjects.ts";

export function main(host: Host): Decision {
  const wanted = host.argv[1] === "host" ? probeHost(host, host.argv[2] as string) : runAll();
  host.write(1, toAscii(JSON.stringify(wanted)));
  return { action: "exit", status: 0 };
}

function toAscii(json: string): string {
  return json.replace(/[^\x00-\x7e]/g, (unit) => "\\u" + ("000" + unit.charCodeAt(0).toString(16)).slice(-4));
}
