/**
 * Handlers that cannot run at the point they are declared for.
 */
import { finalizePoint } from "../core/hook-points.ts";
import { pointOf } from "../lifecycle/all-points.ts";
import type { Finding } from "./files/problem-at.ts";
import type { WrittenHook } from "./plugins/written-hook.ts";

export function whyMisplaced(
  { id, point, handler, match }: WrittenHook,
  kind: string,
  inLibrary: boolean,
): Finding | null {
  const { mode, fired: isFired } = pointOf(point);
  // Through the library a program may fire any point.
  const fired = isFired && !inLibrary;
  if (fired && kind === "builtin")
    return {
      code: "program-misplaced",
      message: `'${id}' is a builtin at '${point}', which a git command fires: builtins run where an agent's runtime fires a point`,
      hint: "use 'effects' or a program, or move it: 'interlock hooks --points'",
    };
  const [condition] = Object.keys(match);
  if (fired && condition !== undefined)
    return {
      code: "program-misplaced",
      message: `'${id}' has 'match.${condition}' at '${point}': ${unknownInGit[condition] ?? "a git command has no such thing"}`,
      hint: "use 'when', or let the program look for itself and say nothing",
    };
  if (fired && handler.working_dir !== undefined)
    return {
      code: "program-misplaced",
      message: `'${id}' has a 'working_dir' at '${point}': at a commit a program runs at the top of the work tree, elsewhere where git or gh does`,
      hint: "take it out, and let the program change its folder",
    };
  if (fired && handler.dialect !== undefined)
    return {
      code: "program-misplaced",
      message: `'${id}' has a 'dialect' at '${point}': no agent's runtime has an event for it`,
      hint: "take it out: the program reads interlock's own input there, and may answer in any dialect",
    };
  if (handler.deterministic === true && point !== finalizePoint)
    return {
      code: "program-misplaced",
      message: `'${id}' is 'deterministic' at '${point}': only what '${finalizePoint}' makes of a message can be checked later`,
      hint: "take it out, or move the hook",
    };
  if (mode === "chain-sync" && kind === "command")
    return {
      code: "program-misplaced",
      message: `'${id}' is at '${point}', which is synchronous: no program can run there, only builtins and functions`,
      hint: "move it to 'tool.call.after' or 'message.sending'",
    };
  return null;
}

/** Why a condition on the payload cannot be asked where git or gh fires a point. */
const unknownInGit: { [condition: string]: string } = {
  only_if_changed_paths:
    "which files a commit changes is known only once git has made its index; a program is told ('metadata.changedPaths')",
};
