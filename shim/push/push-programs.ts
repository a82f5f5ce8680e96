/** `push.before`: programs that see a push which the gate lets pass. */
import { pushPoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import { branchOf } from "../git/branch.ts";
import { identReader } from "../git/idents.ts";
import { askRemotes } from "../git/remotes.ts";
import { findRepository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { fires } from "../plan/open-command.ts";
import type { Findings } from "../report/report.ts";
import { known } from "../rules/commit-metadata.ts";
import { firePoint } from "../rules/fire-point.ts";

interface AnnouncedPush {
  /** The remote's name; its address if it has none. */
  remote: string;
  url: string;
  /** As git tells them to a pre-push hook: local ref, its id, remote ref, its id (githooks(5)). */
  lines: readonly string[];
  isSealed: boolean;
}

type Said = Pick<Findings, "problems" | "warnings" | "trace">;

export function askAboutPush(host: Host, plan: Plan, push: AnnouncedPush): Said {
  const { remote, url, lines, isSealed } = push;
  if (!fires(plan, pushPoint) || lines.length === 0) return { problems: [], warnings: [], trace: [] };
  return firePoint(host, plan, {
    point: pushPoint,
    given: lines,
    kind: null,
    remotes: () => askRemotes(host, []).concat(remoteName(url)),
    ident: identReader(host, [], null),
    isSealed,
    surroundings: {
      place: null,
      metadata: () => known({ remote, url, ...placeOf(host) }),
      fields: { remote: decodeUtf8(remote) },
    },
  }).findings;
}

/** In a hook git has told where the repository is; a sender knows no more than its folder. */
function placeOf(host: Host): { repository: string; branch: string } {
  const found = findRepository(host, [], true);
  return typeof found === "string"
    ? { repository: "", branch: "" }
    : { repository: found.top, branch: branchOf(host, found.gitDir) };
}
