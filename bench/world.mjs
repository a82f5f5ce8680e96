// Where the measured commands run: a home, config files, and who is asked.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const git = "/usr/bin/git";
const bin = join(root, "dist", "bin");

export const scratch = mkdtempSync(join(tmpdir(), "interlock-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

// What a sandbox has; interlock's folder stands first where interlock is measured.
const usualPath = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${dirname(process.execPath)}`;
export const env = {
  PATH: usualPath,
  HOME: scratch,
  GITHUB_APP_BOT_NAME: "Robo Bot",
  GITHUB_APP_BOT_EMAIL: "bot@example.org",
};
export const trailer = "Co-authored-by: Robo Bot <bot@example.org>";

writeFileSync(
  join(scratch, ".gitconfig"),
  "[user]\n\tname = A\n\temail = a@example.org\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
);

/** Makes something once, when the first part needs it. */
export function once(make) {
  let made;
  return () => (made ??= make());
}

export function write(path, text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

/** A config file that names these plugins. `more`: further lines. */
export function writeConfig(name, folders, more = "") {
  const text = `version: 1\nplugins:\n  dirs: [${folders.join(", ")}]\n${more}`;
  return write(join(scratch, `${name}.yaml`), text);
}
export const bundled = (name) => join(root, "plugins", name);
const commitConfig = writeConfig("commit", [bundled("github")]);
export const judgedPlugins = ["github", "conventional-commits", "no-ai-attribution"];
const judgeConfig = writeConfig("judge", judgedPlugins.map(bundled));

const prefix = join(scratch, "opt", "interlock");
const keptFolder = join(prefix, "lib", "interlock", "real");

/** Laid out as sandbox-image/install.sh does it: git's name is a link to us, the real git is kept beside. */
function makeSealedLayout() {
  for (const folder of [join(prefix, "bin"), keptFolder, join(scratch, "bin")])
    mkdirSync(folder, { recursive: true });
  cpSync(join(bin, "interlock"), join(prefix, "bin", "interlock"));
  symlinkSync("interlock", join(prefix, "bin", "git"));
  cpSync(git, join(keptFolder, "git"));
  symlinkSync(join(prefix, "bin", "git"), join(scratch, "bin", "git"));
  return join(scratch, "bin", "git");
}
const sealed = once(makeSealedLayout);

const withInterlock = (folder, config) => ({ PATH: `${folder}:${usualPath}`, INTERLOCK_CONFIG: config });

export function byInterlockWith(config) {
  return (...words) => ({ words: [join(bin, "git"), ...words], env: withInterlock(bin, config) });
}

/** Who runs a command line: its words, and what its environment has beside `env`. */
export const byGit = (...words) => ({ words: [git, ...words] });
export const byInterlock = byInterlockWith(commitConfig);
export const bySealed = (...words) => ({
  words: [sealed(), ...words],
  env: withInterlock(dirname(sealed()), commitConfig),
});
export const byKept = (...words) => {
  sealed();
  return { words: [join(keptFolder, "git"), ...words] };
};
export const byCold = (...words) => ({
  words: [join(bin, "interlock"), ...words],
  env: withInterlock(bin, commitConfig),
});
export const byVerb = (...words) => ({
  words: [join(bin, "interlock"), ...words],
  env: withInterlock(bin, judgeConfig),
});

/** The least that anything in front of a program can cost: a static program that does nothing but exec it. */
const onlyExecs = once(() => {
  const kept = JSON.stringify(join(keptFolder, "git"));
  const line = `extern char **environ; int main(int n, char **words) { execve(${kept}, words, environ); return n; }`;
  const source = write(join(scratch, "only-execs.c"), `#include <unistd.h>\n${line}\n`);
  const program = join(scratch, "only-execs");
  execFileSync("musl-gcc", ["-O2", "-static", "-s", "-o", program, source]);
  return program;
});
export const byExecAlone = (...words) => {
  sealed();
  return { words: [onlyExecs(), ...words] };
};

/** Runs one of these now; gives what it prints. */
export function runNow(way, options = {}) {
  const [program, ...args] = way.words;
  return execFileSync(program, args, {
    ...options,
    env: { ...env, ...way.env },
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
  }).trim();
}
