/**
 * git calls the binary under the name of a hook, or as the editor: the repository's own hook first, then the rules over
 * the message file. `pre-push` has an entry of its own.
 */
import type { Decision, Host } from "../host.ts";
import { readCall, type Call } from "../hooks/hook-context.ts";
import { editMessage } from "../hooks/edit-message.ts";
import { applyRules } from "../hooks/apply-rules.ts";
import { editorName, type HookName } from "../git/hook-names.ts";
import { becomeHook, endLike, findOwnHook, runOwnHook } from "../hooks/own-hook.ts";
import { finalizePoint, preparePoint } from "../plan/open-command.ts";

export function runHook(host: Host): Decision {
  const call = readCall(host);
  const path = host.argv[0] as string;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (call === null) return { action: "exit", status: 128 };
  if (name === editorName) return editMessage(host, call);
  return runAsHook(host, call, name as HookName);
}

function runAsHook(host: Host, call: Call, name: HookName): Decision {
  const point = pointOf(host, call, name);
  const own = findOwnHook(host, call, name);
  if (point === null) return own === null ? { action: "exit", status: 0 } : becomeHook(host, own);
  const status = own === null ? 0 : runOwnHook(host, own);
  if (own !== null && status !== 0) return endLike(host, own, status);
  return applyRules(host, call, point, host.argv[1] as string);
}

/** Which hook point fires in this hook, or null if it is only passed on. */
function pointOf(host: Host, call: Call, name: HookName): string | null {
  if (call.last.indexOf(name) >= 0) return finalizePoint;
  const isDraft = name === "prepare-commit-msg" && call.prepares && host.env("GIT_EDITOR") !== ":";
  return isDraft ? preparePoint : null;
}
