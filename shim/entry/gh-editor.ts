/**
 * gh calls the binary as its editor: `interlock gh-editor body|titled <editor> <repository> <file>`. The caller's own editor
 * runs as gh would run it, then the rules see the description that it left. `repository` is `HOST/OWNER/NAME` if the line
 * of gh names one, or empty.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import { renderCode } from "../../engine/core/problem.ts";
import { noGlobals } from "../commands/gh/decide.ts";
import { makeRules } from "../commands/gh/rules.ts";
import { joinTitledText, splitTitledText } from "../gh/commit-text.ts";
import { splitShellWords } from "../gh/shell-words.ts";
import { identReader } from "../git/idents.ts";
import { lookupsBeforeGit } from "../hooks/commit-lookups.ts";
import { exitLikeChild } from "../hooks/own-hook.ts";
import type { Decision, Host } from "../host.ts";
import { openPlan } from "../plan/open-command.ts";
import { finishInHook } from "../report/notices.ts";
import { makeReport, refuseWith, type Outcome } from "../report/report.ts";

export function runGhEditor(host: Host): Decision {
  const [, , form, editor = "", named = "", path = ""] = host.argv;
  const words = splitShellWords(editor) || [];
  if (path === "" || words.length === 0) {
    host.write(
      2,
      "interlock: error: 'gh-editor' is for gh alone, which the shim tells how to call it " +
        renderCode("wrong-usage") +
        "\nhint: gh pr create\n",
    );
    return { action: "exit", status: 129 };
  }
  const run = ["sh", "-c", 'exec "$@"', "sh"].concat(words, path);
  const status = host.runProgram("/bin/sh", run, { GH_EDITOR: editor });
  if (status !== 0) return exitLikeChild(host, editor, status);
  const { plan, repository, layers, planState } = openPlan(host, noGlobals, false);
  const about = { command: "gh", place: () => host.cwd(), hook: "gh-editor" };
  const done: Outcome = {
    strategy: "inject",
    reason: "",
    decision: { action: "exit", status: 0 },
    quiet: false,
  };
  if (plan === null)
    return finishInHook(
      host,
      makeReport(planState, planState.problems.length > 0 ? refuseWith(done, planState.problems) : done),
      about,
    );
  const content = host.readFile(path);
  // gh cannot read it either.
  if (typeof content === "number") return done.decision;
  const here = repository && lookupsBeforeGit(host, noGlobals, repository, null);
  const rules = makeRules(host, plan, {
    remotes: named === "" && here ? here.remotes : () => (named === "" ? [] : [named]),
    ident: here ? here.ident : identReader(host, [], null),
    isSealed: layers.seal !== null,
    repository,
  });
  const titled = splitTitledText(content);
  const isTitled = form === "titled";
  // Without a title gh gives up.
  const isEmpty = isTitled && titled.title === "" && titled.body === "";
  const before = isTitled ? titled.body : content;
  const after = isEmpty || rules.found.problems.length > 0 ? before : rules.description(before);
  const { problems, trace, warnings, message } = rules.found;
  const outcome: Outcome = { ...done, trace, warnings, message };
  if (problems.length > 0)
    return finishInHook(host, makeReport(planState, refuseWith(outcome, problems)), about);
  const text = isTitled ? joinTitledText(titled.title, after, titled.tail) : after;
  const failure = after === before ? 0 : host.writeFile(path, text);
  if (failure === 0) return finishInHook(host, makeReport(planState, outcome), about);
  const unwritable = {
    code: "message-unwritable" as const,
    message: "the file with the description cannot be written: " + describeErrno(failure),
    hint: "make room on the disk, or the file writable, and try again",
    source: path,
  };
  return finishInHook(host, makeReport(planState, refuseWith(outcome, [unwritable])), about);
}
