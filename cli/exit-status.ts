/**
 * How a verb ends when it cannot do what was asked.
 */
import { sayError } from "./output.ts";

export const badSetUp = 128;
export const wrongUsage = 129;

/** Says what is wrong with the command line, and what to write. */
export function refuseCall(message: string, hint: string): number {
  sayError(`interlock: error: ${message}\nhint: ${hint}\n`);
  return wrongUsage;
}
