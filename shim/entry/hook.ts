/**
 * Entry for git hooks and for the wrapped editor: git runs the binary under that name. Runs the repository's
 * own hook first, then the rules over the message file. pre-push.ts handles `pre-push`.
 */
import { finalizePoint, preparePoint, type HookPointName } from "../../engine/core/hook-points.ts";
import type { Decision, Host } from "../host.ts";
import { noContext, readHookContext, type HookContext } from "../hooks/hook-context.ts";
import { readPathsBeforeOwnHook } from "../hooks/commit-paths.ts";
import { editMessage } from "../hooks/edit-message.ts";
import { applyRules } from "../hooks/apply-rules.ts";
import { editorName, type HookName } from "../git/hook-names.ts";
import { execOwnHook, exitLikeChild, findOwnHook, runOwnHook } from "../hooks/own-hook.ts";
import { endWith } from "../report/notices.ts";

export function runHook(host: Host): Decision {
  const context = readHookContext(host);
  const path = host.argv[0] as string;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (context === null) return endWith(host, noContext(host));
  if (name === editorName) return editMessage(host, context);
  return runAsHook(host, context, name as HookName);
}

function runAsHook(host: Host, context: HookContext, name: HookName): Decision {
  const point = pointOf(host, context, name);
  const own = findOwnHook(host, context, name);
  if (point === null) return own === null ? { action: "exit", status: 0 } : execOwnHook(host, own);
  const paths = own === null ? null : readPathsBeforeOwnHook(host, context, name);
  const status = own === null ? 0 : runOwnHook(host, own);
  if (own !== null && status !== 0) return exitLikeChild(host, own, status);
  // git am names no file to its pre-applypatch.
  const path = host.argv[1] ?? context.gitDir + "/rebase-apply/final-commit";
  return applyRules(host, context, { point, path, paths });
}

/** The hook point that fires in this hook; null if only the repository's own hook runs. */
function pointOf(host: Host, context: HookContext, name: HookName): HookPointName | null {
  if (context.enforcingHooks.indexOf(name) >= 0) return finalizePoint;
  const isDraft = name === "prepare-commit-msg" && context.prepares && host.env("GIT_EDITOR") !== ":";
  return isDraft ? preparePoint : null;
}
