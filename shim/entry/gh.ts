/** A command of gh that may send a text of ours: decide, say what there is to say, and hand the decision back. */
import { decideGh } from "../commands/gh/decide.ts";
import type { Decision, Host } from "../host.ts";
import { finish } from "../report/notices.ts";

export function runGh(host: Host): Decision {
  return finish(host, decideGh(host, false).report);
}
