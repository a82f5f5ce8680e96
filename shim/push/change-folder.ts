/**
 * What a command of a hint begins with where the push came from another folder, as with `git -C <folder> push`: a shell
 * that it is pasted into stands there. git runs hooks at the top of the work tree, and leaves the shell's PWD as it is.
 */
import type { Host } from "../host.ts";
import { quoteWord } from "../report/quote-words.ts";

/** Empty if there is no need, or nobody knows. */
export function changeFolder(host: Host): string {
  const shell = host.realPath(host.env("PWD") ?? "");
  const top = host.cwd();
  const isBelow = shell === null || (shell + "/").startsWith(top === "/" ? top : top + "/");
  return isBelow ? "" : "cd " + quoteWord(top) + " && ";
}
