// One line per check, and the counts for CI.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export class Results {
  constructor(file, say) {
    this.file = file;
    this.say = say;
    this.passed = 0;
    this.failed = 0;
    rmSync(file, { force: true }); // must not count results of an earlier run
  }

  /** `problem` is empty if the check passes. */
  add(name, problem = "") {
    this[problem === "" ? "passed" : "failed"] += 1;
    this.say(problem === "" ? `ok - ${name}` : `not ok - ${name}`);
    if (problem !== "") this.say(problem.trimEnd().replace(/^/gm, "    "));
  }

  /** The lines of a script that does many checks. If it aborts, some checks are missing: a failure. */
  addLines(name, { ok, output }) {
    const parts = output.split(/^(?=ok - |not ok - )/m).filter((part) => /^(?:not )?ok - /.test(part));
    if (!ok || parts.length === 0) this.add(name, `did not come to its end:\n${output}`);
    for (const part of parts) {
      const [first, ...rest] = part.trimEnd().split("\n");
      const way = first.replace(/^(?:not )?ok - /, "");
      this.add(`${name}: ${way}`, first.startsWith("ok") ? "" : rest.join("\n") || "failed");
    }
  }

  /** Reports a check that cannot run on this machine; it counts neither as passed nor as failed. */
  skip(name, reason) {
    this.say(`skipped - ${name}: ${reason.trim()}`);
  }

  write() {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify({ passed: this.passed, failed: this.failed }, null, 2));
    this.say(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 ? 0 : 1;
  }
}
