// A line per check, and the counts for CI.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export class Results {
  constructor(file, say) {
    this.file = file;
    this.say = say;
    this.passed = 0;
    this.failed = 0;
    rmSync(file, { force: true }); // one of an earlier run must not be counted
  }

  /** `problem` is empty where it holds. */
  add(name, problem = "") {
    this[problem === "" ? "passed" : "failed"] += 1;
    this.say(problem === "" ? `ok - ${name}` : `not ok - ${name}`);
    if (problem !== "") this.say(problem.trimEnd().replace(/^/gm, "    "));
  }

  /** The lines of a script that does many checks. One that breaks off has not done them all: a failure. */
  addLines(name, { ok, output }) {
    const parts = output.split(/^(?=ok - |not ok - )/m).filter((part) => /^(?:not )?ok - /.test(part));
    if (!ok || parts.length === 0) this.add(name, `did not come to its end:\n${output}`);
    for (const part of parts) {
      const [first, ...rest] = part.trimEnd().split("\n");
      const way = first.replace(/^(?:not )?ok - /, "");
      this.add(`${name}: ${way}`, first.startsWith("ok") ? "" : rest.join("\n") || "failed");
    }
  }

  /** What cannot be tried on this machine is said, and counts as nothing. */
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
