/** Caches the results of the real git: they change only with git, its tests or the user. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function hashFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

export class RealResults {
  #file;
  #tests;
  #scripts = {};

  constructor({ folder, tree }) {
    this.#tests = join(tree, "t");
    const library = readdirSync(this.#tests).filter((name) => /lib.*\.sh$/.test(name) && !/^t\d/.test(name));
    const common = hashFiles(["/usr/bin/git", ...library.sort().map((name) => join(this.#tests, name))]);
    this.#file = join(folder, `real-uid${process.getuid()}-${common}.json`);
    try {
      this.#scripts = JSON.parse(readFileSync(this.#file, "utf8"));
    } catch {
      // None yet.
    }
  }

  #hash(script) {
    return hashFiles([join(this.#tests, `${script}.sh`)]);
  }

  get(script) {
    const kept = this.#scripts[script];
    return kept?.hash === this.#hash(script) ? kept.result : undefined;
  }

  set(script, { ended, reason, tests, seconds }) {
    this.#scripts[script] = { hash: this.#hash(script), result: { ended, reason, tests, seconds } };
  }

  save() {
    const fresh = `${this.#file}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(this.#scripts));
    renameSync(fresh, this.#file);
  }
}
