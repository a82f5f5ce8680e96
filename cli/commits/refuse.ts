/**
 * How a verb ends that works on commits, and cannot say or do what was asked.
 */
import { badRange, cannot } from "../../shim/verify/status.ts";
import { complain } from "../complain.ts";
import { WalkFailure } from "./walk-failure.ts";

export type { Refusal } from "../exit-status.ts";

export function refuse(message: string, hint: string): number {
  complain("not-possible", message, hint);
  return cannot;
}

/** Gives what `work` gives, or the status of a range that git cannot walk. */
export async function refuseBadRange(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WalkFailure)) throw error;
    const { message, hint } = badRange(error.message);
    return refuse(message, hint);
  }
}
