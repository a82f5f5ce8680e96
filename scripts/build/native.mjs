// Compiles the C host, several files at a time. Objects are made again only when something they depend on is newer.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { trimBytecode } from "./trim-bytecode.mjs";

const duktape = "/usr/share/duktape";
const warnings = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_XOPEN_SOURCE=700", "-Wall", "-Wextra", "-Werror"];

const release = {
  flags: ["-O2"],
  duktapeFlags: ["-O3"],
  link: ["-static", "-s", "-Wl,-z,noseparate-code,-z,norelro,--build-id=none,--gc-sections"],
};

/**
 * `release`: static against musl, which starts in a quarter of the time of a static glibc.
 * `release-arm64`: the same for arm64; scripts/release/arm64-compiler.mjs brings the compiler.
 * `sanitized`: dynamic, for the tests.
 */
export const variants = {
  release: { compiler: "musl-gcc", ...release },
  "release-arm64": { compiler: "aarch64-linux-musl-gcc", ...release },
  sanitized: {
    compiler: "gcc",
    flags: ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DINTERLOCK_PLAIN_MALLOC"],
    duktapeFlags: ["-O1", "-g", "-fsanitize=address"],
    link: ["-fsanitize=address,undefined"],
  },
};

export class Native {
  #engine = null;

  /** `work` holds objects and generated files, apart for each variant. */
  constructor(root, work, variant, version) {
    this.sources = join(root, "shim", "native");
    this.generated = work;
    this.objects = join(work, variant);
    this.settings = variants[variant];
    // Duktape's errors carry __FILE__: the binary must not depend on where it was built.
    this.prefixMap = `-ffile-prefix-map=${root}/=`;
    this.version = version;
    mkdirSync(this.objects, { recursive: true });
  }

  /** Compiles the engine and the host's own files, none of which needs bytecode. */
  async compileObjects() {
    await Promise.all([this.#duktape(), ...this.#hostObjects()]);
  }

  /** Turns the sources of functions into bytecode, with a tool of the same engine. */
  async compileScripts(scripts) {
    const tool = join(this.objects, "compile-script");
    const inputs = await Promise.all([this.#object("compile-script.c"), this.#duktape()]);
    if (isOlder(tool, inputs)) await this.#link(tool, inputs);
    for (const { source, bytecode, name } of scripts) {
      await run(tool, [source, bytecode, name]);
      trimBytecode(bytecode);
    }
  }

  /** Links the host with the bytecode files that lie in `bytecodeFolder`. */
  async linkHost(output, bytecodeFolder) {
    const [engine, ...objects] = await Promise.all([this.#duktape(), ...this.#hostObjects()]);
    const embedded = join(bytecodeFolder, "embedded.o");
    await run(this.settings.compiler, ["-c", join(this.sources, "embedded.S"), "-o", embedded, `-Wa,-I${bytecodeFolder}`]);
    // libc before the engine: what the pass-through touches lies together, on few pages.
    await this.#link(output, [...objects, "-lc", engine, embedded]);
  }

  #hostObjects() {
    return readdirSync(this.sources)
      .filter((name) => name.endsWith(".c") && name !== "compile-script.c")
      .sort() // the order in the binary
      .map((name) => this.#object(name));
  }

  async #object(name) {
    const source = join(this.sources, name);
    const object = join(this.objects, name.replace(/\.c$/, ".o"));
    const headers = readdirSync(this.sources).filter((file) => file.endsWith(".h"));
    const inputs = [source, ...headers.map((file) => join(this.sources, file)), join(this.generated, "generated", "git-tables.h")];
    if (isOlder(object, inputs)) {
      const include = [`-I${this.sources}`, `-I${this.generated}`, "-isystem", duktape];
      const version = `-DINTERLOCK_VERSION="${this.version}"`;
      await run(this.settings.compiler, [...warnings, ...this.settings.flags, this.prefixMap, version, ...include, "-c", source, "-o", object]);
    }
    return object;
  }

  /** Takes longer than all else together: begun once, and awaited where it is needed. */
  #duktape() {
    this.#engine ??= this.#compileDuktape();
    return this.#engine;
  }

  async #compileDuktape() {
    const source = join(duktape, "duktape.c");
    const object = join(this.objects, "duktape.o");
    const options = join(this.sources, "duktape-options.h");
    if (isOlder(object, [source, options])) {
      const include = [`-I${duktape}`, "-include", options];
      await run(this.settings.compiler, [...this.settings.duktapeFlags, "-w", ...include, "-c", source, "-o", object]);
    }
    return object;
  }

  async #link(output, objects) {
    await run(this.settings.compiler, ["-o", output, ...objects, "-lm", ...this.settings.link]);
  }
}

const running = new Set();

function isOlder(output, inputs) {
  if (!existsSync(output)) return true;
  const made = statSync(output).mtimeMs;
  return inputs.some((input) => statSync(input).mtimeMs > made);
}

/** At most as many at a time as there are processors. */
async function run(command, args) {
  while (running.size >= availableParallelism()) await Promise.race(running);
  const ended = new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", resolve);
    child.once("close", (status, signal) => resolve(status ?? signal));
  });
  running.add(ended);
  const status = await ended;
  running.delete(ended);
  if (status !== 0) {
    const cause = status instanceof Error ? { cause: status } : {};
    throw new Error(`${basename(command)} failed: ${[command, ...args].join(" ")}`, cause);
  }
}
