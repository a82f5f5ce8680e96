// Compiles the C host in parallel. Rebuilds an object only if a dependency is newer.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { duktapeFolder, prepareDuktape } from "./duktape.mjs";
import { trimBytecode } from "./trim-bytecode.mjs";
import { copyZlib } from "./zlib.mjs";

const warnings = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_XOPEN_SOURCE=700", "-Wall", "-Wextra", "-Werror"];

// Nothing is moved when the binary starts, and nothing unwinds its stack.
const fixed = ["-fno-pie", "-fno-asynchronous-unwind-tables"];

const layout = fileURLToPath(new URL("../../shim/native/image/layout.ld", import.meta.url));

const release = {
  flags: ["-O2", "-fdata-sections", ...fixed],
  // Zeroed variables: the unused part of a value's sixteen bytes must not depend on stack addresses.
  duktapeFlags: ["-O3", "-ffunction-sections", "-ftrivial-auto-var-init=zero", ...fixed],
  // What the compiler was told about the engine's paths; `npm run profile-engine` writes it.
  profile: fileURLToPath(new URL("engine-profile.gz", import.meta.url)),
  link: [
    "-static",
    "-no-pie",
    "-s",
    "-T",
    layout,
    "-Wl,-z,noseparate-code,-z,norelro,--build-id=none,--gc-sections,--sort-section=alignment",
  ],
};

/**
 * `release`: static against musl, which starts in a quarter of the time of a static glibc.
 * `release-arm64`: the same for arm64; scripts/release/arm64-compiler.mjs provides the compiler.
 * `profiled`: as `release`, and counts how often each path of the engine is taken.
 * `sanitized`: dynamic, for the tests; it has no heap image, and creates its heap at start.
 */
export const variants = {
  release: { compiler: "musl-gcc", objcopy: "objcopy", emulator: [], ...release },
  "release-arm64": {
    compiler: "aarch64-linux-musl-gcc",
    objcopy: "aarch64-linux-gnu-objcopy",
    emulator: process.arch === "arm64" ? [] : ["qemu-aarch64-static"],
    zlib: "-lz", // beside the C library
    ...release,
  },
  profiled: {
    compiler: "musl-gcc",
    objcopy: "objcopy",
    emulator: [],
    ...release,
    profile: null,
    duktapeFlags: [...release.duktapeFlags, "-fprofile-generate", "-fprofile-update=single"],
    link: [
      ...release.link,
      "-Wl,--wrap=execve,--wrap=_exit",
      fileURLToPath(new URL("keep-counts.c", import.meta.url)),
      "-lgcov",
    ],
  },
  sanitized: {
    compiler: "gcc",
    flags: ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DINTERLOCK_HEAP_AT_START"],
    duktapeFlags: ["-O1", "-g", "-fsanitize=address"],
    link: ["-fsanitize=address,undefined"],
  },
};

export class Native {
  #engine = null;

  /** `work` has objects and generated files, separately for each variant. */
  constructor(root, work, variant, version) {
    this.sources = join(root, "shim", "native");
    this.generated = work;
    this.objects = join(work, variant);
    this.zlib = copyZlib(join(work, "zlib"));
    this.settings = variants[variant];
    // Duktape's errors contain __FILE__: the binary must not depend on its build folder.
    this.prefixMap = `-ffile-prefix-map=${root}/=`;
    this.version = version;
    mkdirSync(this.objects, { recursive: true });
  }

