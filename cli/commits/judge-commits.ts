/**
 * Judges commits by a plan, one after the other.
 */
import { whyLeftAlone } from "../../engine/core/author-scope.ts";
import { judgeMessage, type Judgement } from "../../engine/core/fixpoint.ts";
import type { JudgeContext } from "../../engine/core/judged-here.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { parseNullList } from "../../shim/git/ask-git.ts";
import { identReader } from "../../shim/git/idents.ts";
import { askRemotes } from "../../shim/git/remotes.ts";
import type { Host } from "../../shim/host.ts";
import { createDecoder } from "./decode-bytes.ts";
import { createQuickJudge } from "./quick-judge.ts";
import { encodingOf, identOf, isAsciiBased, isMerge, type Commit } from "../../shim/git/commit-object.ts";

export type Verdict =
  | ({ kind: "judged"; /** As UTF-8. */ message: string } & Judgement)
  /** The rules are not for it. */
  | { kind: "left"; reason: string }
  /** Nobody can say. */
  | { kind: "unreadable"; reason: string };

export function createJudge(
  host: Host,
  plan: Plan,
  sealed: { [name: string]: string },
  remotes: () => string[] | null,
): (commit: Commit) => Verdict {
  let current: Commit = { id: "", header: "", separator: "", message: "" };
  let decode = asItIs;
  const self = identReader(host, [], null);
  const values = makeValues(
    plan,
    sealed,
    (name) => host.env(name),
    (which) => decode(identOf(current, which)),
  );
  const context: JudgeContext = {
    values,
    isMerge: false,
    remotes,
    commentChar: readCommentChar(host),
  };
  const judgeQuickly = createQuickJudge(
    plan,
    context,
    () => `${decode(identOf(current, "author"))}\n${decode(identOf(current, "committer"))}`,
  );
  const isForAll = plan.scope === "all" && plan.trustAuthors === undefined;

  return (commit) => {
    current = commit;
    // These two are another's now.
    values.known["git.author"] = undefined;
    values.known["git.committer"] = undefined;
    const encoding = encodingOf(commit);
    const decoder = encoding === null ? asItIs : createDecoder(encoding);
    if (decoder === null)
      return { kind: "unreadable", reason: `its encoding '${encoding}' is not known here` };
    decode = decoder;
    const left = isForAll
      ? null
      : whyLeftAlone(plan, decode(identOf(commit, "author")), () => self("committer"));
    if (left !== null) return { kind: "left", reason: left };
    if (commit.message.includes("\0"))
      return { kind: "unreadable", reason: "its message has a NUL byte, where git stops reading" };
    context.isMerge = isMerge(commit);
    const message = decode(commit.message);
    const judgement = judgeQuickly(message) ?? judgeMessage(plan, message, context);
    // While it was committed the rules saw the bytes as they were. Whoever reads it must see them too.
    const isCleanAsBytes =
      (encoding === null || isAsciiBased(encoding)) &&
      judgement.violations.length > 0 &&
      message !== commit.message &&
      judgeMessage(plan, commit.message, context).violations.length === 0;
    return { kind: "judged", message, ...judgement, ...(isCleanAsBytes ? { violations: [] } : {}) };
  };
}

function asItIs(bytes: string): string {
  return bytes;
}

/** Those of the repository, asked once. */
export function remotesOf(host: Host): () => string[] {
  let known: string[] | undefined;
  return () => (known ??= askRemotes(host, []));
}

function readCommentChar(host: Host): string {
  const asked = host.runGit(["config", "--null", "--get-regexp", "^core\\.comment(char|string)$"]);
  const value = parseNullList(asked.stdout).at(-1)?.value ?? "";
  return value === "" || value === "auto" ? "#" : value;
}
