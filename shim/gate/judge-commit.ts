/**
 * Judges single commits by the plan, as `interlock verify` does, with what a hook knows.
 */
import { whyLeftAlone } from "../../engine/core/author-scope.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { judgeMessage } from "../../engine/core/fixpoint.ts";
import type { JudgeContext, NotJudged } from "../../engine/core/judged-here.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { encodingOf, identOf, isAsciiBased, isMerge, type Commit } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import { askRemotes } from "../git/remotes.ts";
import type { Host } from "../host.ts";

/** What is wrong with a commit, or what nobody can say of it. */
export interface Fault {
  /** The contribution, or empty. */
  id: string;
  source: string;
  plugin?: string;
  message: string;
  kind: "broken" | "unjudged";
}

export type CommitJudge = (commit: Commit) => Fault[];

/** `url`: where the push goes. `onSkipped` hears of rules that may not be in force here, for each commit anew. */
export function createJudge(
  host: Host,
  plan: Plan,
  sealed: { [name: string]: string },
  url: string,
  onSkipped: (skipped: NotJudged) => void,
): CommitJudge {
  let current: Commit = { id: "", header: "", separator: "", message: "" };
  let remotes: string[] | null = null;
  const self = identReader(host, [], null);
  const values = makeValues(
    plan,
    sealed,
    (name) => host.env(name),
    (which) => identOf(current, which),
  );
  const context: JudgeContext = {
    values,
    isMerge: false,
    // Those that counted when the commits were made, and the one they are for.
    remotes: () => (remotes = remotes ?? askRemotes(host, []).concat(remoteName(url))),
    commentChar: "#",
  };
  const isForAll = plan.scope === "all" && plan.trustAuthors === undefined;

  return (commit) => {
    current = commit;
    // These two are another's now.
    values.known["git.author"] = undefined;
    values.known["git.committer"] = undefined;
    if (!isForAll && whyLeftAlone(plan, identOf(commit, "author"), () => self("committer")) !== null)
      return [];
    const { message } = commit;
    if (message.includes("\0")) return [unjudged("its message has a NUL byte, where git stops reading")];
    const encoding = encodingOf(commit);
    if (encoding !== null && !isAsciiBased(encoding))
      return [unjudged("its encoding '" + encoding + "' is not one that rules can be read in")];
    context.isMerge = isMerge(commit);
    const { violations, notJudged } = judgeMessage(plan, message, context);
    const faults: Fault[] = [];
    if (violations.length > 0 && !isCleanAsText(plan, commit, context)) {
      for (const { id, source, plugin, message: words } of violations)
        faults.push({ id, source, plugin, message: words, kind: "broken" });
    }
    for (const rule of notJudged) {
      if (rule.stopsCommits)
        faults.push({ ...unjudged(rule.reason), id: rule.id, source: rule.source, plugin: rule.plugin });
      else if (rule.cause === "unknown-here") onSkipped(rule);
    }
    return faults;
  };
}

function unjudged(message: string): Fault {
  return { id: "", source: "", message, kind: "unjudged" };
}

/** The rules may have seen the message before git encoded it. Of other encodings nothing is known here. */
function isCleanAsText(plan: Plan, commit: Commit, context: JudgeContext): boolean {
  const encoding = encodingOf(commit);
  if (encoding === null || !/^(?:iso-?8859-1|latin-?1)$/i.test(encoding)) return false;
  return judgeMessage(plan, encodeUtf8(commit.message), context).violations.length === 0;
}
