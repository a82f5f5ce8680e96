import { parseGlobalOptions } from "../git/global-options.ts";
import type { Seal } from "../seal/seal.ts";
import { hooksRoot, listBakedFolders } from "../seal/baked-hooks.ts";
import { skippedVerify } from "./skipped-verify.ts";

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
