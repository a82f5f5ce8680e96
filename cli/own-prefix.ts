import { dirname, resolve } from "node:path";

/** The prefix that this program is installed in: it lies in lib/interlock/cold. */
export function ownPrefix(): string {
  return resolve(dirname(process.argv[1] ?? process.execPath), "..", "..", "..");
}
