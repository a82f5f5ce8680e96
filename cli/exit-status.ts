/**
 * How a verb ends when it cannot do what was asked.
 */
import { complain } from "./complain.ts";

export const badSetUp = 128;
export const wrongUsage = 129;

export type { Refusal } from "../shim/verbs/verb-form.ts";

/** Says what is wrong with the command line, and what to write. */
export function refuseCall(message: string, hint: string): number {
  complain("wrong-usage", message, hint);
  return wrongUsage;
}
