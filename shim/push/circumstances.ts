/** What hints about a push depend on, beside the commits. */
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import type { OutgoingPush } from "./announced-push.ts";
import type { Remote } from "./trusted-remotes.ts";

export interface Circumstances extends Pick<OutgoingPush, "gitDir" | "url" | "remote" | "consequence"> {
  plan: Plan;
  /** The repository's other remotes, and the trusted ones among them that could not be reached. */
  remotes: readonly Remote[];
  unreached: readonly Remote[];
}

/** A `cd` to the top folder; empty if it is not needed, or unknown. */
export function changeFolder(host: Host): string {
  const shell = host.realPath(host.env("PWD") ?? "");
  const top = host.cwd();
  const isBelow = shell === null || (shell + "/").startsWith(top === "/" ? top : top + "/");
  return isBelow ? "" : "cd " + quoteWord(top) + " && ";
}
