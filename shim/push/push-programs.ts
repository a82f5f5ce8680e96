/** `push.before`: programs that see a push which the gate lets pass. */
import { pushPoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { branchOf } from "../git/branch.ts";
import { identReader } from "../git/idents.ts";
import { askRemotes } from "../git/remotes.ts";
import { findRepository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import { fires } from "../plan/open-command.ts";
import type { Findings } from "../report/report.ts";
import { known } from "../rules/commit-metadata.ts";
import { runPrograms } from "../rules/run-programs.ts";

interface AnnouncedPush {
  /** The remote's name; its address if it has none. */
  remote: string;
  url: string;
  /** As git tells them to a pre-push hook: local ref, its id, remote ref, its id (githooks(5)). */
  lines: readonly string[];
  isSealed: boolean;
}

type Said = Pick<Findings, "problems" | "warnings" | "trace">;

const nothing: Said = { problems: [], warnings: [], trace: [] };

export function askAboutPush(host: Host, plan: Plan, push: AnnouncedPush): Said {
  const { remote, url, lines, isSealed } = push;
  if (!fires(plan, pushPoint) || lines.length === 0) return nothing;
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { ...nothing, problems: [sealed.problem] };
  const values = makeValues(plan, sealed.values, (name) => host.env(name), identReader(host, [], null));
  const facts = {
    commit: () => null,
    remotes: () => askRemotes(host, []).concat(remoteName(url)),
  };
  const payload = {
    refs: lines.map(decodeUtf8),
    remote: decodeUtf8(remote),
    metadata: known({ remote, url, ...placeOf(host) }),
  };
  const { problems, warnings, trace } = runPrograms(
    host,
    plan,
    pushPoint,
    payload,
    { values, facts, isSealed },
    "nothing",
  );
  return plan.mode === "report"
    ? { problems: [], warnings: warnings.concat(problems), trace }
    : { problems, warnings, trace };
}

/** In a hook git has told where the repository is; a sender knows no more than its folder. */
function placeOf(host: Host): { repository: string; branch: string } {
  const found = findRepository(host, [], true);
  return typeof found === "string"
    ? { repository: "", branch: "" }
    : { repository: found.top, branch: branchOf(host, found.gitDir) };
}
