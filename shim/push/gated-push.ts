/** Which pushes are judged, what cannot be judged, and whether a command line makes git run our hook. */
import { finalizePoint, pushPoint } from "../../engine/core/hook-points.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import { readPushLine } from "../git/push-line.ts";
import { withoutUses } from "../git/edit-argv.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { ArgvWord, Decision } from "../host.ts";
import { fires, type OpenCommand } from "../plan/open-command.ts";
import { hooksRoot, listBakedFolders } from "../seal/baked-hooks.ts";
import type { Seal } from "../seal/seal.ts";

/** Must a push stop at our hook: to have its commits judged, or to ask a program at `push.before`? */
export function isGated({ plan }: Pick<OpenCommand, "plan">): boolean {
  return judgesCommits(plan) || fires(plan, pushPoint);
}

/** True if an effect or a program stands at `commit.message.finalize`, unless `push.verify` is `off`. */
function judgesCommits(plan: Plan): boolean {
  return fires(plan, finalizePoint) && plan.pushVerify !== "off";
}

/** Has git trace its packets: our pre-push hook reads the remote's refs from that trace. */
export function withPacketTrace(decision: Decision): Decision {
  return decision.action === "exec" ? { ...decision, traced: true } : decision;
}

/**
 * The program that signs a push writes into what is sent: its output may name further refs, which no hook is told of
 * (generate_push_cert in git's send-pack.c).
 */
export function signedPush(): Problem {
  return {
    code: "push-signed",
    message: "a signed push cannot be judged: the program that signs could add refs to it",
    hint: "push without --signed",
    source: "",
  };
}

/** Since 2.54 git runs such hooks itself, with its connection open; no setting switches off all of them. */
export function runsHookOfSetting(key: string): Problem {
  return {
    code: "sends-past-gate",
    message:
      "git would run the hook of the setting '" +
      key +
      "' with its connection, and what that sends cannot be judged",
    hint:
      "make it a file in the hooks folder, such as .git/hooks/pre-push, and unset it: git config --unset-all " +
      quoteWord(key),
    source: "",
  };
}

/** Overrides the setting `push.gpgSign`. A line that asks for a signature itself is refused before. */
export const withoutSignature = "--no-signed";

/** The edits that remove `--no-verify`; null if it is not given. */
export function editsToDropNoVerify(
  argv: readonly string[],
  first: number,
): { [index: number]: ArgvWord[] } | null {
  const line = readPushLine(argv, first);
  if (line !== null) return line.noVerify ? withoutUses(argv, line.verifyUses) : null;
  // A newer git may have an option that we do not know.
  const edits: { [index: number]: ArgvWord[] } = {};
  let isThere = false;
  for (let i = first; i < argv.length && argv[i] !== "--"; i++) {
    if (!/^--no-veri(?:f|fy)?$/.test(argv[i] as string)) continue;
    edits[i] = [];
    isThere = true;
  }
  return isThere ? edits : null;
}

/** Does this `git push` command line make git run a baked pre-push hook? */
export function givesBakedHook(words: readonly string[], seal: Seal): boolean {
  const globals = parseGlobalOptions(words);
  if (globals === null || words[globals.commandIndex] !== "push") return false;
  if (editsToDropNoVerify(words, globals.commandIndex + 1) !== null) return false;
  // The last setting wins, and ours is the last one before the command.
  const last = globals.options[globals.options.length - 1];
  const setting = "core.hooksPath=" + hooksRoot(seal) + "/";
  if (!last || last.name !== "-c" || !last.value.startsWith(setting)) return false;
  const folder = last.value.slice(setting.length);
  return listBakedFolders().some(({ name, links }) => name === folder && links.indexOf("pre-push") >= 0);
}
