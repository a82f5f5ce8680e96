/**
 * Tells the native binary that leads this process (shim/native/programs/lead-verb.c) that Node has started. What goes wrong from now on
 * is said here.
 */
import { closeSync, writeSync } from "node:fs";

export function sayReady(): void {
  const fd = Number(process.env["INTERLOCK_READY"]);
  delete process.env["INTERLOCK_READY"];
  if (!Number.isInteger(fd) || fd < 3) return;
  try {
    writeSync(fd, ".");
    closeSync(fd);
  } catch {
    // Nobody leads it: the variable is a caller's.
  }
}
