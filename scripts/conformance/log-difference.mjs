/** How the output of a script's commands differs between the two sides, as a unified diff. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../command.mjs";

export function renderLogDifference(script, real, shim) {
  const folder = mkdtempSync(join(tmpdir(), "interlock-conformance-log-"));
  try {
    const sides = { real, shim };
    for (const [name, log] of Object.entries(sides)) writeFileSync(join(folder, name), log, "latin1");
    const labels = Object.keys(sides).map((name) => `--label=${name}/${script}`);
    const diff = run("diff", ["-u", "-a", ...labels, "real", "shim"], { cwd: folder });
    return diff.ok ? `${script}: the output of all commands is the same` : diff.stdout.trimEnd();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
