/** The probe of host-probe.ts on the Node host, as a program: it needs its own standard input. */
import { asciiJson } from "../../engine/core/bytes.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { probeHost } from "../vectors/host-probe.ts";

const host = createNodeHost({ argv: ["git"] });
host.write(1, asciiJson(probeHost(host, process.argv[2] ?? "")));
