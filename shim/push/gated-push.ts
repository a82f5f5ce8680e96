/**
 * A `git push` that is judged: what says so, and how its command line shows that our hook is asked.
 */
import { parseGlobalOptions } from "../git/global-options.ts";
import { readPushLine } from "../git/push-line.ts";
import { withoutUses } from "../git/edit-argv.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { ArgvWord, Decision } from "../host.ts";
import { finalizePoint, type OpenCommand } from "../plan/open-command.ts";
import { hooksRoot, listBakedFolders } from "../seal/baked-hooks.ts";
import type { Seal } from "../seal/seal.ts";

/** Is what leaves judged: is there a rule that a commit can be judged by, and is it asked for? */
export function isGated({ plan }: OpenCommand): boolean {
  return !!plan.points[finalizePoint] && plan.pushVerify !== "off";
}

/** For what may be a push: our hook reads from git's packets what the remote has. */
export function traced(decision: Decision): Decision {
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

/** Behind all other options it overrides them, and the setting `push.gpgSign`. */
export const withoutSignature = "--no-signed";

/** The edits that take it off; null if it is not there. */
export function skippedVerify(
  argv: readonly string[],
  first: number,
): { [index: number]: ArgvWord[] } | null {
  const line = readPushLine(argv, first);
  if (line !== null) return line.noVerify ? withoutUses(argv, line.verifyUses) : null;
  // A newer git may know an option that we do not.
  const edits: { [index: number]: ArgvWord[] } = {};
  let isThere = false;
  for (let i = first; i < argv.length && argv[i] !== "--"; i++) {
    if (!/^--no-veri(?:f|fy)?$/.test(argv[i] as string)) continue;
    edits[i] = [];
    isThere = true;
  }
  return isThere ? edits : null;
}

/** Does a `git push`, by its command line, ask a baked pre-push hook? */
export function givesBakedHook(words: readonly string[], seal: Seal): boolean {
  const globals = parseGlobalOptions(words);
  if (globals === null || words[globals.commandIndex] !== "push") return false;
  if (skippedVerify(words, globals.commandIndex + 1) !== null) return false;
  // The last one counts; ours is put before the command.
  const last = globals.options[globals.options.length - 1];
  const setting = "core.hooksPath=" + hooksRoot(seal) + "/";
  if (!last || last.name !== "-c" || !last.value.startsWith(setting)) return false;
  const folder = last.value.slice(setting.length);
  return listBakedFolders().some(({ name, links }) => name === folder && links.indexOf("pre-push") >= 0);
}
