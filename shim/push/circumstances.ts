/** What hints about a push depend on, beside the commits. */
import type { Plan } from "../../engine/core/plan.ts";
import type { Remote } from "./trusted-remotes.ts";

/** What becomes of a push with such commits. `dry run`: git sends nothing anyway. */
export type Consequence = "refused" | "sent" | "dry run";

export interface Circumstances {
  plan: Plan;
  gitDir: string;
  url: string;
  /** The remote as the push names it: a configured one, or an address. */
  remote: string;
  consequence: Consequence;
  /** Others of the repository, and those among them that would have counted and could not be asked. */
  remotes: readonly Remote[];
  unreached: readonly Remote[];
}
