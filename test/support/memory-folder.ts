import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
const roomNeeded = 1e9;

/**
 * The folder for temporary files: in memory if there is room for them, because git waits for the disk
 * whenever it writes a ref. A TMPDIR that somebody has set is left as it is.
 */
export function chooseTemporaryFolder(): string {
  return process.env["TMPDIR"] === undefined && canHoldTests(inMemory) ? inMemory : tmpdir();
}

/** Containers often give it 64 MB, and some mount it without the right to run programs. */
function canHoldTests(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomNeeded && canRunPrograms(folder);
  } catch {
    return false;
  }
}

function canRunPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, "interlock-tried-"));
  try {
    const program = join(own, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
