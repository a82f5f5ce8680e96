/** Of many commits that need a plan at once, one compiles it, and the others wait for that. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptySharedMemory, noTemporary, runMounted, whyNoMounts } from "../support/mounts.ts";
import { dist } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

const manifest = (value: string): string =>
  `extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: one.trailer\n      hook: commit.message.finalize\n      effects:\n        - {type: text.ensureTrailer, key: One, value: ${value}}\n`;

const node = process.execPath;

class Herd extends Sandbox {
  readonly prefix = join(this.folder, "prefix");
  readonly count: number;

  /** A repository for each command, as many agents have. `cold`: what the cold side does first; a shell script. */
  constructor(count: number, cold = "") {
    super("version: 1\nplugins:\n  dirs: [../plugins]\n", { plan: "compiled by the first command" });
    this.count = count;
    this.change("a");
    cpSync(dist, this.prefix, { recursive: true, verbatimSymlinks: true });
    const folder = join(this.prefix, "lib", "interlock", "cold");
    const script = `#!/bin/sh\necho x >>'${this.folder}/compiles'\n${cold}\nexec '${node}' '${folder}/cli.cjs' "$@"\n`;
    writeFileSync(join(folder, "interlock-cold"), script, { mode: 0o755 });
    for (let i = 0; i < count; i++) cpSync(this.repository, join(this.folder, `r${i}`), { recursive: true });
  }

  change(value: string): void {
    this.write(join(this.folder, "plugins", "one", "plugin.yaml"), manifest(value));
  }

  /** All at once; `words`: what stands before each git. Gives what they print. */
  line(words = ""): string {
    const each = `${words} git -C "../r$i" commit -q --allow-empty -m fix || echo failed`;
    return `i=0; while [ $i -lt ${this.count} ]; do ( ${each} ) & i=$((i + 1)); done; wait`;
  }

  commitAll(words = ""): string {
    const { stdout, stderr } = this.shell(this.line(words), { prefix: this.prefix });
    return stdout + stderr;
  }

  compiles(): number {
    return this.shell("cat ../compiles 2>/dev/null || true").stdout.length / 2;
  }

  /** The trailers of each repository's commits, newest first. */
  trailers(): Set<string> {
    const read =
      'for r in ../r[0-9]*; do /usr/bin/git -C "$r" log --format="%(trailers:separator=;)" | tr "\\n" " "; echo; done';
    const lines = this.shell(read).stdout.split("\n").slice(0, -1);
    expect(lines).toHaveLength(this.count);
    return new Set(lines);
  }
}

test("of 48 commits at once without a plan, one compiles it; after a change of the config, again one", () => {
  const herd = new Herd(48);
  expect(herd.commitAll()).toBe("");
  expect(herd.trailers()).toEqual(new Set(["One: a "]));
  expect(herd.compiles()).toBe(1);
  herd.change("bb");
  expect(herd.commitAll()).toBe("");
  expect(herd.trailers()).toEqual(new Set(["One: bb One: a "]));
  expect(herd.compiles()).toBe(2);
});

test("each with a home and a cache of its own, too: without a layer of the user's they share the plan", () => {
  const herd = new Herd(12);
  const own = 'HOME="$HOME-$i"; export HOME; mkdir "$HOME"; cp "$PWD/../home/.gitconfig" "$HOME";';
  expect(herd.commitAll(own)).toBe("");
  expect(herd.trailers()).toEqual(new Set(["One: a "]));
  expect(herd.compiles()).toBe(1);
});

test("the one that compiles is killed: the next takes its place, and what it left is removed", async () => {
  const herd = new Herd(3, 'while [ -e "$TMPDIR/hold" ]; do sleep 0.01; done');
  herd.write(join(herd.folder, "hold"), "");
  const start = (i: number) =>
    spawn("git", ["commit", "-q", "--allow-empty", "-m", "fix"], {
      cwd: join(herd.folder, `r${i}`),
      env: herd.environment({ prefix: herd.prefix }),
      stdio: "ignore",
    });
  const first = start(0);
  await until(() => herd.compiles() === 1);
  const others = [start(1), start(2)];
  const ends = others.map((child) => new Promise((resolve) => child.on("exit", resolve)));
  const left = join(herd.folder, `home/.cache/interlock/.plan-${first.pid}-0123456789abcdef.tmp`);
  writeFileSync(left, "half a plan");
  first.kill("SIGKILL");
  await until(() => herd.compiles() === 2);
  rmSync(join(herd.folder, "hold"));
  expect(await Promise.all(ends)).toEqual([0, 0]);
  expect(herd.compiles()).toBe(2);
  expect(existsSync(left)).toBe(false);
});

test("behind one that is stopped, the others wait as long as a compile may take, and have that time themselves", () => {
  const herd = new Herd(4, 'if mkdir "$TMPDIR/stopped" 2>/dev/null; then kill -STOP $$; fi');
  const first = spawn("git", ["commit", "-q", "--allow-empty", "-m", "fix"], {
    cwd: herd.repository,
    env: herd.environment({ prefix: herd.prefix }),
    stdio: "ignore",
  });
  try {
    herd.shell('while ! [ -d "$TMPDIR/stopped" ]; do sleep 0.01; done');
    expect(herd.commitAll("INTERLOCK_TIMEOUT_MS=6000")).toBe("");
    expect(herd.trailers()).toEqual(new Set(["One: a "]));
    // Again not each for itself.
    expect(herd.compiles()).toBeLessThan(5);
  } finally {
    first.kill("SIGKILL");
  }
});

test.skipIf(whyNoMounts !== "")("where no lock can be made, each compiles for itself", () => {
  const herd = new Herd(3);
  const env = { ...noTemporary, XDG_CACHE_HOME: "/proc/none" };
  const run = runMounted(herd, emptySharedMemory(herd, "ro"), ["sh", "-c", herd.line()], {
    prefix: herd.prefix,
    env,
  });
  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(herd.trailers()).toEqual(new Set(["One: a "]));
  expect(herd.compiles()).toBe(3);
});

/** Waits for the thing, and not for a time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
