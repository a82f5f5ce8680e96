/** A command of gh that may send a text of ours: decide, say what there is to say, and hand the decision back. */
import { decideGh } from "../commands/gh/decide.ts";
import type { Decision, Host } from "../host.ts";
import { finish } from "../report/notices.ts";

export function runGh(host: Host): Decision {
  return finish(host, decideGh(host, false).report, {
    command: ghCommand(host.argv),
    place: () => host.cwd(),
  });
}

/** As in `gh pr create`: the words before the first option. */
function ghCommand(argv: readonly string[]): string {
  const first = argv.map((word) => word.startsWith("-")).indexOf(true);
  const words = argv.slice(1, Math.min(first < 0 ? argv.length : first, 3));
  return ["gh"].concat(words).join(" ");
}