  /** Compiles the engine and the host's own files, none of which needs bytecode. */
  async compileObjects() {
    await Promise.all([this.#duktape(), ...this.#hostObjects()]);
  }

  /** Compiles the source of a function to bytecode, with a tool of the same engine. */
  async compileScript(source, bytecode) {
    const tool = join(this.objects, "compile-script");
    const inputs = await Promise.all([this.#object("engine/compile-script.c"), this.#duktape()]);
    if (isOlder(tool, inputs)) await this.#link(tool, inputs);
    await run(tool, [source, bytecode, basename(source, ".js")]);
    trimBytecode(bytecode);
  }

  /**
   * Links the host with a `hot-path.bytecode`, and creates its heap image. `findUses` is given the binary without its image, and
   * gives the file with what blocks are used for (`surveyHeap`).
   */
  async linkHost(output, bytecode, findUses = () => "/dev/null") {
    const [engine, ...objects] = await Promise.all([this.#duktape(), ...this.#hostObjects()]);
    const parts = [...objects, engine];
    if (this.settings.objcopy === undefined) {
      await this.#link(output, [...parts, await this.#assemble("image/embedded-bytecode.S", [`-I${dirname(bytecode)}`])]);
      return;
    }
    writeFileSync(join(this.objects, "build-id"), digestOf([...objects, engine, bytecode]));
    // The image contains addresses, so its own binary has to create it. Its size is known only then.
    const image = join(this.objects, "heap-image");
    let size = roomForImage;
    let uses = null;
    for (const _ of ["to measure", "to keep"]) {
      const room = await this.#assemble("image/heap-image.S", [`-I${this.objects}`, `--defsym,IMAGE_SIZE=${size}`]);
      await this.#link(output, [...parts, room]);
      uses ??= await findUses(output);
      const [command, ...words] = [...this.settings.emulator, output, "--make-heap-image", bytecode, uses, image];
      await run(command, words);
      size = Math.ceil(statSync(image).size / page) * page;
    }
    truncateSync(image, size);
    await run(this.settings.objcopy, ["--update-section", `.heap_image=${image}`, output]);
  }

  async #assemble(name, options) {
    const object = this.#objectOf(name);
    const flags = options.map((option) => `-Wa,${option}`);
    await run(this.settings.compiler, ["-c", join(this.sources, name), "-o", object, ...flags]);
    return object;
  }

  #hostObjects() {
    return readdirSync(this.sources, { recursive: true })
      .filter((name) => name.endsWith(".c") && !["engine/compile-script.c", "engine/engine.c"].includes(name))
      .sort() // the order in the binary
      .map((name) => this.#object(name));
  }

  /** Below a folder like its source's. */
  #objectOf(name) {
    const object = join(this.objects, name.replace(/\.[cS]$/, ".o"));
    mkdirSync(dirname(object), { recursive: true });
    return object;
  }

  async #object(name) {
    const source = join(this.sources, name);
    const object = this.#objectOf(name);
    const headers = readdirSync(this.sources, { recursive: true }).filter((file) => file.endsWith(".h"));
    const inputs = [source, ...headers.map((file) => join(this.sources, file)), join(this.generated, "generated", "git-tables.h")];
    if (isOlder(object, inputs)) {
      const include = [`-I${this.sources}`, `-I${join(this.generated, "generated")}`, "-isystem", duktapeFolder, "-isystem", this.zlib];
      const version = `-DINTERLOCK_VERSION="${this.version}"`;
      await run(this.settings.compiler, [...warnings, ...this.settings.flags, this.prefixMap, version, ...include, "-c", source, "-o", object]);
    }
    return object;
  }

  /** Takes longer than everything else together: started once, and awaited where needed. */
  #duktape() {
    this.#engine ??= this.#compileDuktape();
    return this.#engine;
  }

  async #compileDuktape() {
    const folder = join(this.sources, "engine");
    const source = join(folder, "engine.c");
    const object = join(this.objects, "engine.o");
    const options = join(folder, "duktape-options.h");
    const { profile, duktapeFlags, compiler } = this.settings;
    const own = [source, ...["engine.h", "engine-inside.h"].map((name) => join(folder, name)), fileURLToPath(new URL("duktape.mjs", import.meta.url))];
    if (profile) own.push(profile);
    if (isOlder(object, [join(duktapeFolder, "duktape.c"), options, ...own])) {
      writeFileSync(join(this.objects, "duktape-prepared.c"), prepareDuktape());
      // Here, and by relative names: functions are known in a profile by the names of their files, too.
      copyFileSync(source, join(this.objects, "engine.c"));
      const include = [`-I${duktapeFolder}`, "-I.", `-I${this.sources}`, this.prefixMap, "-include", options];
      const flags = [...duktapeFlags, ...(profile ? this.#useProfile(profile) : []), "-w", ...include];
      await run(compiler, [...flags, "-c", "engine.c", "-o", "engine.o"], { cwd: this.objects });
    }
    return object;
  }

  /** What has changed since the profile was made is compiled without it. */
  #useProfile(profile) {
    writeFileSync(join(this.objects, "engine.gcda"), gunzipSync(readFileSync(profile)));
    return ["-fprofile-use", "-fprofile-partial-training", "-Wno-error=coverage-mismatch"];
  }

  async #link(output, objects) {
    const zlib = this.settings.zlib ?? join(this.zlib, "libz.a");
    await run(this.settings.compiler, ["-o", output, ...objects, zlib, "-lm", ...this.settings.link]);
  }
}

/**
 * Writes to `uses` which blocks of the heap these commands use (shim/native/image/survey.h). They have the same numbers on every
 * architecture.
 */
export async function surveyHeap(binary, bytecode, commands, uses) {
  let all = "";
  for (const { words, options } of commands) {
    await run(binary, ["--survey-heap", bytecode, uses, ...words], options);
    all = joinUses(all, readFileSync(uses, "latin1"));
  }
  writeFileSync(uses, all);
}

/** Of each block: what one of the commands did with it at most. */
function joinUses(some, others) {
  return others.replace(/./g, (letter, i) => (letter === "w" || some[i] === "w" ? "w" : letter === "r" ? "r" : (some[i] ?? "-")));
}

/** Enough for any heap, until its size is measured. */
const roomForImage = 8 * 1024 * 1024;
const page = 4096;

/** 32 letters, as in image-inside.h. */
function digestOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 32);
}

const running = new Set();

function isOlder(output, inputs) {
  if (!existsSync(output)) return true;
  const made = statSync(output).mtimeMs;
  return inputs.some((input) => statSync(input).mtimeMs > made);
}

/** At most one job per processor at a time. */
async function run(command, args, options) {
  while (running.size >= availableParallelism()) await Promise.race(running);
  const ended = new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
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
