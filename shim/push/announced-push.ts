/** A push as the one who sends it announces it. */
import type { Seal } from "../seal/seal.ts";
import type { Advertised } from "./advertised.ts";
import type { Update } from "./updates.ts";

export interface Push {
  /** The address of the push. */
  url: string;
  /** The remote as the command names it, if known. */
  remote?: string;
  /** A `git send-pack` that was not started by a push. */
  isSendPack?: boolean;
  gitDir: string;
  updates: readonly Update[];
  /** The remote's refs; null if unknown. */
  advertised: Advertised | null;
  seal: Seal | null;
  /** git only reports what it would do, and sends nothing. */
  isDryRun: boolean;
}
